import { packZip, unpackZip } from '@odori/format/internal';
import { describe, expect, it, vi } from 'vitest';
import type { ItemFile } from '#src/element/shelf/item-file.js';
import type { ShelfItem } from '#src/element/shelf/shelf-item.js';
import { readShelfZip, writeShelfZip } from '#src/element/shelf/shelf-zip.js';

const item = (number: number, name: string, kind: ShelfItem['kind'] = 'dance'): ShelfItem => ({
  id: `00000000-0000-4000-8000-00000000000${number}`,
  kind,
  name,
  terms: 'Ask me',
  bytes: 3,
  added: 7,
});
const files = (path: string): ItemFile['files'] => new Map([[path, new Blob(['abc'])]]);
const TOO_LARGE = { name: 'ShelfError', code: 'too-large' };
const picture = new Blob(['picture'], { type: 'image/png' });

async function itemsIn(zip: Blob): Promise<ItemFile[]> {
  const items: ItemFile[] = [];
  for await (const each of readShelfZip(zip)) items.push(each);
  return items;
}

function zipOf(list: unknown, others: Record<string, string> = {}): Blob {
  const encoder = new TextEncoder();
  const entries = Object.entries({ 'odori-shelf.json': JSON.stringify(list), ...others });
  return new Blob([packZip(new Map(entries.map(([path, text]) => [path, encoder.encode(text)])))]);
}

describe('the zip of a shelf', () => {
  it('has a folder for each item, and gives the items back', async () => {
    const zip = await writeShelfZip([
      { item: item(1, '夜の 踊り'), thumbnail: picture, files: files('night.vmd') },
      { item: item(2, '../../etc: a?'), thumbnail: undefined, files: files('a/b.wav') },
    ]);
    expect([...(await unpackZip(await zip.arrayBuffer())).keys()]).toEqual([
      '1 夜の 踊り/files/night.vmd',
      '1 夜の 踊り/thumbnail.png',
      '2 etc a/files/a/b.wav',
      'odori-shelf.json',
    ]);
    const [first, second] = await itemsIn(zip);
    expect([first.item, second.item]).toEqual([item(1, '夜の 踊り'), item(2, '../../etc: a?')]);
    expect([await first.thumbnail!.text(), first.thumbnail!.type]).toEqual(['picture', 'image/png']);
    expect(second.thumbnail).toBeUndefined();
    expect(await second.files.get('a/b.wav')!.text()).toBe('abc');
  });

  it('says how many bytes there are, whatever its list says', async () => {
    const entry = { ...item(1, 'a'), bytes: 1e9, folder: 'x' };
    const [found] = await itemsIn(zipOf({ items: [entry] }, { 'x/files/a.vmd': 'abcd' }));
    expect(found.item.bytes).toBe(4);
  });

  it('leaves out entries that are broken or have no files', async () => {
    const entries = [
      null,
      3,
      { folder: 'x' },
      { ...item(1, 'a'), folder: 'y' },
      { ...item(2, 'b'), id: 'x' },
    ];
    expect(await itemsIn(zipOf({ items: entries }, { 'x/files/a.vmd': 'abcd' }))).toEqual([]);
  });

  it('is an error without a list', async () => {
    const notAShelf = { name: 'ShelfError', code: 'not-a-shelf' };
    for (const list of [null, 1, {}, { items: 1 }])
      await expect(itemsIn(zipOf(list))).rejects.toMatchObject(notAShelf);
    const other = new Blob([packZip(new Map([['a.vmd', new Uint8Array(1)]]))]);
    await expect(itemsIn(other)).rejects.toMatchObject(notAShelf);
    await expect(itemsIn(new Blob(['x']))).rejects.toMatchObject({ name: 'FilesError' });
  });

  it('is an error above 1 GiB, before anything is read', async () => {
    const large = { item: { ...item(1, 'a'), bytes: 2 ** 30 + 1 }, thumbnail: undefined, files: files('a') };
    await expect(writeShelfZip([large])).rejects.toMatchObject(TOO_LARGE);
  });

  // the list itself is one of the 65,535 files
  it('is an error of more files than a zip can have', async () => {
    const empty = new Blob([]);
    const paths = Array.from({ length: 65_535 }, (_, i) => [`${i}.png`, empty] as const);
    const many = { item: item(1, 'a'), thumbnail: undefined, files: new Map(paths) };
    await expect(writeShelfZip([many])).rejects.toMatchObject(TOO_LARGE);
  });

  it('has all files inside of the folder of their item, and each comes back', async () => {
    const paths = [
      'tex\\a.png',
      'x/../y.png',
      'y.png',
      '../../../evil.txt',
      '../thumbnail.png',
      '/abs.png',
      'C:/x.png',
      'a\0/b\ud800.txt',
      '..',
    ];
    const inside = new Map(paths.map((path) => [path, new Blob([path])]));
    const zip = await writeShelfZip([{ item: item(1, 'a'), thumbnail: undefined, files: inside }]);
    expect([...(await unpackZip(await zip.arrayBuffer())).keys()]).toEqual([
      '1 a/files/tex/a.png',
      '1 a/files/y.png',
      '1 a/files/2/y.png',
      '1 a/files/evil.txt',
      '1 a/files/thumbnail.png',
      '1 a/files/abs.png',
      '1 a/files/C:/x.png',
      '1 a/files/a_/b_.txt',
      '1 a/files/untitled',
      'odori-shelf.json',
    ]);
    const [{ files: found }] = await itemsIn(zip);
    expect(await Promise.all(Array.from(found.values(), (file) => file.text()))).toEqual(
      await Promise.all(Array.from(inside.values(), (file) => file.text())),
    );
  });

  it('gives an item back whose long name is cut off in the middle of a sign', async () => {
    const long = `${'a'.repeat(59)}🎵`;
    const zip = await writeShelfZip([{ item: item(1, long), thumbnail: undefined, files: files('a.vmd') }]);
    expect((await itemsIn(zip)).map(({ item: { name } }) => name)).toEqual([long]);
  });

  it('gives the files of a folder to the first item that names it', async () => {
    const entries = [1, 2].map((number) => ({ ...item(number, 'a'), folder: 'x' }));
    const found = await itemsIn(zipOf({ items: entries }, { 'x/files/a.vmd': 'abcd' }));
    expect(found.map((each) => each.item.id)).toEqual([item(1, 'a').id]);
  });

  it('makes no item before the last one is taken', async () => {
    const entries = [1, 2].map((number) => ({ ...item(number, 'a'), folder: `f${number}` }));
    const zip = zipOf({ items: entries }, { 'f1/files/a.vmd': 'one', 'f2/files/a.vmd': 'two' });
    const made = vi.spyOn(globalThis, 'Blob');
    const items = readShelfZip(zip);
    expect((await items.next()).value).toMatchObject({ item: { id: item(1, 'a').id } });
    expect(made).toHaveBeenCalledTimes(1);
    await items.next();
    expect(made).toHaveBeenCalledTimes(2);
    vi.restoreAllMocks();
  });

  it('sorts the files once, not for each entry', async () => {
    const entries = Array.from({ length: 300 }, () => ({ ...item(1, 'a'), folder: 'nowhere' }));
    const texts = Array.from({ length: 300 }, (_, i) => [`x/files/${i}`, ''] as const);
    const zip = zipOf({ items: entries }, Object.fromEntries(texts));
    const looks = vi.spyOn(String.prototype, 'startsWith');
    expect(await itemsIn(zip)).toEqual([]);
    expect(looks.mock.calls.length).toBeLessThan(1000);
    vi.restoreAllMocks();
  });
});
