import { packZip, unpackZip } from '@odori/format/internal';
import { describe, expect, it } from 'vitest';
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
const picture = new Blob(['picture'], { type: 'image/png' });

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
    const [first, second] = await readShelfZip(zip);
    expect([first.item, second.item]).toEqual([item(1, '夜の 踊り'), item(2, '../../etc: a?')]);
    expect([await first.thumbnail!.text(), first.thumbnail!.type]).toEqual(['picture', 'image/png']);
    expect(second.thumbnail).toBeUndefined();
    expect(await second.files.get('a/b.wav')!.text()).toBe('abc');
  });

  it('says how many bytes there are, whatever its list says', async () => {
    const entry = { ...item(1, 'a'), bytes: 1e9, folder: 'x' };
    const [found] = await readShelfZip(zipOf({ items: [entry] }, { 'x/files/a.vmd': 'abcd' }));
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
    expect(await readShelfZip(zipOf({ items: entries }, { 'x/files/a.vmd': 'abcd' }))).toEqual([]);
  });

  it('is an error without a list', async () => {
    const notAShelf = { name: 'ShelfError', code: 'not-a-shelf' };
    for (const list of [null, 1, {}, { items: 1 }])
      await expect(readShelfZip(zipOf(list))).rejects.toMatchObject(notAShelf);
    const other = new Blob([packZip(new Map([['a.vmd', new Uint8Array(1)]]))]);
    await expect(readShelfZip(other)).rejects.toMatchObject(notAShelf);
    await expect(readShelfZip(new Blob(['x']))).rejects.toMatchObject({ name: 'FilesError' });
  });

  it('is an error above 1 GiB, before anything is read', async () => {
    const large = { item: { ...item(1, 'a'), bytes: 2 ** 30 + 1 }, thumbnail: undefined, files: files('a') };
    await expect(writeShelfZip([large])).rejects.toMatchObject({ name: 'ShelfError', code: 'too-large' });
  });
});
