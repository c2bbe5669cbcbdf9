import { createVmd, serializeVmd } from '@odori/format';
import { afterEach, expect, test } from 'vitest';
import golden from '#test/golden/sample-curves.png?url';
import { difference, differenceFromGolden, pixelsOf } from '#test/support/compare-pictures.js';
import { openPage, type OpenPage } from '#test/support/open-page.js';

let page: OpenPage | undefined;

afterEach(() => page?.close());

/** Opens the motion with all curve shapes, without waiting for the dancer. */
async function open(frame: number): Promise<Document> {
  page = await openPage(`/demos/sample/index.html?motion=curves&frame=${frame}`);
  const { document } = page;
  await expect.poll(() => document.querySelector('#readout td')?.textContent).toBeTruthy();
  return document;
}

/** The table: for each channel, the value at the current time and at the whole frame before it. */
function values(document: Document): number[][] {
  const rows = [...document.querySelectorAll('#readout tr')];
  const number = (cell: Element): number => Number.parseFloat(cell.textContent.replace('−', '-'));
  return rows.map((row) => [...row.querySelectorAll('td')].map(number));
}

test('the table shows the sampled values and those of whole frames', async () => {
  const document = await open(15);
  const [x, , z] = values(document);
  expect(x).toEqual([1.482, 1.482]); // 3 × 0.494095, half way on the ease 64 0 64 127
  expect(z).toEqual([-0.5, -0.5]); // half way to 1 on a straight line; z in three.js space
  const scrubber = document.querySelector<HTMLInputElement>('#scrubber')!;
  scrubber.value = '15.6';
  scrubber.dispatchEvent(new Event('input', { bubbles: true }));
  expect(values(document)[2]).toEqual([-0.52, -0.5]);
  expect(document.title).toBe('Sample – Odori');
  expect(page!.errors).toEqual([]);
});

test('the curves equal the reference picture', async () => {
  const document = await open(15);
  expect(await differenceFromGolden(pixelsOf(drawn(document)), golden)).toBeLessThan(0.01);
});

test('an opened motion is listed with English bone names', async () => {
  const document = await open(0);
  const bones = [
    { name: '右腕', frame: 0 },
    { name: '右腕', frame: 10, position: [0, 5, 0] as const },
  ];
  const transfer = new DataTransfer();
  transfer.items.add(new File([serializeVmd(createVmd({ bones }))], 'arm.vmd'));
  const input = document.querySelector<HTMLInputElement>('#files')!;
  input.files = transfer.files;
  input.dispatchEvent(new Event('change', { bubbles: true }));
  await expect.poll(() => document.querySelector('#bone')?.textContent).toContain('right arm');
  expect(page!.errors).toEqual([]);
});

test('the onion skins change with the time and with their spacing', async () => {
  page = await openPage('/demos/sample/index.html?frame=847.3&size=240x180');
  const { document } = page;
  await expect.poll(() => document.documentElement.dataset['ready']).toBe('true');
  const pixels = (): Uint8ClampedArray => pixelsOf(document.querySelector('canvas')!);
  const move = (id: string, value: string): void => {
    const input = document.querySelector<HTMLInputElement>(id)!;
    input.value = value;
    input.dispatchEvent(new Event('input', { bubbles: true }));
  };
  const [first, bone] = [pixels(), document.querySelector<HTMLSelectElement>('#bone')!];
  expect(bone.selectedOptions[0].textContent).toContain('center');
  move('#spacing', '1');
  await expect.poll(() => difference(pixels(), first)).toBeGreaterThan(0.01);
  const near = pixels();
  move('#scrubber', '860');
  await expect.poll(() => difference(pixels(), near)).toBeGreaterThan(0.01);
  expect(page.errors).toEqual([]);
});

/** The four curves in 320 × 180 pixels, without text, which would depend on the fonts. */
function drawn(document: Document): HTMLCanvasElement {
  const canvas = window.document.createElement('canvas');
  canvas.width = 320;
  canvas.height = 180;
  const context = canvas.getContext('2d')!;
  document.querySelectorAll<SVGPathElement>('#lanes path.curve').forEach((path, lane) => {
    const { width } = path.ownerSVGElement!.getBoundingClientRect();
    context.setTransform(320 / width, 0, 0, 45 / 112, 0, 45 * lane); // a lane is 112 high
    context.stroke(new Path2D(path.getAttribute('d')!));
  });
  return canvas;
}
