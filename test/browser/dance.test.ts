import { createVmd, serializePmx, serializeVmd, type VmdContent } from '@odori/format';
import { zipSync } from 'fflate';
import { afterAll, expect, test } from 'vitest';
import golden from '#test/golden/dance-5s.png?url';
import { difference, isSwiftShader, loadImage, pixelsOf } from '#test/support/compare-pictures.js';
import { ModelBuilder } from '#test/support/model-builder.js';
import { openPage, type OpenPage } from '#test/support/open-page.js';
import { bmp } from '#test/support/test-images.js';
import { wavBytes } from '#test/support/wav-bytes.js';

/** One page for all tests, because loading the dancer takes a while. */
let page: OpenPage | undefined;

afterAll(() => page?.close());

/** Shows a small still picture of the dance, after a reset of everything that a test before has opened. */
async function still(seconds: number): Promise<{ pixels: () => Uint8ClampedArray; document: Document }> {
  page ??= await openPage('/demos/dance/index.html?seek=0&paused=1&size=320x180');
  const { document, errors } = page;
  await expect.poll(() => document.documentElement.dataset['ready'], { timeout: 20_000 }).toBe('true');
  const part = (id: string): HTMLElement => document.querySelector<HTMLElement>(`#${id}`)!;
  if (part('sound').getAttribute('aria-pressed') === 'true') part('sound').click();
  if (part('play').getAttribute('aria-label') === 'Pause') part('play').click();
  if (!part('reset').hidden) part('reset').click();
  part('close').click();
  const seek = part('seek') as HTMLInputElement;
  delete document.documentElement.dataset['ready']; // until hair and clothes have come to rest
  seek.value = String(seconds);
  seek.dispatchEvent(new Event('input', { bubbles: true }));
  await expect.poll(() => document.documentElement.dataset['ready'], { timeout: 20_000 }).toBe('true');
  errors.length = 0;
  return { pixels: () => pixelsOf(document.querySelector('canvas')!), document };
}

function choose(document: Document, ...files: File[]): void {
  const transfer = new DataTransfer();
  for (const file of files) transfer.items.add(file);
  const input = document.querySelector<HTMLInputElement>('input[type=file]')!;
  input.files = transfer.files;
  input.dispatchEvent(new Event('change', { bubbles: true }));
}

function press(document: Document, key: string): void {
  const code = key === ' ' ? 'Space' : key;
  document.body.dispatchEvent(new KeyboardEvent('keydown', { key, code, bubbles: true, cancelable: true }));
}

test('the page starts with its own dance and without errors', async () => {
  const { document } = await still(0);
  await expect.poll(() => document.querySelector('#stats')?.textContent).toContain('missing bones: 0');
  expect(page!.errors).toEqual([]);
});

test.skipIf(!isSwiftShader())('without physics, the picture equals the reference picture', async () => {
  const { pixels, document } = await still(5);
  const reference = pixelsOf(await loadImage(golden));
  press(document, 'p');
  await expect.poll(() => difference(pixels(), reference)).toBeLessThan(0.01);
  press(document, 'p');
});

/** A busy machine needs seconds for a picture. */
const PATIENT = { timeout: 10_000 };

test('an arrow key and a seek change the picture, and seeking back restores it', async () => {
  const { pixels, document } = await still(5);
  const before = pixels();
  press(document, 'ArrowRight');
  await expect.poll(() => difference(pixels(), before), PATIENT).toBeGreaterThan(0.02);
  press(document, 'ArrowLeft');
  await expect.poll(() => difference(pixels(), before), PATIENT).toBeLessThan(0.001);
  const seek = document.querySelector<HTMLInputElement>('#seek')!;
  seek.value = String(Number(seek.max) / 2);
  seek.dispatchEvent(new Event('input', { bubbles: true }));
  await expect.poll(() => difference(pixels(), before), PATIENT).toBeGreaterThan(0.02);
});

test('P turns physics off and on: hair and clothes follow their keyframes meanwhile', async () => {
  const { pixels, document } = await still(5);
  const button = document.querySelector('#physics')!;
  const moved = pixels();
  expect(button.getAttribute('aria-pressed')).toBe('true');
  press(document, 'p');
  expect(button.getAttribute('aria-pressed')).toBe('false');
  await expect.poll(() => difference(pixels(), moved)).toBeGreaterThan(0.001);
  press(document, 'p');
  await expect.poll(() => difference(pixels(), moved), { timeout: 10_000 }).toBeLessThan(0.001);
});

test('the space bar starts playback', async () => {
  const { pixels, document } = await still(5);
  const before = pixels();
  press(document, ' ');
  await expect.poll(() => difference(pixels(), before), { timeout: 10_000 }).toBeGreaterThan(0.02);
  expect(document.querySelector('#play')!.getAttribute('aria-label')).toBe('Pause');
});

test('a motion with an unknown bone is counted as missing, and a bad file is reported', async () => {
  const { document } = await still(0);
  const bones = [
    { name: '頭', frame: 60 },
    { name: '尻尾', frame: 0 }, // a tail
  ];
  choose(document, new File([serializeVmd(createVmd({ bones }))], 'tail.vmd'));
  await expect.poll(() => document.querySelector('#stats')?.textContent, SOON).toContain('missing bones: 1');
  choose(document, new File(['no motion at all, however long one reads on in it'], 'bad.vmd'));
  await expect.poll(() => document.querySelector('#status')?.textContent, SOON).toContain('bad.vmd');
  expect(page!.errors).toEqual([]);
});

/** A large textured square in front of the camera. */
function board(texture: string): Uint8Array<ArrayBuffer> {
  const builder = new ModelBuilder();
  builder.material({ texture: builder.texture(texture) });
  builder.quad({ center: [0, 10, -2], width: 16, height: 16 });
  return Uint8Array.from(builder.bytes());
}

const blue = bmp({ width: 1, rows: [[[0, 0, 255]]] });

function motionBytes(content: VmdContent): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(serializeVmd(createVmd(content)));
}

/** The fraction of pixels with a colour, 0 to 1. */
function fractionOf(pixels: Uint8ClampedArray, [r, g, b]: readonly number[]): number {
  let count = 0;
  for (let i = 0; i < pixels.length; i += 4) {
    const off = Math.abs(pixels[i] - r) + Math.abs(pixels[i + 1] - g) + Math.abs(pixels[i + 2] - b);
    if (off < 12) count++;
  }
  return (4 * count) / pixels.length;
}

/** Reading a model takes a while. */
const SOON = { timeout: 10_000 };
const BLUE = [0, 0, 255] as const;

const statusOf = (document: Document): string => document.querySelector('#status')!.textContent;

test('a model and its texture, chosen together, are shown', async () => {
  const { pixels, document } = await still(0);
  choose(document, new File([board('face.bmp')], 'board.pmx'), new File([blue], 'Face.BMP'));
  await expect.poll(() => fractionOf(pixels(), BLUE), SOON).toBeGreaterThan(0.1);
  expect(statusOf(document)).toBe('Now showing Test.');
  expect(document.querySelector('#stats')!.textContent).toContain('4 vertices · 1 material');
  expect(page!.errors).toEqual([]);
});

test('a missing texture is reported', async () => {
  const { pixels, document } = await still(0);
  choose(document, new File([board('tex\\face.bmp')], 'board.pmx'));
  await expect.poll(() => statusOf(document), SOON).toContain('tex\\face.bmp');
  await expect.poll(() => fractionOf(pixels(), [255, 255, 255]), SOON).toBeGreaterThan(0.1);
  expect(page!.errors).toEqual([]);
});

test('a zip can contain a model, its texture and a motion', async () => {
  const { pixels, document } = await still(0);
  const bytes = async (blob: Blob): Promise<Uint8Array> => new Uint8Array(await blob.arrayBuffer());
  const away = motionBytes({ bones: [{ name: 'センター', frame: 0, position: [0, -40, 0] }] });
  const files = { 'a/board.pmx': board('tex\\face.bmp'), 'a/tex/face.bmp': await bytes(blue) };
  choose(document, new File([Uint8Array.from(zipSync(files))], 'board.zip'));
  await expect.poll(() => statusOf(document), SOON).toBe('Now showing Test.');
  await expect.poll(() => fractionOf(pixels(), BLUE), SOON).toBeGreaterThan(0.1);
  const more = Uint8Array.from(zipSync({ ...files, 'a/dance/away.vmd': away, 'a/readme.txt': away }));
  choose(document, new File([more], 'more.zip'));
  await expect.poll(() => statusOf(document), SOON).toBe('Now showing Test.Now playing away.vmd.');
  await expect.poll(() => fractionOf(pixels(), BLUE), SOON).toBe(0);
  expect(page!.errors).toEqual([]);
});

test('of several models, the first is shown and the others can be chosen', async () => {
  const { pixels, document } = await still(0);
  const files = { 'a.pmx': board('blue.bmp'), 'b.pmx': board('red.bmp') };
  const red = bmp({ width: 1, rows: [[[255, 0, 0]]] });
  const images = [new File([blue], 'blue.bmp'), new File([red], 'red.bmp')];
  choose(document, ...Object.entries(files).map(([name, bytes]) => new File([bytes], name)), ...images);
  await expect.poll(() => fractionOf(pixels(), BLUE), SOON).toBeGreaterThan(0.1);
  const list = document.querySelector<HTMLSelectElement>('#model')!;
  expect([...list.options].map(({ text }) => text)).toEqual(['a.pmx', 'b.pmx']);
  list.selectedIndex = 1;
  list.dispatchEvent(new Event('change'));
  await expect.poll(() => fractionOf(pixels(), [255, 0, 0]), SOON).toBeGreaterThan(0.1);
  expect(fractionOf(pixels(), BLUE)).toBe(0);
});

test('the light of a motion lights the model', async () => {
  const { pixels, document } = await still(0);
  const builder = new ModelBuilder();
  builder.material({ ambient: [0, 0, 0], diffuse: [1, 1, 1, 1] });
  builder.quad({ center: [0, 10, -2], width: 16, height: 16 });
  const unlit = motionBytes({ bones: [{ name: 'センター', frame: 0 }] }); // without light keyframes, unlike the dance of the page
  choose(document, new File([Uint8Array.from(builder.bytes())], 'board.pmx'), new File([unlit], 'still.vmd'));
  await expect.poll(() => fractionOf(pixels(), [154, 154, 154]), SOON).toBeGreaterThan(0.1); // MMD's own light
  const lights = [{ frame: 0, color: [1, 0, 0] as const, direction: [0, -1, 1] as const }];
  choose(document, new File([motionBytes({ lights })], 'light.vmd'));
  await expect.poll(() => fractionOf(pixels(), [255, 0, 0]), SOON).toBeGreaterThan(0.1);
});

test('files can be dropped, and a second drop adds to the first', async () => {
  const { pixels, document } = await still(0);
  const drop = (...files: File[]): void => {
    const dataTransfer = new DataTransfer();
    for (const file of files) dataTransfer.items.add(file);
    document.body.dispatchEvent(new DragEvent('drop', { dataTransfer, bubbles: true, cancelable: true }));
  };
  drop(new File([board('face.bmp')], 'board.pmx'), new File([blue], 'face.bmp'));
  drop(new File([motionBytes({ bones: [{ name: '尻尾', frame: 0 }] })], 'tail.vmd'));
  await expect.poll(() => fractionOf(pixels(), BLUE), SOON).toBeGreaterThan(0.1);
  await expect
    .poll(() => statusOf(document), SOON)
    .toContain('1 bone that this model does not have: 尻尾 tail');
  expect(page!.errors).toEqual([]);
});

test('the song of the page can be turned on', async () => {
  const { document } = await still(0);
  const sound = document.querySelector<HTMLButtonElement>('#sound')!;
  await expect.poll(() => sound.disabled, SOON).toBe(false);
  expect(sound.getAttribute('aria-pressed')).toBe('false');
  sound.click();
  expect(sound.getAttribute('aria-pressed')).toBe('true');
  expect(document.querySelector('#time')!.textContent).toContain('/ 1:04.0');
  expect(page!.errors).toEqual([]);
});

test('an opened song plays and sets the duration; a motion without a song is silent', async () => {
  const { document } = await still(0);
  const sound = document.querySelector<HTMLButtonElement>('#sound')!;
  const [time, reset] = ['#time', '#reset'].map((id) => document.querySelector<HTMLElement>(id)!);
  choose(document, new File([wavBytes(3)], 'silence.wav'));
  await expect.poll(() => statusOf(document), SOON).toBe('Now playing silence.wav.');
  await expect.poll(() => time.textContent, SOON).toMatch(/[12]\.\d \/ 0:03\.0$/);
  expect([sound.disabled, sound.getAttribute('aria-pressed')]).toEqual([false, 'true']);
  press(document, 'm');
  expect(sound.getAttribute('aria-pressed')).toBe('false');
  reset.click();
  choose(document, new File([motionBytes({ bones: [{ name: '頭', frame: 60 }] })], 'nod.vmd'));
  await expect.poll(() => time.textContent, SOON).toContain('/ 0:02.0');
  expect(sound.disabled).toBe(true);
  expect(page!.errors).toEqual([]);
});

test('a broken model is reported, and the model before stays', async () => {
  const { pixels, document } = await still(0);
  choose(document, new File([board('face.bmp')], 'board.pmx'), new File([blue], 'face.bmp'));
  await expect.poll(() => fractionOf(pixels(), BLUE), SOON).toBeGreaterThan(0.1);
  choose(document, new File([board('face.bmp').subarray(0, 99)], 'broken.pmx'));
  await expect.poll(() => statusOf(document), SOON).toContain('broken.pmx: The file ends too early.');
  expect(fractionOf(pixels(), BLUE)).toBeGreaterThan(0.1);
  expect(page!.errors).toEqual([]);
});

test('the note from the author of a model is shown as text', async () => {
  const { document } = await still(0);
  const author = document.querySelector<HTMLElement>('#author')!;
  expect(author.hidden).toBe(true);
  const pmx = Object.assign(new ModelBuilder().build(), {
    name: '踊り子',
    nameEn: 'Dancer',
    comment: '再配布禁止\r\n<b>x</b>',
  });
  choose(document, new File([Uint8Array.from(serializePmx(pmx))], 'dancer.pmx'));
  await expect.poll(() => author.hidden, SOON).toBe(false);
  expect(author.querySelector('.model-name')!.textContent).toBe('踊り子 Dancer');
  const comment = author.querySelector<HTMLElement>('.comment')!;
  expect([comment.textContent, comment.lang]).toEqual(['再配布禁止\n<b>x</b>', 'ja']);
});

test('"Back to the example dance" shows the dancer of the page again', async () => {
  const { pixels, document } = await still(0);
  const before = pixels();
  const move = motionBytes({ bones: [{ name: 'センター', frame: 30, position: [9, 0, 0] }] });
  choose(document, new File([board('')], 'board.pmx'), new File([move], 'move.vmd'));
  await expect.poll(() => difference(pixels(), before), SOON).toBeGreaterThan(0.05);
  const [play, reset] = ['#play', '#reset'].map((id) => document.querySelector<HTMLButtonElement>(id)!);
  play.click(); // an opened motion starts to play
  reset.click();
  await expect.poll(() => difference(pixels(), before), SOON).toBeLessThan(0.001);
  expect([reset.hidden, statusOf(document)]).toEqual([true, '']);
  expect(page!.errors).toEqual([]);
});
