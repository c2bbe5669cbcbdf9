import { createPmx, createPmxBone, createVmd, serializePmx, serializeVmd } from '@odori/format';
import { afterEach, expect, test } from 'vitest';
import { openPage, type OpenPage } from '#test/support/open-page.js';

let page: OpenPage | undefined;

afterEach(() => page?.close());

/** Opens the page and chooses files in its file input. */
async function choose(files: File[]): Promise<Document> {
  page = await openPage('/demos/inspect/index.html');
  const input = page.document.querySelector<HTMLInputElement>('input[type=file]')!;
  const transfer = new DataTransfer();
  for (const file of files) transfer.items.add(file);
  input.files = transfer.files;
  input.dispatchEvent(new Event('change', { bubbles: true }));
  return page.document;
}

test('the inspect page shows the contents of a motion, with English names beside Japanese ones', async () => {
  const vmd = createVmd({
    modelName: 'Dancer',
    bones: [
      { name: '頭', frame: 0 },
      { name: '頭', frame: 90 },
    ],
  });
  const document = await choose([new File([serializeVmd(vmd)], 'nod.vmd')]);
  await expect.poll(() => document.body.textContent).toContain('nod.vmd');
  const text = document.body.textContent;
  for (const part of ['Dancer', '頭', 'head', '90']) expect(text).toContain(part);
  expect(page!.errors).toEqual([]);
});

test('the inspect page shows the bones of a model and their features', async () => {
  const bones = [
    createPmxBone({ name: '左足', position: [1, 10, 0] }),
    createPmxBone({ name: '左足首', parent: 0, position: [1, 1, 0] }),
    createPmxBone({
      name: '左足ＩＫ',
      ik: { effector: 1, loopCount: 40, limitAngle: 2, links: [{ bone: 0 }] },
    }),
    createPmxBone({ name: '左足D', nameEn: 'leg D', append: { parent: 0, ratio: 1 } }),
  ];
  const comment = 'a long one, for a file that does not fit in its first bytes. '.repeat(200);
  const bytes = serializePmx(createPmx({ name: '踊り子', nameEn: 'Dancer', comment, bones }));
  const document = await choose([new File([bytes], 'dancer.pmx')]);
  await expect.poll(() => document.body.textContent).toContain('PMX model, version 2');
  const text = document.body.textContent;
  for (const part of ['Dancer', 'leg D', 'IK, 1 link to 左足首', 'append 1 × 左足'])
    expect(text).toContain(part);
  expect(page!.errors).toEqual([]);
});

test('a bad file gives a message with its name', async () => {
  const document = await choose([new File(['no motion at all, just words, fifty bytes of them'], 'bad.vmd')]);
  await expect.poll(() => document.body.textContent).toContain('bad.vmd');
  expect(page!.errors).toEqual([]);
});

test('a name with markup is shown as text', async () => {
  const vmd = createVmd({ bones: [{ name: '<img src=x>', frame: 0 }] });
  const document = await choose([new File([serializeVmd(vmd)], '<b>x.vmd')]);
  await expect.poll(() => document.body.textContent).toContain('<img src=x>');
  expect(document.querySelectorAll('main img, main b').length).toBe(0);
});

test('the example file shows a warning', async () => {
  page = await openPage('/demos/inspect/index.html');
  const { document } = page;
  const buttons = [...document.querySelectorAll('button')];
  buttons.find((button) => button.textContent.includes('example'))!.click();
  await expect.poll(() => document.body.textContent).toContain('duplicate-keys');
  expect(page.errors).toEqual([]);
});
