import { createPmx, createPmxBone, createVmd, serializePmx, serializeVmd } from '@odori/format';
import { afterEach, expect, test } from 'vitest';
import golden from '#test/golden/bones-222.png?url';
import { difference, differenceFromGolden, pixelsOf } from '#test/support/compare-pictures.js';
import { openPage, withoutDrawing, type OpenPage } from '#test/support/open-page.js';

let page: OpenPage | undefined;

afterEach(() => page?.close());

/** Opens the page with the mannequin at a frame, and with a small picture only if a test looks at it. */
async function still(frame: number, isDrawn = false): Promise<Document> {
  page = await openPage(
    `/demos/bones/index.html?frame=${frame}&paused=1&size=320x180`,
    isDrawn ? undefined : withoutDrawing,
  );
  const { document } = page;
  await expect.poll(() => document.documentElement.dataset['ready']).toBe('true');
  return document;
}

function change(element: HTMLInputElement | HTMLSelectElement, value: string, event = 'change'): void {
  element.value = value;
  element.dispatchEvent(new Event(event, { bubbles: true }));
}

/** Waits until the page has drawn two pictures. */
async function drawn(): Promise<void> {
  for (let i = 0; i < 2; i++) await new Promise((resolve) => page!.window.requestAnimationFrame(resolve));
}

function selectBone(document: Document, name: string): void {
  const list = document.querySelector<HTMLSelectElement>('#bone')!;
  change(list, [...list.options].find(({ text }) => text.startsWith(name))!.value);
}

/** The position of the selected bone in model space, from the page. */
function place(document: Document): number[] {
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

test('toes and ankles stay in place', async () => {
  const document = await still(0);
  const seek = document.querySelector<HTMLInputElement>('#seek')!;
  const names = ['左つま先', '右つま先', '左足首', '右足首'];
  const stood = new Map<string, number[]>();
  for (let frame = 0; frame <= 300; frame += 50) {
    change(seek, String(frame), 'input');
    for (const name of names) {
      selectBone(document, name);
      await drawn();
      const [x, y, z] = place(document);
      const [x0, z0] = stood.get(name) ?? [x, z];
      stood.set(name, [x0, z0]);
      const height = name.endsWith('足首') ? 1.05 : 0.1; // at rest
      expect(Math.hypot(x - x0, y - height, z - z0), `${name} at frame ${frame}`).toBeLessThan(0.05);
    }
  }
  expect(page!.errors).toEqual([]);
});

test('switching an IK chain off moves the ankle, and switching it on again restores it', async () => {
  const document = await still(40);
  selectBone(document, '左足首');
  await drawn();
  const [, before] = place(document);
  const leg = box(document, '#iks', '左足ＩＫ');
  leg.click();
  await drawn();
  // the figure squats: without IK its straight legs go through the floor
  expect(place(document)[1]).toBeLessThan(before - 1);
  leg.click();
  await drawn();
  expect(place(document)[1]).toBe(before);
});

test('switching an append bone off moves the bones below it', async () => {
  const document = await still(40);
  selectBone(document, '左ひざD');
  await drawn();
  const before = place(document);
  box(document, '#appends', '左足D').click();
  await drawn();
  const after = place(document);
  expect(Math.hypot(...after.map((value, axis) => value - before[axis]))).toBeGreaterThan(1);
});

test('a motion that hides the model shows it again, even if a switch was changed in between', async () => {
  const document = await still(0, true);
  document.querySelector<HTMLInputElement>('#skeleton')!.click();
  const properties = [
    { frame: 0, visible: false, ik: [] },
    { frame: 10, visible: true, ik: [] },
  ];
  const keys = [{ name: 'センター', frame: 0 }];
  choose(document, new File([serializeVmd(createVmd({ bones: keys, properties }))], 'hide.vmd'));
  await expect.poll(() => document.querySelector('#source')!.textContent).toContain('hide.vmd');
  await drawn();
  const picture = (): ReturnType<typeof pixelsOf> => pixelsOf(document.querySelector('canvas')!);
  const hidden = picture();
  box(document, '#appends', '左足D').click();
  await drawn();
  expect(difference(picture(), hidden)).toBe(0);
  change(document.querySelector<HTMLInputElement>('#seek')!, '10', 'input');
  await drawn();
  expect(difference(picture(), hidden)).toBeGreaterThan(0.005);
});

test('the picture equals the reference picture', async () => {
  const document = await still(222, true);
  const picture = pixelsOf(document.querySelector('canvas')!);
  expect(await differenceFromGolden(picture, golden)).toBeLessThan(0.01);
});

test('a model and a motion that are opened together are shown', async () => {
  const document = await still(0);
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
  expect(document.querySelector('#source')!.textContent).toContain('1 bone that this model does not have');
  expect(document.querySelector('#status')!.textContent).toContain('尻尾');
  selectBone(document, '<b>棒');
  await drawn();
  expect(place(document)).toEqual([1, 7, -3]); // z in three.js space
  expect(document.querySelector('#bone-facts')!.textContent).toContain('middle');
  expect(document.querySelectorAll('main b').length).toBe(0);
  expect(page!.errors).toEqual([]);
});

test('a skeleton of 4,500 nested bones is shown', async () => {
  const document = await still(0);
  const bones = Array.from({ length: 4500 }, (_, i) => createPmxBone({ name: `b${i}`, parent: i - 1 }));
  choose(document, new File([serializePmx(createPmx({ bones }))], 'deep.pmx'));
  await expect.poll(() => document.querySelector('#source')!.textContent).toContain('4,500 bones');
  change(document.querySelector<HTMLInputElement>('#seek')!, '40', 'input');
  await expect.poll(() => document.querySelector('#frame')!.textContent).toContain('40.0');
  expect(page!.errors).toEqual([]);
});

test('a bad file is reported, and the mannequin stays', async () => {
  const document = await still(0);
  choose(document, new File(['no model at all, however long one reads on in it'], 'bad.pmx'));
  await expect.poll(() => document.querySelector('#status')!.textContent).toContain('bad.pmx: The file');
  expect(document.querySelector('#source')!.textContent).toContain('Mannequin');
  expect(page!.errors).toEqual([]);
});
