import { createVpd, serializeVpd } from '@odori/format';
import { afterEach, expect, test } from 'vitest';
import { difference } from '#test/support/compare-pictures.js';
import { openDemo, type OpenDemo } from '#test/support/open-demo.js';

let demo: OpenDemo | undefined;

afterEach(() => demo?.close());

function choose(input: HTMLInputElement, ...files: File[]): void {
  const transfer = new DataTransfer();
  for (const file of files) transfer.items.add(file);
  input.files = transfer.files;
  input.dispatchEvent(new Event('change', { bubbles: true }));
}

test('a listed pose and an opened pose are shown, and an invalid file is reported', async () => {
  demo = await openDemo('pose');
  const { part, pixels, change } = demo;
  const pressed = (): string[] =>
    [...part('poses').querySelectorAll('[aria-pressed=true]')].map(({ textContent }) => textContent);
  expect(pressed()).toEqual(['Wave']);
  expect(part('summary').textContent).toBe('51 bones, 4 morphs');
  change('ease', '0', 'input');
  const wave = pixels();
  part('poses').querySelectorAll('button')[3].click();
  await expect.poll(() => difference(pixels(), wave)).toBeGreaterThan(0.01);
  expect(pressed()).toEqual(['Heart']);
  const bones = [
    { name: '頭', rotation: [0, Math.SQRT1_2, 0, Math.SQRT1_2] as const },
    { name: '尻尾', position: [1, 0, 0] as const }, // a tail
  ];
  const turned = Uint8Array.from(serializeVpd(createVpd({ bones })));
  choose(
    part('files') as HTMLInputElement,
    new File([turned], 'turned.vpd'),
    new File(['no pose'], 'bad.vpd'),
  );
  await expect.poll(pressed).toEqual(['turned.vpd']);
  expect(part('summary').textContent).toBe('2 bones, 0 morphs; this dancer does not have 1 of them');
  expect(part('changes').textContent).toContain('頭 head90.0°');
  expect(part('status').textContent).toContain('bad.vpd');
  expect(demo.errors).toEqual([]);
});
