import { createVmd, serializeVmd } from '@odori/format';
import { afterEach, expect, test } from 'vitest';
import golden from '../golden/dance-5s.png?url';
import { difference, isSwiftShader, loadImage, pixelsOf } from '../support/compare-pictures.js';
import { openPage, type OpenPage } from '../support/open-page.js';

let page: OpenPage | undefined;

afterEach(() => page?.close());

/** A still of the dance, small, and the way to its pixels. */
async function still(seconds: number): Promise<{ pixels: () => Uint8ClampedArray; document: Document }> {
  page = await openPage(`/demos/dance/index.html?seek=${seconds}&paused=1&size=320x180`);
  const { document } = page;
  await expect.poll(() => document.documentElement.dataset['ready'], { timeout: 20_000 }).toBe('true');
  return { pixels: () => pixelsOf(document.querySelector('canvas')!), document };
}

function press(document: Document, key: string): void {
  const code = key === ' ' ? 'Space' : key;
  document.body.dispatchEvent(new KeyboardEvent('keydown', { key, code, bubbles: true, cancelable: true }));
}

test('opens with a dance of its own, and nobody complains', async () => {
  const { document } = await still(0);
  await expect.poll(() => document.querySelector('#stats')?.textContent).toContain('missing bones: 0');
  expect(page!.errors).toEqual([]);
});

test.skipIf(!isSwiftShader())('looks as it did', async () => {
  const { pixels } = await still(5);
  expect(difference(pixels(), pixelsOf(await loadImage(golden)))).toBeLessThan(0.01);
});

test('an arrow key and a seek change the picture, and the way back restores it', async () => {
  const { pixels, document } = await still(5);
  const before = pixels();
  press(document, 'ArrowRight');
  await expect.poll(() => difference(pixels(), before)).toBeGreaterThan(0.02);
  press(document, 'ArrowLeft');
  await expect.poll(() => difference(pixels(), before)).toBeLessThan(0.001);
  const seek = document.querySelector<HTMLInputElement>('#seek')!;
  seek.value = String(Number(seek.max) / 2);
  seek.dispatchEvent(new Event('input', { bubbles: true }));
  await expect.poll(() => difference(pixels(), before)).toBeGreaterThan(0.02);
});

test('space plays', async () => {
  const { pixels, document } = await still(5);
  const before = pixels();
  press(document, ' ');
  await expect.poll(() => difference(pixels(), before), { timeout: 10_000 }).toBeGreaterThan(0.02);
  expect(document.querySelector('#play')!.getAttribute('aria-label')).toBe('Pause');
});

test('a motion of the user: bones that the figure lacks are counted, a bad file is told', async () => {
  const { document } = await still(0);
  const bones = [
    { name: '頭', frame: 60 },
    { name: '尻尾', frame: 0 }, // a tail
  ];
  const choose = (bytes: BlobPart, name: string): void => {
    const transfer = new DataTransfer();
    transfer.items.add(new File([bytes], name));
    const input = document.querySelector<HTMLInputElement>('input[type=file]')!;
    input.files = transfer.files;
    input.dispatchEvent(new Event('change', { bubbles: true }));
  };
  choose(serializeVmd(createVmd({ bones })), 'tail.vmd');
  await expect.poll(() => document.querySelector('#stats')?.textContent).toContain('missing bones: 1');
  choose('no motion at all, however long one reads on in it', 'bad.vmd');
  await expect.poll(() => document.querySelector('#status')?.textContent).toContain('bad.vmd');
  expect(page!.errors).toEqual([]);
});
