import { serializeX } from '@odori/format/x';
import type { MmdScene, SceneOptions } from '@odori/model';
import { MotionPlayer } from '@odori/runtime';
import {
  ACESFilmicToneMapping,
  Box3,
  Color,
  LoadingManager,
  Mesh,
  MeshBasicMaterial,
  NoToneMapping,
  OrthographicCamera,
  PlaneGeometry,
  Raycaster,
  Vector2,
} from 'three';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { smallPmm } from '#test/model/scene/small-pmm.js';
import { expectColor, ModelPicture } from '#test/support/model-picture.js';
import { ModelBuilder } from '#test/support/model-builder.js';
import { type ModelEntry, modelEntryOf, RENDERERS } from '#test/support/renderers.js';
import { bmp, browserImage, type TestImage } from '#test/support/test-images.js';
import { XBuilder } from '#test/support/x-builder.js';
import { colorFilm } from '#test/support/test-film.js';
import type { PmmDisplay, PmmMedia } from '#src/format/pmm/pmm.js';
import type { PmmText } from '#src/format/pmm/pmm-text.js';

describe.each(RENDERERS)('%s', (kind) => {
  /** 80 × 40 pixels: two pixels of the canvas for each pixel of the projects below. */
  let picture: ModelPicture;
  let entry: ModelEntry;

  beforeAll(async () => {
    picture = await ModelPicture.create(kind, 80, 40, 20);
    entry = await modelEntryOf(kind);
  });

  const OUTPUT = { outputWidth: 40, outputHeight: 20 };
  const GRAY = [0x80, 0x80, 0x80];
  const RED = [250, 13, 77] as const;
  const GREEN = [9, 201, 60] as const;
  const BLUE = [30, 40, 222] as const;
  const YELLOW = [240, 230, 21] as const;
  /** Four squares of 10 pixels. Near their borders, the filter of textures blends them. */
  const FOUR: TestImage = {
    width: 20,
    rows: Array.from({ length: 20 }, (_, y) =>
      Array.from({ length: 20 }, (__, x) => (y < 10 ? (x < 10 ? RED : GREEN) : x < 10 ? BLUE : YELLOW)),
    ),
  };
  let scene: MmdScene | undefined;

  afterEach(() => {
    scene?.dispose();
    scene = undefined;
    picture.renderer.toneMapping = NoToneMapping;
    picture.scene.background = new Color(0x808080);
    vi.restoreAllMocks();
  });

  afterAll(() => picture.dispose());

  function text(path: string): PmmText {
    return { ...smallPmm().media.avi, text: path };
  }

  interface Shown {
    readonly media?: Partial<PmmMedia>;
    readonly files?: Record<string, Blob>;
    readonly output?: { outputWidth: number; outputHeight: number };
    readonly display?: Partial<PmmDisplay>;
    readonly accessory?: string;
    readonly options?: Partial<SceneOptions>;
  }

  /** Adds the scene of a project with such media to the picture. */
  async function show({
    media,
    files = {},
    output = OUTPUT,
    display,
    accessory,
    options,
  }: Shown): Promise<MmdScene> {
    const accessories = accessory === undefined ? [] : [{ path: accessory, keys: [{ frame: 0 }] }];
    const pmm = smallPmm({ camera: [{ frame: 0 }, { frame: 180 }], accessories });
    const project = {
      ...pmm,
      editor: { ...pmm.editor, ...output },
      display: { ...pmm.display, ...display },
      media: { ...pmm.media, ...media },
    };
    const resolve = entry.createMapResolver(new Map(Object.entries(files)));
    scene = await entry.createScene(project, { resolve, ...options });
    picture.scene.add(scene.root);
    return scene;
  }

  const PICTURE = 'D:\\MMD\\背景\\Sky.BMP';

  function pictureAt(x: number, y: number, scale: number): Partial<PmmMedia> {
    return {
      backgroundOn: 1,
      background: text(PICTURE),
      backgroundX: x,
      backgroundY: y,
      backgroundScale: scale,
    };
  }

  test('a picture lies at its place and in its size behind the scene, in the colors of the file', async () => {
    // 20 image pixels of 0.6 project pixels each, from (4, 2): 24 canvas pixels from (8, 4)
    const { report } = await show({ media: pictureAt(4, 2, 0.6), files: { 'show/sky.bmp': bmp(FOUR) } });
    expect(report.notes).toEqual([]);
    for (const toneMapping of [NoToneMapping, ACESFilmicToneMapping]) {
      picture.renderer.toneMapping = toneMapping;
      picture.scene.background = toneMapping === NoToneMapping ? new Color(0x808080) : null;
      expectColor(await picture.pixel(9, 5), RED, 0);
      expectColor(await picture.pixel(30, 5), GREEN, 0);
      expectColor(await picture.pixel(9, 26), BLUE, 0);
      expectColor(await picture.pixel(30, 26), YELLOW, 0);
    }
    picture.scene.background = new Color(0x808080);
    picture.renderer.toneMapping = NoToneMapping;
    for (const [x, y] of [
      [7, 5],
      [9, 3],
      [32, 5],
      [9, 28],
      [79, 39],
    ])
      expectColor(await picture.pixel(x, y), GRAY, 0);
  });

  test.each([
    ['PNG', 'image/png', 0],
    ['JPG', 'image/jpeg', 4],
  ] as const)('a picture may be a %s', async (_, type, within) => {
    const rows = Array.from({ length: 16 }, () => Array.from({ length: 16 }, () => GREEN));
    const image = await browserImage({ width: 16, rows }, type);
    await show({ media: pictureAt(0, 0, 1), files: { 'sky.bmp': image } });
    expectColor(await picture.pixel(16, 16), GREEN, within);
    expectColor(await picture.pixel(33, 33), GRAY, 0);
  });

  test('a picture that is switched off in the project is not even requested', async () => {
    const resolve = vi.fn<() => undefined>();
    await show({ media: { ...pictureAt(0, 0, 1), backgroundOn: 0 }, options: { resolve } });
    expect(resolve).not.toHaveBeenCalled();
    expectColor(await picture.pixel(1, 1), GRAY, 0);
  });

  test('the option background: false leaves picture and film out', async () => {
    const resolve = vi.fn<() => undefined>();
    const media = { ...pictureAt(0, 0, 1), aviOn: 1, avi: text('a.mp4') };
    await show({ media, options: { resolve, background: false } });
    expect(resolve).not.toHaveBeenCalled();
  });

  test('a picture without a scale is as large as fits, in the middle', async () => {
    // 40 × 10 project pixels, from y = 5
    const wide: TestImage = { width: 4, rows: [[RED, RED, BLUE, BLUE]] };
    await show({ media: pictureAt(7, 7, 0), files: { 'sky.bmp': bmp(wide) } });
    expectColor(await picture.pixel(0, 10), RED, 0);
    expectColor(await picture.pixel(79, 29), BLUE, 0);
    expectColor(await picture.pixel(0, 9), GRAY, 0);
    expectColor(await picture.pixel(79, 30), GRAY, 0);
  });

  test('models, and opaque objects of the page, are in front of a picture', async () => {
    const model = new ModelBuilder();
    model.material({ diffuse: [0, 0, 0, 1], ambient: [0, 0, 0] });
    model.quad({ center: [-10, 0, 0], width: 8, height: 8 });
    const pmm = smallPmm({ models: [{ path: 'board.pmx', bones: {} }] });
    const sky = { width: 1, rows: [[GREEN]] };
    const files = { 'sky.bmp': bmp(sky), 'board.pmx': new Blob([Uint8Array.from(model.bytes())]) };
    scene = await entry.createScene(
      { ...pmm, editor: { ...pmm.editor, ...OUTPUT }, media: { ...pmm.media, ...pictureAt(0, 0, 40) } },
      { resolve: entry.createMapResolver(new Map(Object.entries(files))) },
    );
    picture.scene.add(scene.root);
    const box = new Mesh(new PlaneGeometry(8, 8), new MeshBasicMaterial({ color: 'white' }));
    box.position.x = 10;
    picture.scene.add(box);
    expectColor(await picture.pixel(20, 20), [0, 0, 0], 0);
    expectColor(await picture.pixel(60, 20), [255, 255, 255], 0);
    expectColor(await picture.pixel(40, 20), GREEN, 0);
    box.removeFromParent();
  });

  test('in a canvas of another shape the project’s picture is shown whole, or fills the canvas', async () => {
    const { background } = await show({
      media: pictureAt(0, 0, 1),
      output: { outputWidth: 20, outputHeight: 20 }, // square: 40 × 40 of 80 × 40 pixels
      files: { 'sky.bmp': bmp(FOUR) },
    });
    expect(background.fit).toBe('contain');
    expectColor(await picture.pixel(19, 1), GRAY, 0);
    expectColor(await picture.pixel(21, 1), RED, 0);
    expectColor(await picture.pixel(58, 38), YELLOW, 0);
    expectColor(await picture.pixel(60, 38), GRAY, 0);
    scene!.fit(2, 'cover'); // 80 × 80 pixels, of which 20 are cut off above and below
    expectColor(await picture.pixel(1, 1), RED, 0);
    expectColor(await picture.pixel(79, 1), GREEN, 0);
    expectColor(await picture.pixel(1, 39), BLUE, 0);
  });

  test('the background color is white, or black as the project says', async () => {
    const white = await show({});
    picture.scene.background = white.background.color;
    expectColor(await picture.pixel(40, 20), [255, 255, 255], 0);
    white.dispose();
    const black = await show({ display: { blackBackground: 1 } });
    picture.scene.background = black.background.color;
    expectColor(await picture.pixel(40, 20), [0, 0, 0], 0);
  });

  test('a translucent picture is blended with what is behind it, also in a transparent canvas', async () => {
    const canvas = new OffscreenCanvas(1, 1);
    const context = canvas.getContext('2d')!;
    context.putImageData(new ImageData(Uint8ClampedArray.of(200, 100, 0, 51), 1), 0, 0); // one fifth
    await show({ media: pictureAt(0, 0, 40), files: { 'sky.bmp': await canvas.convertToBlob() } });
    expectColor(await picture.pixel(40, 20), [142, 122, 102]); // 0.2 · colour + 0.8 · 128
  });

  test('no ray hits the background, and it has no size in the scene', async () => {
    const { root } = await show({ media: pictureAt(0, 0, 40), files: { 'sky.bmp': bmp(FOUR) } });
    expect(new Box3().setFromObject(root).isEmpty()).toBe(true);
    expect(new Box3().setFromObject(root, true).isEmpty()).toBe(true);
    const ray = new Raycaster();
    ray.setFromCamera(new Vector2(0, 0), new OrthographicCamera(-1, 1, 1, -1));
    expect(ray.intersectObject(root)).toEqual([]);
  });

  test('disposing of a scene frees the GPU memory of its picture', async () => {
    const before = { ...picture.renderer.info.memory };
    const { root } = await show({ media: pictureAt(0, 0, 40), files: { 'sky.bmp': bmp(FOUR) } });
    await picture.draw();
    expect(picture.renderer.info.memory.textures).toBe(before.textures + 1);
    scene!.dispose();
    expect(picture.renderer.info.memory).toEqual(before);
    expect(root.parent).toBeNull();
  });

  test('missing and broken pictures, missing films and films that browsers do not play are reported', async () => {
    const film = { aviOn: 1, aviScale: 1 };
    const broken = await show({
      media: { ...pictureAt(0, 0, 1), ...film, avi: text('C:\\MMD\\踊り.AVI') },
      files: { 'sky.bmp': new Blob(['no picture']), '踊り.avi': new Blob(['RIFF']) },
    });
    expect(broken.report.notes).toEqual([
      {
        code: 'unreadable-picture',
        section: 'media.background',
        name: 'Sky.BMP',
        path: PICTURE,
        reason: expect.any(String) as string,
      },
      {
        code: 'unplayable-film',
        section: 'media.avi',
        name: '踊り.AVI',
        path: 'C:\\MMD\\踊り.AVI',
        reason:
          'browsers do not play AVI: convert the film to 踊り.mp4 or 踊り.webm, and put it beside 踊り.avi',
      },
    ]);
    broken.dispose();
    const missing = await show({ media: { ...pictureAt(0, 0, 1), ...film, avi: text('film.mp4') } });
    expect(missing.report.notes.map(({ code, reason }) => [code, reason])).toEqual([
      ['missing-picture', `the picture ${PICTURE} was not found`],
      ['missing-film', 'the film film.mp4 was not found'],
    ]);
    missing.dispose();
    const unknown = await show({
      media: { ...film, avi: text('film.mp4') },
      files: { 'film.mp4': new Blob(['no film at all']) },
    });
    expect(unknown.report.notes.map(({ code }) => code)).toEqual(['unplayable-film']);
    expect(unknown.report.notes[0].reason).toMatch(/^the browser cannot play this film: /);
    unknown.dispose();
    const model = await show({ media: pictureAt(0, 0, 1), options: { resolve: () => new Map() } });
    expect(model.report.notes[0].reason).toBe(`the resolver gave a model, not a file, for ${PICTURE}`);
  });

  /** A tenth of a second each. Codecs change colors a little. */
  const FILM = ['#ff0000', '#00ff00', '#0000ff', '#ffff00', '#ff00ff', '#00ffff', '#ffffff', '#000000'];

  function colorOf(index: number): number[] {
    return [1, 3, 5].map((start) => Number.parseInt(FILM[index].slice(start, start + 2), 16));
  }

  async function showFilm(rest: Partial<PmmMedia> = {}, name = 'Dance.mp4'): Promise<MmdScene> {
    const film = await colorFilm(FILM, 10);
    const media = { aviOn: 1, avi: text('C:\\MMD\\dance.avi'), aviX: 4, aviY: 2, aviScale: 0.25, ...rest };
    return show({ media, files: { [name]: film, 'sky.bmp': bmp(FOUR) } });
  }

  test('a film beside an AVI of the same name stands in for it, above the picture, at its place', async () => {
    const { report, background } = await showFilm(pictureAt(0, 0, 1), 'DANCE.WebM');
    expect(report.notes).toEqual([]);
    const { video } = background.film!;
    expect([video.muted, video.paused, video.videoWidth]).toEqual([true, true, 64]);
    await background.film!.seek();
    // 64 film pixels at 0.25 in a canvas with two pixels each: 32 canvas pixels, from (8, 4)
    expectColor(await picture.pixel(9, 5), colorOf(0), 6);
    expectColor(await picture.pixel(39, 35), colorOf(0), 6);
    expectColor(await picture.pixel(7, 5), RED, 0);
    expectColor(await picture.pixel(41, 25), GRAY, 0);
  });

  test('a resolver may give the URLs of picture and film, which a manager may change', async () => {
    const urls = await Promise.all(
      [bmp(FOUR), colorFilm(FILM, 10)].map(async (file) => URL.createObjectURL(await file)),
    );
    const manager = new LoadingManager();
    manager.setURLModifier((url) => (url === 'film://dance' ? urls[1] : url));
    const { report, background } = await show({
      media: { ...pictureAt(0, 0, 1), aviOn: 1, avi: text('dance.avi'), aviX: 20, aviScale: 0.25 },
      options: { resolve: (path) => (path.endsWith('.mp4') ? new URL('film://dance') : urls[0]), manager },
    });
    expect(report.notes).toEqual([]);
    await background.film!.seek();
    expectColor(await picture.pixel(5, 5), RED, 0);
    expectColor(await picture.pixel(50, 5), colorOf(0), 6);
    scene!.dispose();
    expect((await fetch(urls[1])).ok).toBe(true); // not ours to revoke
    urls.forEach((url) => URL.revokeObjectURL(url));
  });

  // The decoder of a busy machine may be late.
  test(
    'picture by picture, the film shows the time of the project exactly; after its end, the last picture',
    { retry: 2 },
    async () => {
      const { background } = await showFilm();
      const film = background.film!;
      const shown: number[][] = [];
      for (let i = 0; i < 10; i++) {
        scene!.sample(3 * i, i === 0 ? 0 : 0.1);
        await film.seek();
        expectColor(await picture.pixel(20, 20), colorOf(Math.min(i, 7)), 6);
        shown.push(await picture.pixel(20, 20));
      }
      expect(film.video.paused).toBe(true);
      scene!.sample(7, 0); // back, and within a picture
      await film.seek();
      expectColor(await picture.pixel(20, 20), colorOf(2), 6);
      scene!.sample(-30, 0); // before the beginning
      await film.seek();
      expectColor(await picture.pixel(20, 20), colorOf(0), 6);
      expect(shown).toHaveLength(10);
    },
  );

  /** An accessory with a screen of 10 × 10 units in the middle, that is, 20 × 20 pixels. */
  function screenFile(): Blob {
    const quads = new XBuilder();
    quads.quad([0, 0, 0], 1, { diffuse: [1, 1, 1, 1], emissive: [1, 1, 1], texture: 'screen.bmp' });
    return new Blob([Uint8Array.from(serializeX(quads.build()))]);
  }

  test('the screen of an accessory shows the film, also if that is not shown behind the scene', async () => {
    const film = await colorFilm(FILM, 10);
    const { report, background } = await show({
      media: { aviOn: 0, avi: text('dance.avi') },
      display: { captureMode: 3 },
      accessory: 'C:\\MMD\\tv.x',
      files: { 'tv.x': screenFile(), 'dance.mp4': film },
    });
    expect(report.notes).toEqual([]);
    scene!.sample(6.5, 0);
    await background.film!.seek();
    expectColor(await picture.pixel(40, 20), colorOf(2), 6);
    expectColor(await picture.pixel(10, 20), GRAY, 0);
  });

  test('the screen shows the picture if there is no film', async () => {
    await show({
      media: pictureAt(0, 0, 0.05), // one pixel
      display: { captureMode: 3 },
      accessory: 'tv.x',
      files: { 'tv.x': screenFile(), 'sky.bmp': bmp(FOUR) },
    });
    expectColor(await picture.pixel(33, 13), RED, 0);
    expectColor(await picture.pixel(47, 13), GREEN, 0);
    expectColor(await picture.pixel(33, 27), BLUE, 0);
  });

  test('in other capture modes the screen does not show the film', async () => {
    const { report } = await show({
      media: { avi: text('dance.avi') },
      display: { captureMode: 0 },
      accessory: 'tv.x',
      files: { 'tv.x': screenFile(), 'screen.bmp': bmp({ width: 1, rows: [[YELLOW]] }) },
    });
    expect(report.notes).toEqual([]);
    expectColor(await picture.pixel(40, 20), YELLOW, 0);
  });

  test('a film plays with a player, jumps with it and pauses with it', async () => {
    const colors = Array.from({ length: 60 }, (_, i) => `hsl(${6 * i} 100% 50%)`);
    const film = await colorFilm(colors, 10);
    const { background, motion } = await show({
      media: { aviOn: 1, avi: text('dance.avi'), aviScale: 1 },
      files: { 'dance.mp4': film },
    });
    const { video } = background.film!;
    const player = new MotionPlayer();
    player.add(scene!, motion);
    await player.play();
    /** Plays until the film keeps the time of the player. */
    const playTogether = async (): Promise<void> => {
      let last = performance.now();
      for (let frame = 0; frame < 150; frame++) {
        await new Promise(requestAnimationFrame);
        const now = performance.now();
        player.update((now - last) / 1000);
        last = now;
        const isTogether = Math.abs(video.currentTime - player.currentTime) < 0.05;
        if (frame > 30 && isTogether && !video.paused && !video.seeking) return;
      }
      expect.fail(`the film is at ${video.currentTime} s, the player at ${player.currentTime} s`);
    };
    await playTogether();
    player.currentTime = 3;
    await playTogether();
    player.currentTime = 0.2;
    await playTogether();
    expect(player.currentTime).toBeLessThan(2.9);
    await expect.poll(() => video.paused).toBe(true); // nothing samples it any more
    await expect.poll(() => video.seeking).toBe(false);
    expect(video.currentTime).toBeCloseTo(player.currentTime + 0.002, 3);
    player.dispose();
  });

  test('disposing of a scene frees its film', async () => {
    const revoke = vi.spyOn(URL, 'revokeObjectURL');
    const { background } = await showFilm();
    const { video } = background.film!;
    const url = video.src;
    expect(url).toMatch(/^blob:/);
    scene!.dispose();
    expect(revoke).toHaveBeenCalledWith(url);
    expect([video.hasAttribute('src'), video.paused, video.readyState]).toEqual([false, true, 0]);
  });

  test('a scene that cannot be made frees its film', async () => {
    const revoke = vi.spyOn(URL, 'revokeObjectURL');
    const create = vi.spyOn(URL, 'createObjectURL');
    const film = await colorFilm(FILM, 10);
    const disposed = entry.createModel(new ModelBuilder().build());
    disposed.dispose(); // of two models with one file, the second is a copy, which is impossible now
    const pmm = smallPmm({ models: [{ path: 'a.pmx' }, { path: 'a.pmx' }] });
    pmm.media = { ...pmm.media, aviOn: 1, avi: text('dance.mp4') };
    const loading = entry.createScene(pmm, { resolve: (_, document) => (document ? disposed : film) });
    await expect(loading).rejects.toThrow('cannot be cloned after dispose()');
    expect(create).toHaveBeenCalledOnce();
    expect(revoke).toHaveBeenCalledWith(create.mock.results[0].value);
  });
});
