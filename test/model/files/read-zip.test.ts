import { deflateRawSync } from 'node:zlib';
import { MmdFormatError } from '@odori/format';
import { zipSync } from 'fflate';
import { expect, test } from 'vitest';
import { readZip, ZIP_LIMITS } from '#src/model/files/read-zip.js';
import { zipBytes, type ZippedFile, type ZipParts } from '#test/support/zip-bytes.js';

async function textsOf(zip: Uint8Array | ArrayBuffer): Promise<[string, string][]> {
  return Promise.all(
    [...(await readZip(zip))].map(async ([path, file]) => [path, await file.text()] as [string, string]),
  );
}

async function keysOf(...files: ZippedFile[]): Promise<string[]> {
  return [...(await readZip(zipBytes(files))).keys()];
}

async function codeOf(zip: Promise<unknown>): Promise<string> {
  const error: unknown = await zip.catch((reason: unknown) => reason);
  if (!(error instanceof MmdFormatError)) throw new Error('no MmdFormatError', { cause: error });
  return error.code;
}

const sjis = (hex: string): Uint8Array => Uint8Array.from(Buffer.from(hex, 'hex'));

test('a zip of another hand', async () => {
  const zip = zipSync({
    'miku/顔.png': Buffer.from('face '.repeat(100)),
    'a.txt': [Buffer.from('plain'), { level: 0 }],
  });
  const expected = [
    ['miku/顔.png', 'face '.repeat(100)],
    ['a.txt', 'plain'],
  ];
  expect(await textsOf(zip)).toEqual(expected);
  expect(await textsOf(zip.slice().buffer)).toEqual(expected);
  const within = new Uint8Array(zip.length + 7);
  within.set(zip, 3);
  expect(await textsOf(within.subarray(3, 3 + zip.length))).toEqual(expected);
});

test('packed and stored, with something behind', async () => {
  const files = [
    { name: 'a.pmx', content: 'A' },
    { name: 'b.png', content: 'B', method: 0 },
    { name: 'nothing.txt' },
  ];
  const expected = [
    ['a.pmx', 'A'],
    ['b.png', 'B'],
    ['nothing.txt', ''],
  ];
  expect(await textsOf(zipBytes(files))).toEqual(expected);
  expect(await textsOf(zipBytes(files, { comment: 'packed '.repeat(10_000).slice(0, 65_535) }))).toEqual(
    expected,
  );
  expect(await textsOf(Uint8Array.from([...zipBytes(files), 0, 0, 0]))).toEqual(expected);
  expect(await textsOf(zipBytes([]))).toEqual([]);
});

test('zip64', async () => {
  const extra = Buffer.alloc(4 + 16);
  extra.writeUInt16LE(1, 0);
  extra.writeUInt16LE(16, 2);
  extra.writeBigUInt64LE(3n, 4); // unpacked, then packed
  extra.writeBigUInt64LE(3n, 12);
  const wide = { name: 'b', content: 'abc', method: 0, size: 0xffffffff, packedBytes: 0xffffffff, extra };
  const zip = zipBytes([{ name: 'a.pmx', content: 'A' }, wide], { isWide: true });
  expect(await textsOf(zip)).toEqual([
    ['a.pmx', 'A'],
    ['b', 'abc'],
  ]);
  expect(await codeOf(readZip(zipBytes([{ ...wide, extra: new Uint8Array(0) }], { isWide: true })))).toBe(
    'truncated',
  );
});

test('from shared memory', async () => {
  const zip = zipBytes([
    { name: 'a.pmx', content: 'A', method: 0 },
    { name: 'b.pmx', content: 'B' },
  ]);
  const shared = new Uint8Array(new SharedArrayBuffer(zip.length));
  shared.set(zip);
  expect(await textsOf(shared)).toEqual([
    ['a.pmx', 'A'],
    ['b.pmx', 'B'],
  ]);
});

test('names in UTF-8 and Shift_JIS', async () => {
  const utf8 = 1 << 11;
  expect(await keysOf({ name: 'ミク/顔.png', flags: utf8 })).toEqual(['ミク/顔.png']);
  expect(await keysOf({ name: 'ミク/顔.png' })).toEqual(['ミク/顔.png']);
  expect(await keysOf({ name: sjis('837e834e5c8ae72e706e67') })).toEqual(['ミク/顔.png']); // 5C is a back-slash
  expect(await keysOf({ name: sjis('835c2e706e67') })).toEqual(['ソ.png']); // here it is not
});

test('back-slashes; what is left out', async () => {
  const names = [
    'miku\\tex\\a.png',
    './b.png',
    'miku/',
    'miku\\tex\\',
    '__MACOSX/miku/._b.png',
    'miku/.DS_Store',
    '.DS_Store',
    '../outside.png',
    '/root.png',
    'C:\\c.png',
    'a/../../outside.png',
    'http://host/x.png',
    'nul\0.png',
    'my.DS_Store',
  ];
  expect(await keysOf(...names.map((name) => ({ name })))).toEqual([
    'miku/tex/a.png',
    'b.png',
    'my.DS_Store',
  ]);
  expect(await keysOf({ name: '__MACOSX/x', method: 99, flags: 1 })).toEqual([]);
});

test('of two files with one path the later counts', async () => {
  expect(
    await textsOf(
      zipBytes([
        { name: 'a/b', content: '1' },
        { name: 'a\\b', content: '2' },
      ]),
    ),
  ).toEqual([['a/b', '2']]);
});

test('names that objects have anyway', async () => {
  expect(await keysOf({ name: '__proto__' }, { name: 'constructor' }, { name: '7' })).toEqual([
    'constructor',
    '7',
  ]);
});

test('not a zip', async () => {
  expect(await codeOf(readZip(new Uint8Array(0)))).toBe('bad-signature');
  expect(await codeOf(readZip(new Uint8Array(100_000)))).toBe('bad-signature');
  await expect(readZip(Buffer.from('Pmx '))).rejects.toThrow('this is not a zip: ');
  await expect(readZip(Buffer.from('Rar!\x1a\x07\0'))).rejects.toThrow(
    'not a zip but a RAR archive: unpack it',
  );
  await expect(readZip(sjis('377abcaf271c0004'))).rejects.toThrow('7z');
  await expect(readZip(Buffer.from('\x1f\x00-lh5-......'))).rejects.toThrow('LZH');
});

test('broken', async () => {
  const broken = (file: Partial<ZippedFile>, parts?: ZipParts): Promise<string> =>
    codeOf(readZip(zipBytes([{ name: 'a.png', content: 'abc', ...file }], parts)));
  const sound = zipBytes([{ name: 'a.png', content: 'abc' }]);
  expect(await codeOf(readZip(sound.subarray(0, -1)))).toBe('truncated');
  expect(await codeOf(readZip(sound.subarray(0, 40)))).toBe('truncated');
  expect(await broken({ size: 4 })).toBe('bad-syntax');
  expect(await broken({ method: 0, size: 2 })).toBe('bad-syntax');
  expect(await broken({ method: 0, packedBytes: 2 })).toBe('bad-syntax');
  expect(await broken({ packed: sjis('ffff') })).toBe('bad-syntax');
  expect(await broken({ packedBytes: 3 })).toBe('bad-syntax'); // of 5
  expect(await broken({ packedBytes: 0 })).toBe('bad-syntax');
  expect(await broken({ packedBytes: 5000 })).toBe('bad-syntax');
  expect(await broken({ packed: deflateRawSync('abcdefghi', { level: 0 }), size: 2 })).toBe('bad-syntax');
  expect(await broken({}, { count: 3 })).toBe('truncated');
  expect(await broken({}, { count: 0xffffffff, isWide: true })).toBe('truncated'); // at once
});

test('many files that share their bytes', async () => {
  const first = { name: 'a', method: 0, content: new Uint8Array(1000) };
  const shared = { ...first, packed: new Uint8Array(0), packedBytes: 1000, offset: 0 };
  const more = Array.from({ length: 30 }, (_, i) => ({ ...shared, name: `${i}` }));
  await expect(readZip(zipBytes([first, ...more]))).rejects.toThrow(
    'the zip lists 31000 packed bytes and has 3',
  );
});

test('encrypted, or packed by what is not known', async () => {
  const good = { name: 'readme.txt', content: 'hello' };
  const zip = (file: Partial<ZippedFile>): Promise<unknown> =>
    readZip(zipBytes([good, { name: 'miku.pmx', content: 'A', flags: 1, ...file }]));
  const noise = Uint8Array.from({ length: 12 + 300 }, (_, i) => 256 * Math.abs(Math.sin(i * i)));
  const plain = { packed: noise, size: 300, method: 0 };
  const encrypted = 'miku.pmx is broken or encrypted: unpack the zip, and use the folder';
  await expect(zip(plain)).rejects.toThrow(encrypted); // 12 bytes longer
  await expect(zip({ ...plain, method: 8, size: 900 })).rejects.toThrow(encrypted);
  await expect(zip({ method: 99 })).rejects.toThrow(encrypted); // AES
  expect(await codeOf(zip(plain))).toBe('bad-syntax');
  expect(await codeOf(zip({ method: 9 }))).toBe('unknown-type'); // Deflate64
  expect(await codeOf(zip({ method: 12, size: 9999 }))).toBe('unknown-type'); // bzip2: no bound of deflate's for it
  await expect(zip({ method: 9 })).rejects.toThrow('miku.pmx is packed by method 9; only deflate');
});

test('limits, by what is declared', async () => {
  const zip = zipBytes([{ name: 'a', content: 'abc' }, { name: 'b', content: 'de' }, { name: 'folder/' }]);
  expect(ZIP_LIMITS).toEqual({ files: 10_000, bytes: 1_073_741_824 });
  expect((await readZip(zip, { files: 2, bytes: 5 })).size).toBe(2);
  await expect(readZip(zip, { files: 1 })).rejects.toThrow(/^the zip holds 2 files, 1 are allowed$/);
  await expect(readZip(zip, { bytes: 4 })).rejects.toThrow(/^the zip unpacks to 5 bytes, 4 are allowed$/);
  expect(await codeOf(readZip(zip, { files: 1 }))).toBe('too-large');
  const huge = { name: 'a', size: 2 ** 30 + 1, packed: Buffer.from('never looked at') };
  const before = { name: 'b', packed: sjis('ffff') }; // would be broken
  expect(await codeOf(readZip(zipBytes([before, huge])))).toBe('too-large');
  expect(await codeOf(readZip(zipBytes(Array.from({ length: 10_001 }, (_, i) => ({ name: `${i}` })))))).toBe(
    'too-large',
  );
});
