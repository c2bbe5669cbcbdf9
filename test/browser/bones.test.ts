import { createPmx, createPmxBone, createVmd, serializePmx, serializeVmd } from '@odori/format';
import { afterEach, expect, test } from 'vitest';
import golden from '#test/golden/bones-222.png?url';
import { difference, isSwiftShader, loadImage, pixelsOf } from '#test/support/compare-pictures.js';
import { openPage, type OpenPage } from '#test/support/open-page.js';

let page: OpenPage | undefined;

afterEach(() => page?.close());

/** The demo at a frame, small and paused. */
async function openPaused(frame: number): Promise<Document> {
  page = await openPage(`/demos/bones/index.html?frame=${frame}&paused=1&size=320x180`);
  const { document } = page;
  await expect.poll(() => document.documentElement.dataset['ready'], { timeout: 20_000 }).toBe('true');
  return document;
}

function change(element: HTMLInputElement | HTMLSelectElement, value: string, event = 'change'): void {
  element.value = value;
  element.dispatchEvent(new Event(event, { bubbles: true }));
}

/** Waits two frames, after which the page has reacted. */
async function nextFrames(): Promise<void> {
  for (let i = 0; i < 2; i++) await new Promise((resolve) => page!.window.requestAnimationFrame(resolve));
}

function selectBone(document: Document, name: string): void {
  const list = document.querySelector<HTMLSelectElement>('#bone')!;
  change(list, [...list.options].find(({ text }) => text.startsWith(name))!.value);
}

/** The position of the selected bone in the model, as the page shows it: x y z. */
function shownPosition(document: Document): number[] {
  const rows = [...document.querySelectorAll('.values tbody tr')];
  const cells = [...rows[rows.length - 1].querySelectorAll('td')].slice(0, 3);
  return cells.map(({ textContent }) => Number(textContent.replace('−', '-')));
}

function choose(document: Document, ...files: File[]): void {
  const transfer = new DataTransfer();
  for (const file of files) transfer.items.add(file);
  const input = document.querySelector<HTMLInputElement>('#files')!;
  input.files = transfer.files;
  input.dispatchEvent(new Event('change', { bubbles: true }));
}

function box(document: Document, list: string, text: string): HTMLInputElement {
  const labels = [...document.querySelectorAll(`${list} label`)];
  return labels.find(({ textContent }) => textContent.startsWith(text))!.querySelector('input')!;
}

test('toes and ankles stay in place during the demo’s motion', async () => {
  const document = await openPaused(0);
  const seek = document.querySelector<HTMLInputElement>('#seek')!;
  const names = ['左つま先', '右つま先', '左足首', '右足首'];
  const firstPositions = new Map<string, number[]>();
  for (let frame = 0; frame <= 300; frame += 50) {
    change(seek, String(frame), 'input');
    for (const name of names) {
      selectBone(document, name);
      await nextFrames();
      const [x, y, z] = shownPosition(document);
      const [x0, z0] = firstPositions.get(name) ?? [x, z];
      firstPositions.set(name, [x0, z0]);
      const height = name.endsWith('足首') ? 1.05 : 0.1; // at rest
      expect(Math.hypot(x - x0, y - height, z - z0), `${name} at frame ${frame}`).toBeLessThan(0.05);
    }
  }
  expect(page!.errors).toEqual([]);
});

test('turning an IK off releases the ankle, turning it on brings it back', async () => {
  const document = await openPaused(40);
  selectBone(document, '左足首');
  await nextFrames();
  const [, before] = shownPosition(document);
  const leg = box(document, '#iks', '左足ＩＫ');
  leg.click();
  await nextFrames();
  expect(shownPosition(document)[1]).toBeLessThan(before - 1); // the figure squats: straight legs go through the floor
  leg.click();
  await nextFrames();
  expect(shownPosition(document)[1]).toBe(before);
});

test('a bone whose append is off stays behind', async () => {
  const document = await openPaused(40);
  selectBone(document, '左ひざD');
  await nextFrames();
  const before = shownPosition(document);
  box(document, '#appends', '左足D').click();
  await nextFrames();
  const after = shownPosition(document);
  expect(Math.hypot(...after.map((value, axis) => value - before[axis]))).toBeGreaterThan(1);
});

test('a motion that hides the model shows it again, also after an append was switched', async () => {
  const document = await openPaused(0);
  document.querySelector<HTMLInputElement>('#skeleton')!.click();
  const properties = [
    { frame: 0, visible: false, ik: [] },
    { frame: 10, visible: true, ik: [] },
  ];
  const keys = [{ name: 'センター', frame: 0 }];
  choose(document, new File([serializeVmd(createVmd({ bones: keys, properties }))], 'hide.vmd'));
  await expect.poll(() => document.querySelector('#source')!.textContent).toContain('hide.vmd');
  await nextFrames();
  const image = (): ReturnType<typeof pixelsOf> => pixelsOf(document.querySelector('canvas')!);
  const hidden = image();
  box(document, '#appends', '左足D').click();
  await nextFrames();
  expect(difference(image(), hidden)).toBe(0);
  change(document.querySelector<HTMLInputElement>('#seek')!, '10', 'input');
  await nextFrames();
  expect(difference(image(), hidden)).toBeGreaterThan(0.005);
});

test.skipIf(!isSwiftShader())('the page looks like the golden image', async () => {
  const document = await openPaused(222);
  const image = pixelsOf(document.querySelector('canvas')!);
  expect(difference(image, pixelsOf(await loadImage(golden)))).toBeLessThan(0.01);
});

test('a dropped model plays the motion dropped with it', async () => {
  const document = await openPaused(0);
  const pmx = createPmx({
    bones: [
      createPmxBone({ name: 'センター', nameEn: 'middle' }),
      createPmxBone({ name: '<b>棒', position: [0, 5, 0], parent: 0 }),
    ],
  });
  const bones = [
    { name: 'センター', frame: 0, position: [1, 2, 3] as const },
    { name: '尻尾', frame: 9 }, // a tail
  ];
  choose(
    document,
    new File([serializePmx(pmx)], 'stick.pmx'),
    new File([serializeVmd(createVmd({ bones }))], 'wag.vmd'),
  );
  await expect.poll(() => document.querySelector('#source')!.textContent).toContain('stick.pmx: 2 bones');
  expect(document.querySelector('#source')!.textContent).toContain('1 bone that this model lacks');
  expect(document.querySelector('#status')!.textContent).toContain('尻尾');
  selectBone(document, '<b>棒');
  await nextFrames();
  expect(shownPosition(document)).toEqual([1, 7, -3]); // three's z
  expect(document.querySelector('#bone-facts')!.textContent).toContain('middle');
  expect(document.querySelectorAll('main b').length).toBe(0);
  expect(page!.errors).toEqual([]);
});

test('a skeleton of 4500 levels is shown without errors', async () => {
  const document = await openPaused(0);
  const bones = Array.from({ length: 4500 }, (_, i) => createPmxBone({ name: `b${i}`, parent: i - 1 }));
  choose(document, new File([serializePmx(createPmx({ bones }))], 'deep.pmx'));
  await expect.poll(() => document.querySelector('#source')!.textContent).toContain('4,500 bones');
  change(document.querySelector<HTMLInputElement>('#seek')!, '40', 'input');
  await expect.poll(() => document.querySelector('#frame')!.textContent).toContain('40.0');
  expect(page!.errors).toEqual([]);
});

test('a bad file gives a message, and the figure stays', async () => {
  const document = await openPaused(0);
  choose(document, new File(['this is not a model, and long enough for a header'], 'bad.pmx'));
  await expect.poll(() => document.querySelector('#status')!.textContent).toContain('bad.pmx: The file');
  expect(document.querySelector('#source')!.textContent).toContain('Lay figure');
  expect(page!.errors).toEqual([]);
});
