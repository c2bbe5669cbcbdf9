import { packZip } from '@odori/format/internal';
import { expect, test } from 'vitest';
import { isShelfZip } from '#demos/dance/src/shelf/is-shelf-zip.js';
import { writeShelfZip } from '#src/element/shelf/shelf-zip.js';

const item = { id: '', kind: 'dance', name: 'Night', terms: '', bytes: 1, added: 0 } as const;

test('knows the zip of a shelf by its list', async () => {
  const files = new Map([['night.vmd', new Blob(['a'])]]);
  expect(await isShelfZip(await writeShelfZip([{ item, files, thumbnail: undefined }]))).toBe(true);
  expect(await isShelfZip(await writeShelfZip([]))).toBe(true);
});

test('other zips and files are none, nor is a shelf in a folder', async () => {
  const zip = (path: string): Blob => new Blob([packZip(new Map([[path, new Uint8Array(2)]]))]);
  expect(await isShelfZip(zip('dancer/dancer.pmx'))).toBe(false);
  expect(await isShelfZip(zip('backup/odori-shelf.json'))).toBe(false);
  expect(await isShelfZip(new Blob(['odori']))).toBe(false);
});
