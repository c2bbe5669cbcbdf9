import { describe, expect, it } from 'vitest';
import { type ItemFile, packItem, unpackItem } from '#src/element/shelf/item-file.js';
import type { ShelfItem } from '#src/element/shelf/shelf-item.js';

const ITEM: ShelfItem = {
  id: '00000000-0000-4000-8000-000000000001',
  kind: 'model',
  name: '../../ミク',
  terms: '再配布禁止',
  bytes: 6,
  added: 1000,
};
const FILES = new Map([
  ['a/ミク.pmx', new Blob(['abc'])],
  ['a/empty.txt', new Blob([])],
  ['a/顔.png', new Blob(['xyz'], { type: 'image/png' })],
]);
const WHOLE: ItemFile = {
  item: ITEM,
  thumbnail: new Blob(['picture'], { type: 'image/webp' }),
  files: FILES,
};

/** The file of an item whose header is this text. */
function fileOf(header: string, ...rest: BlobPart[]): Blob {
  const bytes = new TextEncoder().encode(header);
  const length = new DataView(new ArrayBuffer(4));
  length.setUint32(0, bytes.length, true);
  return new Blob(['ODSHELF1', length, bytes, ...rest]);
}

describe('the file of an item', () => {
  it('has the item, its picture and its files, with their types', async () => {
    const found = (await unpackItem(packItem(WHOLE)))!;
    expect(found.item).toEqual(ITEM);
    expect([await found.thumbnail!.text(), found.thumbnail!.type]).toEqual(['picture', 'image/webp']);
    const texts = [...found.files].map(async ([path, file]) => [path, await file.text(), file.type]);
    expect(await Promise.all(texts)).toEqual([
      ['a/ミク.pmx', 'abc', ''],
      ['a/empty.txt', '', ''],
      ['a/顔.png', 'xyz', 'image/png'],
    ]);
  });

  it('has all files, however long their paths are', async () => {
    const long = 'x'.repeat(2 ** 20);
    const paths = Array.from({ length: 20 }, (_, i) => [`${long}${i}`, new Blob([])] as const);
    const found = await unpackItem(packItem({ ...WHOLE, files: new Map(paths) }));
    expect(found!.files.size).toBe(20);
  });

  it('needs no picture', async () => {
    const found = await unpackItem(packItem({ ...WHOLE, thumbnail: undefined }));
    expect([found!.thumbnail, found!.files.size]).toEqual([undefined, 3]);
  });

  it('is no item when its writing was cut off at any byte, or goes on after its end', async () => {
    const file = packItem(WHOLE);
    for (let end = 0; end < file.size; end++) expect(await unpackItem(file.slice(0, end))).toBeUndefined();
    expect(await unpackItem(new Blob([file, 'x']))).toBeUndefined();
  });

  it.each([
    'null',
    '{',
    JSON.stringify({ item: ITEM }),
    JSON.stringify({ item: { ...ITEM, id: '../index' }, files: [] }),
    JSON.stringify({ item: { ...ITEM, kind: 'script' }, files: [] }),
    JSON.stringify({ item: { ...ITEM, bytes: -1 }, files: [] }),
    JSON.stringify({ item: ITEM, files: [{ path: 'a', size: 1, type: '' }] }),
    JSON.stringify({
      item: ITEM,
      files: [
        { path: 'a', size: 2, type: '' },
        { path: 'b', size: -2, type: '' },
      ],
    }),
    JSON.stringify({ item: ITEM, files: [null] }),
    JSON.stringify({ item: ITEM, files: [], thumbnail: 1 }),
  ])('is no item with the header %s', async (header) => {
    expect(await unpackItem(fileOf(header))).toBeUndefined();
  });

  it('is read with a header that a person could write', async () => {
    const header = JSON.stringify({ item: ITEM, files: [{ path: 'a', size: 2, type: '' }] });
    const found = await unpackItem(fileOf(header, 'hi'));
    expect(await found!.files.get('a')!.text()).toBe('hi');
  });
});
