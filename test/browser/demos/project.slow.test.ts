import type { Pmm } from '@odori/format';
import { serializeX } from '@odori/format/x';
import { createUrlResolver, PMMLoader } from '@odori/model';
import { zipSync } from 'fflate';
import { LoadingManager } from 'three';
import { afterAll, expect, test } from 'vitest';
import { pmmFile } from '#test/model/scene/pmm-file.js';
import { smallPmm, type SmallCameraKey } from '#test/model/scene/small-pmm.js';
import { bmp } from '#test/support/test-images.js';
import { difference } from '#test/support/compare-pictures.js';
import { dropFolder } from '#test/support/give-files.js';
import { ModelBuilder } from '#test/support/model-builder.js';
import { openDemo, type OpenDemo } from '#test/support/open-demo.js';
import { setDrawing } from '#test/support/open-page.js';
import { colorFilm } from '#test/support/test-film.js';
import { wavBytes } from '#test/support/wav-bytes.js';
import { XBuilder } from '#test/support/x-builder.js';

/** One page for the tests that open projects, because its example takes longer to load than they take. */
let demo: OpenDemo | undefined;

afterAll(() => demo?.close());

type Files = Record<string, Uint8Array<ArrayBuffer>>;

const BOARD = 'C:\\MMD\\UserFile\\Model\\Board.PMX';

/** A dark square in front of the camera. */
function board(): Uint8Array<ArrayBuffer> {
  const builder = new ModelBuilder();
  builder.material({ diffuse: [0, 0, 0, 1], ambient: [0, 0, 0] });
  builder.quad({ center: [0, 10, 0], width: 8, height: 8 });
  return Uint8Array.from(builder.bytes());
}

/** A project in which the square moves 20 units nearer within two seconds. */
function project(
  paths: readonly string[] = [BOARD],
  camera: readonly SmallCameraKey[] = [{ frame: 0 }],
  rest: Partial<Pmm> = {},
): Uint8Array<ArrayBuffer> {
  const bones = { センター: [{ frame: 0 }, { frame: 60, position: [0, 0, -20] as const }] };
  const models = paths.map((path, i) => ({ name: `踊り子${i}`, path, bones }));
  return pmmFile(smallPmm({ models, camera, rest }));
}

function withSong(waveOn: number): Partial<Pmm> {
  const { media } = smallPmm();
  return { media: { ...media, waveOn, wave: { ...media.wave, text: 'C:\\MMD\\UserFile\\Wave\\Song.wav' } } };
}

function drop(folder: string, files: Files): void {
  dropFolder(demo!, folder, ...Object.entries(files).map(([name, bytes]) => new File([bytes], name)));
}

function choose(name: string, bytes: Uint8Array<ArrayBuffer>): void {
  const transfer = new DataTransfer();
  transfer.items.add(new File([bytes], name));
  const input = demo!.part('files') as HTMLInputElement;
  input.files = transfer.files;
  input.dispatchEvent(new Event('change', { bubbles: true }));
}

function textOf(id: string): string {
  return demo!.part(id).textContent;
}

/** What the page says of each thing in the project. */
function contents(): string[] {
  return [...demo!.part('contents').querySelectorAll('li')].map((item) => {
    const path = item.querySelector('small')!.textContent;
    return item.textContent.slice(0, item.textContent.length - path.length);
  });
}

async function expectName(name: string): Promise<void> {
  await expect.poll(() => textOf('name')).toBe(name);
}

/** The pixels at another time than the current one. */
async function pixelsAt(seconds: number): Promise<Uint8ClampedArray> {
  demo!.change('time', String(seconds), 'input');
  await expect.poll(() => textOf('time-value')).toBe(`0:0${seconds.toFixed(1)}`);
  return demo!.pixels();
}

test('the example, a dropped folder and a zip play; missing models, broken files and missing projects are reported', async () => {
  demo = await openDemo('project');
  const { part, pixels, change, window } = demo;
  expect(contents()).toEqual([
    '踊り子 Dancer',
    '踊り子左 Left dancer',
    '踊り子右 Right dancer',
    '提灯 lantern',
    '舞台 stage',
    'dusk.png',
    'Lantern Night.wav',
  ]);
  expect(textOf('missing')).toBe('');
  const before = pixels();
  part('play').click();
  await expect.poll(() => difference(pixels(), before)).toBeGreaterThan(0.01);
  part('play').click();

  setDrawing(window, false); // until the board, which is small, has taken the example's place
  drop('show', { 'a.pmm': project(), 'b.pmm': project([BOARD, 'Model\\gone.pmx']), 'board.pmx': board() });
  await expectName('show/a.pmm');
  setDrawing(window, true);
  expect(contents()).toEqual(['踊り子0']);
  await expect.poll(() => textOf('duration')).toBe('/ 0:02.0'); // 60 frames
  // 8 of 24 units high, of 14
  expect(difference(await pixelsAt(0.1), await pixelsAt(1.9))).toBeGreaterThan(0.02);
  change('projects', 'show/b.pmm', 'change');
  await expectName('show/b.pmm');
  expect(contents()).toEqual(['踊り子0', '踊り子1 – missing']);
  expect(textOf('missing')).toMatch(/^1 of 2 models is not among the files\. /);
  expect(difference(await pixelsAt(0.1), await pixelsAt(1.9))).toBeGreaterThan(0.02);

  const zip = zipSync({ 'show/c.pmm': project(), 'show/UserFile/Model/board.pmx': board() });
  choose('show.zip', Uint8Array.from(zip));
  await expectName('show/show/c.pmm');
  expect(contents()).toEqual(['踊り子0']);
  expect(part('choice').hidden).toBe(true);
  expect(textOf('status')).toBe('');

  choose('short.pmm', project().slice(0, 400));
  await expect.poll(() => textOf('status')).toMatch(/^short\.pmm: The file ends too early\. /);
  choose('board.pmx', board());
  await expect
    .poll(() => textOf('status'))
    .toBe(
      'There is no MMD project (PMM) among these files.' +
        'board.pmx: this is a model. Open it on the page Dance or Bones.',
    );
  expect(textOf('name')).toBe('show/show/c.pmm');
  expect(demo.errors).toEqual([]);
});

test('createUrlResolver finds a model by the end of its path, and the textures beside it', async () => {
  const files = project(['D:\\MMD\\assets\\files\\dancer.pmx', 'Model\\gone.pmx']);
  const url = URL.createObjectURL(new Blob([files]));
  const loader = new PMMLoader().setOptions({ resolve: createUrlResolver('/demos') });
  const scene = await loader.loadAsync(url);
  expect(scene.report.notes.map(({ code, section }) => [code, section])).toEqual([
    ['missing-model', 'models[1]'],
  ]);
  const [dancer] = scene.models;
  expect(dancer!.report.notes).toEqual([]);
  expect(dancer!.rig.boneIndex('頭')).toBeGreaterThan(0);
  scene.dispose();

  const beside = await new PMMLoader().setResourcePath('/packages/sample/files/').loadAsync(url);
  expect(beside.models[0]!.name).toBe(dancer!.name);
  beside.dispose();
});

test('without a resolver, PMMLoader looks for models beside their project', async () => {
  const manager = new LoadingManager();
  const served = new Map([
    ['show/stage.pmm', URL.createObjectURL(new Blob([project()]))],
    ['show/Model/Board.PMX', URL.createObjectURL(new Blob([board()]))],
  ]);
  const asked: string[] = [];
  manager.setURLModifier((url) => (asked.push(url), served.get(url) ?? url));
  const scene = await new PMMLoader(manager).setPath('show/').loadAsync('stage.pmm');
  expect(asked).toEqual([
    'show/stage.pmm',
    'show/MMD/UserFile/Model/Board.PMX', // not on the server
    'show/UserFile/Model/Board.PMX', // not on the server either
    'show/Model/Board.PMX',
  ]);
  expect(scene.report.notes).toEqual([]);
  scene.dispose();
});

test('physics of the example is turned off and on; its song joins the dance where it is', async () => {
  const page = await openDemo('project', 'paused=1&seek=8');
  const { part, pixels } = page;
  const box = part('physics') as HTMLInputElement;
  expect([box.checked, box.disabled]).toEqual([true, false]);
  const moved = pixels();
  box.click();
  await expect.poll(() => difference(pixels(), moved)).toBeGreaterThan(0.0005);
  setDrawing(page.window, false);
  const [sound, time] = [part('sound'), part('time') as HTMLInputElement];
  await expect.poll(() => sound.hidden).toBe(false);
  sound.click();
  await expect.poll(() => time.valueAsNumber).toBeGreaterThan(8);
  expect([sound.textContent, part('play').getAttribute('aria-label')]).toEqual(['Mute', 'Pause']);
  const before = time.valueAsNumber;
  sound.click();
  await expect.poll(() => time.valueAsNumber).toBeGreaterThan(before);
  expect([sound.textContent, part('play').getAttribute('aria-label')]).toEqual(['Tap for sound', 'Pause']);
  expect(page.errors).toEqual([]);
  page.close();
});

/** The color of a pixel of the page's picture: r g b a. */
function colorAt(x: number, y: number): number[] {
  const { width } = demo!.part('view') as HTMLCanvasElement;
  return [...demo!.pixels().subarray(4 * (y * width + x), 4 * (y * width + x) + 4)];
}

/** Codecs change colors a little. */
function isNear(color: readonly number[], expected: readonly number[]): boolean {
  return expected.every((value, i) => Math.abs(color[i] - value) < 8);
}

function sizeOfPicture(): number[] {
  const { width, height } = demo!.part('view') as HTMLCanvasElement;
  return [width, height];
}

test('a project has its own background and the shape of its picture, or fills the view', async () => {
  demo ??= await openDemo('project');
  const { editor, display, media } = smallPmm();
  const square = { editor: { ...editor, outputWidth: 400, outputHeight: 400 } };
  const withPicture: Partial<Pmm> = {
    ...square,
    display: { ...display, blackBackground: 1, fpsLimit: 30 },
    media: {
      ...media,
      backgroundOn: 1,
      backgroundScale: 200,
      background: { ...media.background, text: 'C:\\MMD\\Sky.bmp' },
      aviOn: 1,
      aviScale: 1,
      avi: { ...media.avi, text: 'C:\\MMD\\Dance.avi' },
    },
  };
  const sky = bmp({ width: 1, rows: [[[9, 201, 60]]] }); // 200 × 200 pixels at the upper left
  drop('show', {
    'a.pmm': project([BOARD], [{ frame: 0 }], withPicture),
    'board.pmx': board(),
    'sky.bmp': new Uint8Array(await sky.arrayBuffer()),
  });
  await expectName('show/a.pmm');
  expect(textOf('output')).toBe('400 × 400 pixels, at most 30 frames per second');
  expect(contents()).toEqual([
    '踊り子0',
    'Sky.bmp',
    'Dance.avi – browsers do not play AVI: convert the film to Dance.mp4 or Dance.webm, and put it beside Dance.avi',
  ]);
  await expect.poll(sizeOfPicture).toEqual([90, 90]);
  await expect.poll(() => colorAt(10, 10)).toEqual([9, 201, 60, 255]);
  expect(colorAt(80, 80)).toEqual([0, 0, 0, 255]);
  demo.change('picture', 'fill', 'change');
  await expect.poll(sizeOfPicture).toEqual([160, 90]);
  await expect.poll(() => colorAt(78, 10)).toEqual([9, 201, 60, 255]);
  expect(colorAt(82, 10)).toEqual([0, 0, 0, 255]);

  demo.change('picture', 'whole', 'change');
  const film = await colorFilm(['#ff0000', '#00ff00', '#0000ff', '#ffffff'], 2);
  drop('film', {
    'c.pmm': project([BOARD], [{ frame: 0 }], withPicture),
    'board.pmx': board(),
    'sky.bmp': new Uint8Array(await sky.arrayBuffer()),
    'dance.mp4': new Uint8Array(await film.arrayBuffer()),
  });
  await expectName('film/c.pmm');
  expect(contents()).toEqual(['踊り子0', 'Sky.bmp', 'Dance.avi']);
  for (const [seconds, expected] of [
    [1.1, [0, 0, 255]],
    [0.6, [0, 255, 0]],
  ] as const) {
    demo.change('time', String(seconds), 'input');
    await expect.poll(() => isNear(colorAt(5, 5), expected)).toBe(true); // 64 of 400 pixels
    expect(colorAt(30, 5)).toEqual([9, 201, 60, 255]);
  }
  demo.part('play').click();
  await expect.poll(() => isNear(colorAt(5, 5), [255, 255, 255])).toBe(true);
  demo.part('play').click();

  drop('plain', { 'b.pmm': project([BOARD], [{ frame: 0 }], square), 'board.pmx': board() });
  await expectName('plain/b.pmm');
  await expect.poll(() => colorAt(10, 10)).toEqual([255, 255, 255, 255]);
  expect(demo.errors).toEqual([]);
});

test('a screen shows the last picture; its file may be missing', async () => {
  demo ??= await openDemo('project');
  const { accessories, display } = smallPmm({
    accessories: [{ name: 'tv', path: 'UserFile\\Accessory\\tv.x', keys: [{ frame: 0, scale: 100 }] }],
  });
  const rest = { accessories, display: { ...display, captureMode: 1 } };
  drop('tv', {
    'tv.pmm': project([BOARD], [{ frame: 0 }], rest),
    'board.pmx': board(),
    'tv.x': serializeX(new XBuilder().quad([0, 0, 0], 1, { texture: 'screen.bmp' }).build()),
  });
  await expectName('tv/tv.pmm');
  expect(contents()).toEqual(['踊り子0', 'tv']);
});

test('an orthographic camera is shown; the song joins when it may and then sets the time, unless the project has it switched off', async () => {
  demo ??= await openDemo('project');
  const { part, window, change } = demo;
  const songs = listenForSongs(window);
  const flat = [{ frame: 0, perspectiveOff: 1 }];
  const files = { 'board.pmx': board(), 'song.WAV': wavBytes(3) };
  drop('show', { 'flat.pmm': project([BOARD], flat, withSong(0)), ...files });
  await expectName('show/flat.pmm');
  expect(contents()[1]).toBe('Song.wav – the song is switched off in the project');
  expect(songs).toEqual([]);
  // the square moves nearer but does not look larger
  expect(difference(await pixelsAt(0.1), await pixelsAt(1.9))).toBeLessThan(0.002);
  change('camera', 'free', 'change'); // the free camera is perspective
  expect(difference(await pixelsAt(0.1), await pixelsAt(1.8))).toBeGreaterThan(0.02);

  drop('show', { 'on.pmm': project([BOARD], flat, withSong(1)), ...files });
  await expectName('show/on.pmm');
  expect(contents()[1]).toBe('Song.wav');
  const time = part('time') as HTMLInputElement;
  await expect.poll(() => time.max).toBe('3');
  const allow = refuse(songs[0], window); // as browsers do before the user has clicked
  expect(textOf('sound')).toBe('Mute');
  part('play').click();
  await expect.poll(() => textOf('sound')).toBe('Tap for sound'); // the dance begins without it
  await expect.poll(() => time.valueAsNumber).toBeGreaterThan(0);
  expect([time.max, songs[0].paused, textOf('status')]).toEqual(['2', true, '']);
  expect(part('play').getAttribute('aria-label')).toBe('Pause');
  allow();
  part('sound').click();
  expect(textOf('sound')).toBe('Mute');
  await expect.poll(() => time.max).toBe('3');
  await expect.poll(() => songs[0].currentTime).toBeGreaterThan(0.3);
  songs[0].pause(); // as headphone buttons do
  await expect.poll(() => part('play').getAttribute('aria-label')).toBe('Play');
  await expect.poll(() => Math.abs(time.valueAsNumber - songs[0].currentTime)).toBeLessThan(1e-3);
  expect(demo.errors).toEqual([]);
});

/** Makes `play()` fail. Returns a function that restores it. */
function refuse(song: HTMLAudioElement, window: Window): () => void {
  const { DOMException: PageError } = window as Window & { DOMException: typeof DOMException };
  song.play = () => Promise.reject(new PageError('no', 'NotAllowedError'));
  return () => Reflect.deleteProperty(song, 'play');
}

/** Collects the audio elements that the page creates from now on. */
function listenForSongs(window: Window): HTMLAudioElement[] {
  const songs: HTMLAudioElement[] = [];
  const page = window as Window & { Audio: typeof Audio };
  page.Audio = new Proxy(page.Audio, {
    construct(make, [url]: [string]) {
      const song = new make(url);
      songs.push(song);
      return song;
    },
  });
  return songs;
}
