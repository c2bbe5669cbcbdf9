import type { OdoriPlayerElement } from '@odori/element';
import { createVmd, serializePmx, serializeVmd, type VmdContent } from '@odori/format';
import { zipSync } from 'fflate';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { pixelsOf } from '#test/support/compare-pictures.js';
import { choose, drop } from '#test/support/give-files.js';
import { dancerBuilder } from '#test/support/model-builder.js';
import { openPage, setDrawing, waitUntil, withoutDrawing, type OpenPage } from '#test/support/open-page.js';
import { modelFile, projectFile, vmdFile, vpdFile } from '#test/support/opened-files.js';
import { bmp } from '#test/support/test-images.js';
import { wavBytes } from '#test/support/wav-bytes.js';

/**
 * One page for all tests, because loading the dancer takes a while. It draws only where a test looks at its
 * picture.
 */
let page: OpenPage;

beforeAll(async () => {
  page = await openPage(`/demos/dance/index.html?t=5&paused=1&${VIEW}&size=160x90`, withoutDrawing);
  const { dataset } = page.document.documentElement;
  // the panels are loaded
  await waitUntil(() => dataset['ready'] === 'true' && page.document.querySelector('.close') !== null);
});
afterAll(() => page?.close());

/** A free camera from the left, as in a link that a user has shared. */
const VIEW = 'view=-40,14,9,0,10,0,30';

interface Dance {
  readonly document: Document;
  readonly player: OdoriPlayerElement;
  readonly part: (selector: string) => HTMLElement;
  readonly input: (selector: string) => HTMLInputElement;
  readonly list: (selector: string) => HTMLSelectElement;
  readonly text: (selector: string) => string;
  readonly pixels: () => Promise<Uint8ClampedArray>;
}

/** The page, as it is. */
function dance(): Dance {
  const { document } = page;
  const part = (selector: string): HTMLElement => document.querySelector<HTMLElement>(selector)!;
  const player = part('#view') as OdoriPlayerElement;
  return {
    document,
    player,
    part,
    input: (selector) => part(selector) as HTMLInputElement,
    list: (selector) => part(selector) as HTMLSelectElement,
    text: (selector) => part(selector).textContent,
    pixels: async () => picturePixels(await player.capture({ background: 'transparent' })),
  };
}

async function picturePixels(png: Blob): Promise<Uint8ClampedArray> {
  const image = await createImageBitmap(png);
  const canvas = document.createElement('canvas');
  [canvas.width, canvas.height] = [image.width, image.height];
  canvas.getContext('2d')!.drawImage(image, 0, 0);
  return pixelsOf(canvas);
}

/**
 * The page with its own dance, paused in its own camera, after a reset of everything that a test before has
 * opened.
 */
async function still(seconds: number): Promise<Dance> {
  const shown = dance();
  const { player, part } = shown;
  player.pause();
  if (!part('#reset').hidden) {
    part('#reset').click();
    await expect.poll(() => part('#reset').hidden).toBe(true);
  }
  player.cameraMode = 'motion';
  press(shown, 'Escape');
  const { dataset } = shown.document.documentElement;
  delete dataset['ready']; // until hair and clothes have come to rest
  player.currentTime = seconds;
  await expect.poll(() => dataset['ready']).toBe('true');
  page.errors.length = 0;
  return shown;
}

function press({ document }: Dance, key: string): void {
  document.body.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }));
}

function select({ list }: Dance, name: string, index: number): void {
  const options = list(`#card select[name=${name}]`);
  options.selectedIndex = index;
  options.dispatchEvent(new Event('change'));
}

/** A large textured square in front of the camera. */
function board(texture: string, name = 'Test'): Uint8Array<ArrayBuffer> {
  const builder = dancerBuilder();
  builder.material({ texture: builder.texture(texture) });
  builder.quad({ center: [0, 10, -2], width: 16, height: 16 });
  return Uint8Array.from(serializePmx({ ...builder.build(), name }));
}

const blue = bmp({ width: 1, rows: [[[0, 0, 255]]] });

function motionBytes(content: VmdContent): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(serializeVmd(createVmd(content)));
}

/** The fraction of pixels that are blue rather than anything else, in any light of the stage; 0 to 1. */
function blueFraction(pixels: Uint8ClampedArray): number {
  let count = 0;
  for (let i = 0; i < pixels.length; i += 4) {
    if (pixels[i + 2] > 100 + Math.max(pixels[i], pixels[i + 1])) count++;
  }
  return (4 * count) / pixels.length;
}

test('a shared link opens the dance at its time, in its pause and with its free camera', async () => {
  const shown = dance();
  const { player } = shown;
  await expect.poll(() => player.cameraMode).toBe('orbit');
  await expect.poll(() => player.loadedMotion?.bones.size).toBeGreaterThan(50);
  expect([player.currentTime, player.paused]).toEqual([5, true]);
  press(shown, 's');
  const link = new URL(shown.input('#link').value);
  const numbers = link.searchParams.get('view')!.split(',').map(Number);
  const eye = [-40, 14, 9];
  numbers.slice(0, 3).forEach((value, axis) => expect(value).toBeCloseTo(eye[axis], 1));
  expect(link.search.replace(/view=.*/, '')).toBe('?t=5&paused=1&');
  expect(page.errors).toEqual([]);
});

test('in the camera of the dance, the link has no camera', async () => {
  const shown = await still(12.34);
  press(shown, 's');
  expect(new URL(shown.input('#link').value).search).toBe('?t=12.3&paused=1');
  expect(shown.text('#share-what')).toBe('Link to 0:12, paused');
  expect(shown.part('#share-note').hidden).toBe(true);
});

test('a key opens a panel, Escape closes it, and the focus goes to the panel and to its button', async () => {
  const shown = await still(0);
  const { document, part } = shown;
  press(shown, 't');
  expect([part('#practice').hidden, document.activeElement?.id]).toEqual([false, 'practice']);
  press(shown, 'o');
  expect([part('#practice').hidden, part('#open').hidden]).toEqual([true, false]);
  press(shown, 'Escape');
  const button = part('[data-panel=open]');
  expect([part('#open').hidden, document.activeElement === button]).toEqual([true, true]);
  expect(button.getAttribute('aria-expanded')).toBe('false');
});

test('a song of unknown length, as from a server that streams, leaves “Practice” the length of the dance', async () => {
  const { player, input } = await still(0);
  const { duration } = player;
  Object.defineProperty(player, 'duration', { value: Infinity, configurable: true });
  player.dispatchEvent(new Event('durationchange'));
  expect([Number(input('#part-end').max), page.errors]).toEqual([player.loadedMotion!.duration, []]);
  Reflect.deleteProperty(player, 'duration');
  player.dispatchEvent(new Event('durationchange'));
  expect(input('#part-end').valueAsNumber).toBeCloseTo(duration, 1);
});

test('arrow keys skip ten seconds, comma and period step one frame, and space starts playback', async () => {
  const shown = await still(5);
  const { player } = shown;
  press(shown, 'ArrowRight');
  expect(player.currentTime).toBe(15);
  press(shown, 'ArrowLeft');
  press(shown, '.');
  expect(player.currentTime).toBeCloseTo(5 + 1 / 30);
  press(shown, ',');
  expect(player.currentTime).toBeCloseTo(5);
  press(shown, ' ');
  await expect.poll(() => player.currentTime).toBeGreaterThan(5.1);
  expect(player.paused).toBe(false);
});

test('P turns physics off and on, as the box in the panel says', async () => {
  const shown = await still(5);
  const { player } = shown;
  const mode = (): unknown => player.loadedModel?.physics?.mode;
  await expect.poll(mode).toBeDefined(); // physics comes after the picture
  const last = mode();
  press(shown, 'p');
  expect([shown.input('#physics').checked, mode()]).toEqual([false, 'off']);
  press(shown, 'p');
  expect([shown.input('#physics').checked, mode()]).toEqual([true, last]);
});

test('I shows the frame, the size of the model and the draw calls, in a pause at once', async () => {
  const shown = await still(5);
  press(shown, 'i');
  expect(shown.text('#stats')).toMatch(/^frame150frames per secondpausedbones\d+.*draw calls[1-9]\d*$/);
  void shown.player.play();
  await expect.poll(() => shown.text('#stats')).toMatch(/frame1[5-9]\d.*bones\d+.*draw calls\d+/);
  press(shown, 'i');
  expect(shown.part('#stats').hidden).toBe(true);
});

test('G shows the concert, whose wall shows a picture that is dropped, and the festival again', async () => {
  const shown = await still(5);
  const { player, text, part, input } = shown;
  press(shown, 'g');
  await expect.poll(() => player.alt).toContain('concert');
  press(shown, 's');
  expect(new URL(input('#link').value).search).toBe('?stage=concert&t=5&paused=1');
  drop(page, new File([blue], 'sea.bmp'));
  await expect.poll(() => text('#stage-note')).toBe('sea.bmp is on the wall. It stays on your device.');
  expect([part('#more').hidden, part('#remove-picture').hidden]).toEqual([false, false]);
  drop(page, new File(['no picture'], 'broken.png'));
  await expect.poll(() => text('#stage-note')).toContain('broken.png: the browser cannot read this picture');
  press(shown, 'g');
  await expect.poll(() => player.alt).toContain('lanterns');
});

test('A and B repeat a part, and another dance forgets it', async () => {
  const shown = await still(20);
  const { player } = shown;
  press(shown, 'a');
  player.currentTime = 21;
  press(shown, 'b');
  expect(player.player.loopRange).toEqual({ start: 20, end: 21 });
  player.currentTime = 20.9;
  void player.play();
  await expect.poll(() => player.currentTime).toBeLessThan(20.8);
  player.pause();
  press(shown, 'z');
  expect(player.player.loopRange).toBeUndefined();
  press(shown, 'z');
  drop(page, vmdFile('nod.vmd'));
  await expect.poll(() => shown.text('#card-content')).toContain('nod.vmd');
  expect(player.player.loopRange).toBeUndefined();
});

test('a count of three begins at the start of the part; playing ends it', async () => {
  const shown = await still(20);
  const { player, part, text } = shown;
  press(shown, 'a');
  player.currentTime = 25;
  part('#count-in').click();
  await expect.poll(() => text('#count')).toBe('1');
  expect([player.currentTime, player.paused]).toEqual([20, true]);
  await player.play();
  await expect.poll(() => text('#count')).toBe('');
  press(shown, 'z');
});

test('the mirror exchanges left and right at the same time of the dance, and back', async () => {
  const shown = await still(5);
  const { player } = shown;
  const wrist = (side: string): number =>
    player.loadedModel!.rig.worldPositions[3 * player.loadedModel!.rig.boneIndex(`${side}手首`)];
  const [left, right] = ['左', '右'].map(wrist);
  expect(left).not.toBeCloseTo(-right, 1);
  press(shown, 'a');
  const part = player.player.loopRange;
  press(shown, 'x');
  await expect.poll(() => wrist('左')).toBeCloseTo(-right, 1);
  expect([player.currentTime, shown.input('#mirror').checked]).toEqual([5, true]);
  expect([part?.start, player.player.loopRange]).toEqual([5, part]); // the part still repeats
  press(shown, 'x');
  await expect.poll(() => wrist('左')).toBeCloseTo(left, 1);
  press(shown, 'z');
});

test('the panel “Record” estimates the size of a video before a recording, which can be stopped', async () => {
  const shown = await still(5);
  const { player, part, text } = shown;
  const record = vi.spyOn(player, 'record');
  Object.defineProperty(page.window, 'showSaveFilePicker', { value: undefined }); // nobody would answer it
  press(shown, 'r');
  expect(text('#estimate')).toMatch(/about [\d.]+ MB\.$/);
  expect(record).not.toHaveBeenCalled();
  part('#film-start').click();
  const bar = part('#film-progress') as HTMLProgressElement;
  await expect.poll(() => bar.value).toBeGreaterThan(0);
  part('#film-stop').click();
  await expect.poll(() => bar.hidden).toBe(true);
  expect([text('#film-result'), player.currentTime, player.paused]).toEqual(['', 5, true]);
  expect(page.errors).toEqual([]);
});

test('the link is copied, and a still picture is saved', async () => {
  const shown = await still(5);
  const { part, text, input } = shown;
  const written = vi.fn<(link: string) => Promise<void>>(() => Promise.resolve());
  Object.defineProperty(page.window.navigator, 'clipboard', { value: { writeText: written } });
  press(shown, 's');
  part('#copy').click();
  await expect.poll(() => text('#copy')).toBe('Copied');
  expect(written).toHaveBeenCalledWith(input('#link').value);
  const saved: string[] = [];
  const { HTMLAnchorElement: Anchor } = page.window as Window & typeof globalThis;
  vi.spyOn(Anchor.prototype, 'click').mockImplementation(function save(this: HTMLAnchorElement) {
    saved.push(this.download);
  });
  part('#still').click();
  await expect.poll(() => saved).toEqual(['odori-dance.png']);
});

test('a model and its texture, chosen together, are shown by the automatic camera, and the dance goes on where it is', async () => {
  const shown = await still(5);
  const { player, text } = shown;
  choose(page, 'files', new File([board('face.bmp')], 'board.pmx'), new File([blue], 'Face.BMP'));
  await expect.poll(() => text('#status')).toBe('Now showing Test.');
  expect([player.loadedModel?.name, player.loadedModel?.report.notes]).toEqual(['Test', []]);
  expect(text('#card-content')).toContain('MotionLantern Night');
  expect(text('#card .missing')).toMatch(/^Missing: \d+ bones and \d+ morphs\.$/); // of the dance of the page
  expect(text('#card .more')).toContain('頭 head');
  expect([player.currentTime, player.paused, player.camera]).toEqual([5, true, 'auto']);
  expect(page.errors).toEqual([]);
});

test('a missing texture is counted in a line, and named in the details', async () => {
  const shown = await still(0);
  drop(page, new File([board('tex\\face.bmp')], 'board.pmx'));
  await expect.poll(() => shown.text('#card-content')).toMatch(/Missing: .* and 1 texture\./);
  expect(shown.text('#card .more')).toContain('tex\\face.bmp');
});

test('a zip can contain a model, its texture and a motion, which starts to play at its beginning', async () => {
  const shown = await still(5);
  const { player, text } = shown;
  const away = motionBytes({
    bones: [0, 900].map((frame) => ({ name: 'センター', frame, position: [0, -40, 0] as const })),
  });
  const files = {
    'a/board.pmx': board('tex\\face.bmp'),
    'a/tex/face.bmp': new Uint8Array(await blue.arrayBuffer()),
    'a/dance/away.vmd': away,
    'a/readme.txt': away,
  };
  drop(page, new File([Uint8Array.from(zipSync(files))], 'more.zip'));
  await expect.poll(() => text('#status')).toBe('Now showing Test. Now playing away.vmd.');
  await expect.poll(() => player.paused).toBe(false);
  expect(player.currentTime).toBeLessThan(4);
  expect([player.audio, player.loadedMotion?.duration]).toEqual([null, 30]);
  expect(player.loadedModel?.report.notes).toEqual([]);
  expect(player.loadedModel?.rig.worldPositions[1]).toBeCloseTo(-40);
});

test('several models are shown together, each with a place', async () => {
  const shown = await still(0);
  const models = ['a.pmx', 'b.pmx'].map((name) => new File([board('', name)], name));
  drop(page, ...models);
  await expect.poll(() => shown.text('#status')).toBe('Now playing a.pmx · b.pmx.');
  const items = [...shown.document.querySelectorAll('.contents li')];
  expect(items.map((item) => item.firstChild!.textContent)).toEqual(['a.pmx', 'b.pmx']);
  const button = shown.document.querySelector<HTMLButtonElement>('[data-panel=places]')!;
  await expect.poll(() => button.hidden).toBe(false);
  button.click();
  const handles = (): (string | null)[] =>
    [...shown.document.querySelectorAll('.place-handle')].map((handle) => handle.getAttribute('aria-label'));
  await expect.poll(handles).toEqual(['Place of a.pmx', 'Place of b.pmx']);
  expect(page.errors).toEqual([]);
});

test('of several motions and poses, the first motion plays, and the others can be chosen; a pose is not mixed in', async () => {
  const shown = await still(0);
  const { player, text } = shown;
  drop(
    page,
    vmdFile('first.vmd'),
    vmdFile('second.vmd'),
    vpdFile('wink.vpd', { morphs: [{ name: 'ウィンク', weight: 1 }] }),
  );
  await expect.poll(() => text('#card-content')).toContain('second.vmd');
  const options = shown.list('#card select[name=Motion]');
  expect([...options.options].map((option) => option.text)).toEqual(['first.vmd', 'second.vmd', 'wink.vpd']);
  expect([options.selectedIndex, player.loadedMotion?.morphs.size]).toEqual([0, 0]);
  select(shown, 'Motion', 2);
  const wink = (): number =>
    player.loadedModel!.rig.pose.morphWeights.reduce((sum, weight) => sum + weight, 0);
  await expect.poll(wink).toBe(1);
  expect(player.loadedMotion).toBeUndefined();
});

test('a dropped camera films the dance of the page; a dropped dance ends its song and gets the automatic camera', async () => {
  const shown = await still(0);
  const { player, text } = shown;
  const camera = motionBytes({ cameras: [{ frame: 0, distance: -300 }] });
  drop(page, new File([camera], 'far.vmd'));
  await expect.poll(() => text('#card-content')).toContain('far.vmd');
  expect(player.audio).not.toBeNull();
  select(shown, 'Camera', 1);
  await expect.poll(() => player.camera).toBe('../assets/files/camera.vmd');
  shown.part('.card .reset').click();
  drop(page, vmdFile('nod.vmd'));
  await expect.poll(() => shown.text('#status')).toBe('Now playing nod.vmd.');
  expect([player.camera, player.audio]).toEqual(['auto', null]);
  await expect.poll(() => player.paused).toBe(false);
});

test('files that are dropped one after the other add up to one picture', async () => {
  const shown = await still(0);
  const { player, text, pixels } = shown;
  drop(page, new File([board('face.bmp')], 'board.pmx'), new File([blue], 'face.bmp'));
  drop(page, new File([motionBytes({ bones: [{ name: '尻尾', frame: 0 }] })], 'tail.vmd')); // 尻尾: tail
  drop(page, new File([motionBytes({ cameras: [{ frame: 0 }] })], 'front.vmd'));
  await expect.poll(() => text('#card-content')).toContain('front.vmd');
  expect(text('#card .more')).toContain('1 bone that this model does not have: 尻尾 tail');
  expect([player.loadedModel?.name, player.loadedMotion?.bones.size]).toEqual(['Test', 1]);
  setDrawing(page.window, true);
  await expect.poll(async () => blueFraction(await pixels())).toBeGreaterThan(0.05);
  setDrawing(page.window, false);
  expect(page.errors).toEqual([]);
});

test('an opened song plays and sets the duration; a motion without a song is silent', async () => {
  const shown = await still(0);
  const { player, text, part } = shown;
  expect(player.audio).toMatch(/song\.(?:ogg|m4a)$/);
  drop(page, new File([wavBytes(3)], 'silence.wav'));
  await expect.poll(() => text('#status')).toBe('Now playing silence.wav.');
  await expect.poll(() => player.duration).toBeCloseTo(3);
  await expect.poll(() => player.paused).toBe(false);
  expect(player.muted).toBe(false);
  part('.card .reset').click();
  drop(page, new File([motionBytes({ bones: [{ name: '頭', frame: 60 }] })], 'nod.vmd'));
  await expect.poll(() => player.duration).toBe(2);
  expect(player.audio).toBeNull();
  expect(page.errors).toEqual([]);
});

test('a broken model is reported, and the model before stays', async () => {
  const shown = await still(0);
  const { player, text } = shown;
  const { loadedModel } = player;
  drop(page, new File([board('').subarray(0, 99)], 'broken.pmx'));
  await expect.poll(() => text('#card-content')).toContain('broken.pmx: The file ends too early.');
  expect(player.loadedModel).toBe(loadedModel);
  expect(page.errors).toEqual([]);
});

test('the terms of the author of a model are shown as text', async () => {
  const shown = await still(0);
  const pmx = Object.assign(dancerBuilder().build(), {
    name: '踊り子',
    nameEn: 'Dancer',
    comment: '再配布禁止\r\n<b>x</b>',
  });
  drop(page, new File([Uint8Array.from(serializePmx(pmx))], 'dancer.pmx'));
  await expect.poll(() => shown.text('#card-content')).toContain('踊り子 Dancer');
  const comment = shown.part('#card .author .comment');
  expect([comment.textContent, comment.lang]).toEqual(['再配布禁止\n<b>x</b>', 'ja']);
  expect(shown.text('#card .missing')).toBe(
    'This model has only bones and no surface: there is nothing to see.',
  );
});

test('a dropped project plays in the same player, with its own camera, and a reset brings the dancer back', async () => {
  const shown = await still(0);
  const { player, part, text } = shown;
  drop(page, projectFile('show.pmm'), modelFile('dancer.pmx'));
  await expect.poll(() => text('#card-content')).toContain('show.pmm');
  await expect.poll(() => player.duration).toBe(2); // 60 frames
  expect(player.player.playables.length).toBe(2); // the scene, and a model without anything to see
  await expect.poll(() => player.paused).toBe(false);
  part('.card .reset').click();
  await expect.poll(() => player.loadedModel?.rig.definition.boneCount).toBeGreaterThan(100);
  expect(player.player.playables).toEqual([player.loadedModel]);
  expect(page.errors).toEqual([]);
});

test('“Back to the example dance” brings dancer, dance, camera and song back, from the beginning', async () => {
  const shown = await still(9);
  const { player, part } = shown;
  drop(page, modelFile('board.pmx'), vmdFile('nod.vmd'), new File([wavBytes(3)], 'silence.wav'));
  await expect.poll(() => player.paused).toBe(false);
  player.pause();
  part('.card .reset').click();
  await expect.poll(() => player.loadedModel?.rig.definition.boneCount).toBeGreaterThan(100);
  await expect.poll(() => part('#reset').hidden).toBe(true);
  const { motion, camera, audio, currentTime } = player;
  const names = [motion, camera, audio].map(
    (input) => typeof input === 'string' && input.replace(/^.*\//, ''),
  );
  expect(names).toEqual(['dance.zip', 'camera.vmd', expect.stringMatching(/^song\./)]);
  expect(currentTime).toBe(0);
  expect(page.errors).toEqual([]);
});
