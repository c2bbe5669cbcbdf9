import { FilesError } from '#src/format/files/files-error.js';
import { unpackZip, ZIP_LIMITS } from '#src/format/files/unpack-zip.js';
import { decodeNames } from '#src/format/files/zip-names.js';
import { zipBytes, type ZipParts, type ZippedFile } from '#test/support/zip-bytes.js';
import { zipSync } from 'fflate';
import { deflateRawSync } from 'node:zlib';
import { expect, test, vi } from 'vitest';

async function textsOf(zip: Uint8Array | ArrayBuffer): Promise<[string, string][]> {
  return Array.from(await unpackZip(zip), ([path, file]) => [path, new TextDecoder().decode(file)]);
}

async function keysOf(...files: ZippedFile[]): Promise<string[]> {
  return [...(await unpackZip(zipBytes(files))).keys()];
}

async function codeOf(zip: Promise<unknown>): Promise<string> {
  const error: unknown = await zip.catch((reason: unknown) => reason);
  if (!(error instanceof FilesError)) throw new Error('not a FilesError', { cause: error });
  return error.code;
}

const sjis = (hex: string): Uint8Array => Uint8Array.from(Buffer.from(hex, 'hex'));

test('a zip made by another tool is read, also from a part of a buffer', async () => {
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

test('deflated and stored files are read, also with bytes after the end', async () => {
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

test('a zip64 is read', async () => {
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
  expect(await codeOf(unpackZip(zipBytes([{ ...wide, extra: new Uint8Array(0) }], { isWide: true })))).toBe(
    'truncated',
  );
});

test('a zip in shared memory is read', async () => {
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

test('names in UTF-8 and in Shift_JIS are decoded', async () => {
  const utf8 = 1 << 11;
  expect(await keysOf({ name: 'ミク/顔.png', flags: utf8 })).toEqual(['ミク/顔.png']);
  expect(await keysOf({ name: 'ミク/顔.png' })).toEqual(['ミク/顔.png']);
  expect(await keysOf({ name: sjis('837e834e5c8ae72e706e67') })).toEqual(['ミク/顔.png']); // 5C is a back-slash
  expect(await keysOf({ name: sjis('835c2e706e67') })).toEqual(['ソ.png']); // here it is part of a character
});

test('back-slashes become slashes; folders, files of macOS and paths out of the zip are left out', async () => {
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

test('of two files with the same path the later one counts', async () => {
  expect(
    await textsOf(
      zipBytes([
        { name: 'a/b', content: '1' },
        { name: 'a\\b', content: '2' },
      ]),
    ),
  ).toEqual([['a/b', '2']]);
});

test('names of object properties are names of files, except __proto__', async () => {
  expect(await keysOf({ name: '__proto__' }, { name: 'constructor' }, { name: '7' })).toEqual([
    'constructor',
    '7',
  ]);
});

test('bytes that are not a zip are an error that names other archives', async () => {
  expect(await codeOf(unpackZip(new Uint8Array(0)))).toBe('not-a-zip');
  expect(await codeOf(unpackZip(new Uint8Array(100_000)))).toBe('not-a-zip');
  await expect(unpackZip(Buffer.from('Pmx '))).rejects.toThrow('this is not a zip, whatever its name says: ');
  await expect(unpackZip(Buffer.from('Rar!\x1a\x07\0'))).rejects.toThrow(
    'this is a RAR archive, not a zip: unpack it and use the folder',
  );
  await expect(unpackZip(sjis('377abcaf271c0004'))).rejects.toThrow('7z');
  await expect(unpackZip(Buffer.from('\x1f\x00-lh5-......'))).rejects.toThrow('LZH');
});

test('broken zips are refused', async () => {
  const broken = (file: Partial<ZippedFile>, parts?: ZipParts): Promise<string> =>
    codeOf(unpackZip(zipBytes([{ name: 'a.png', content: 'abc', ...file }], parts)));
  const sound = zipBytes([{ name: 'a.png', content: 'abc' }]);
  expect(await codeOf(unpackZip(sound.subarray(0, -1)))).toBe('truncated');
  expect(await codeOf(unpackZip(sound.subarray(0, 40)))).toBe('truncated');
  expect(await broken({ size: 4 })).toBe('broken');
  expect(await broken({ method: 0, size: 2 })).toBe('broken');
  expect(await broken({ method: 0, packedBytes: 2 })).toBe('broken');
  expect(await broken({ packed: sjis('ffff') })).toBe('broken');
  expect(await broken({ packedBytes: 3 })).toBe('broken'); // of 5
  expect(await broken({ packedBytes: 0 })).toBe('broken');
  expect(await broken({ packedBytes: 5000 })).toBe('broken');
  expect(await broken({ packed: deflateRawSync('abcdefghi', { level: 0 }), size: 2 })).toBe('broken');
  expect(await broken({}, { count: 3 })).toBe('truncated');
  expect(await broken({}, { count: 0xffffffff, isWide: true })).toBe('truncated'); // at once
});

test('files that share their bytes are refused', async () => {
  const first = { name: 'a', method: 0, content: new Uint8Array(1000) };
  const shared = { ...first, packed: new Uint8Array(0), packedBytes: 1000, offset: 0 };
  const more = Array.from({ length: 30 }, (_, i) => ({ ...shared, name: `${i}` }));
  await expect(unpackZip(zipBytes([first, ...more]))).rejects.toThrow(
    'the zip lists 31000 compressed bytes but has 3',
  );
});

test('encrypted files and unknown compression methods are refused', async () => {
  const good = { name: 'readme.txt', content: 'hello' };
  const zip = (file: Partial<ZippedFile>): Promise<unknown> =>
    unpackZip(zipBytes([good, { name: 'miku.pmx', content: 'A', flags: 1, ...file }]));
  const noise = Uint8Array.from({ length: 12 + 300 }, (_, i) => 256 * Math.abs(Math.sin(i * i)));
  const plain = { packed: noise, size: 300, method: 0 };
  const encrypted = 'miku.pmx is broken or encrypted: unpack the zip and use the folder';
  await expect(zip(plain)).rejects.toThrow(encrypted); // 12 bytes longer
  await expect(zip({ ...plain, method: 8, size: 900 })).rejects.toThrow(encrypted);
  await expect(zip({ method: 99 })).rejects.toThrow(
    'miku.pmx is encrypted: unpack the zip and use the folder',
  ); // AES
  expect(await codeOf(zip({ method: 99 }))).toBe('encrypted');
  expect(await codeOf(zip(plain))).toBe('broken');
  expect(await codeOf(zip({ method: 9 }))).toBe('unsupported'); // Deflate64
  // bzip2: the limit of deflate does not apply
  expect(await codeOf(zip({ method: 12, size: 9999 }))).toBe('unsupported');
  await expect(zip({ method: 9 })).rejects.toThrow('miku.pmx uses compression method 9, only deflate');
});

test('the limits apply to the declared sizes', async () => {
  const zip = zipBytes([{ name: 'a', content: 'abc' }, { name: 'b', content: 'de' }, { name: 'folder/' }]);
  expect(ZIP_LIMITS).toEqual({ files: 10_000, bytes: 1_073_741_824 });
  expect((await unpackZip(zip, { files: 2, bytes: 5 })).size).toBe(2);
  await expect(unpackZip(zip, { files: 1 })).rejects.toThrow(/^the zip contains 2 files; 1 are allowed$/);
  await expect(unpackZip(zip, { bytes: 4 })).rejects.toThrow(/^the zip unpacks to 5 bytes; 4 are allowed$/);
  expect(await codeOf(unpackZip(zip, { files: 1 }))).toBe('too-large');
  const huge = { name: 'a', size: 2 ** 30 + 1, packed: Buffer.from('never looked at') };
  const before = { name: 'b', packed: sjis('ffff') }; // would be broken
  expect(await codeOf(unpackZip(zipBytes([before, huge])))).toBe('too-large');
  expect(
    await codeOf(unpackZip(zipBytes(Array.from({ length: 10_001 }, (_, i) => ({ name: `${i}` }))))),
  ).toBe('too-large');
});

/** Bytes as fflate returns them; % and two hexadecimal digits stand for a byte that is not ASCII. */
const raw = (bytes: string): string =>
  bytes.replace(/%(..)/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)));

const FACE_SJIS = raw('%8A%E7.png'); // 顔, which is not UTF-8: 8A cannot begin a character
const FACE_UTF8 = raw('%E9%A1%94.png');

test('names that are marked as UTF-8 stay as they are', () => {
  expect(decodeNames(['顔.png', FACE_SJIS])).toEqual(['顔.png', '顔.png']);
  expect(decodeNames(['顔.png', FACE_UTF8])).toEqual(['顔.png', '顔.png']);
  expect(decodeNames(['Körper.png', '顔.png', 'a.png'])).toEqual(['Körper.png', '顔.png', 'a.png']);
  expect(decodeNames(['Mädchen.png', 'Straße.png'])).toEqual(['Mädchen.png', 'Straße.png']);
});

test('unmarked names are UTF-8 if all of them are valid UTF-8, else Shift_JIS', () => {
  expect(decodeNames([FACE_UTF8, 'a.png'])).toEqual(['顔.png', 'a.png']);
  expect(decodeNames([FACE_SJIS, 'a.png'])).toEqual(['顔.png', 'a.png']);
  expect(decodeNames(['a.png'])).toEqual(['a.png']);
  expect(decodeNames([])).toEqual([]);
});

test('half-width kana are recognised', () => {
  expect(decodeNames([raw('%C3%B8.png')])).toEqual(['ø.png']); // also valid UTF-8
  expect(decodeNames([raw('%C3%B8.png'), FACE_SJIS])).toEqual(['ﾃｸ.png', '顔.png']);
  expect(decodeNames([raw('%D0%B8%D9.png')])).toEqual(['ﾐｸﾙ.png']); // nothing from 80 to 9F
});

test('second bytes of Shift_JIS may look like a back-slash', () => {
  expect(decodeNames([raw('%83%5C.png')])).toEqual(['ソ.png']);
});

/**
 * fflate reads the global `Uint8Array` when it is loaded, on the first call of `unpackZip`: so both are
 * loaded anew.
 */
class CountedBytes extends Uint8Array {
  static allocated = 0;

  constructor(...args: [number]) {
    super(...args);
    if (typeof args[0] === 'number') CountedBytes.allocated += this.length;
  }
}

/** The number of bytes that fflate allocates for a file, and the size of the unpacked file. */
async function measure(file: Partial<ZippedFile>): Promise<{ allocated: number; size?: number }> {
  const zip = zipBytes([{ name: 'a.png', ...file }]);
  vi.resetModules();
  const fresh = await import('#src/format/files/unpack-zip.js');
  vi.stubGlobal('Uint8Array', CountedBytes);
  try {
    await fresh.unpackZip(zipBytes([])); // fflate has tables of its own
    CountedBytes.allocated = 0;
    const files = await fresh.unpackZip(zip).catch(() => undefined);
    const size = files?.get('a.png')?.length;
    return size === undefined
      ? { allocated: CountedBytes.allocated }
      : { allocated: CountedBytes.allocated, size };
  } finally {
    vi.unstubAllGlobals();
  }
}

/** Bytes that deflate's code tables need in any case. */
const TABLES = 2 ** 16;
const bomb = deflateRawSync(new Uint8Array(2 ** 26));

test('a correct file allocates its size and some tables', async () => {
  const { allocated, size } = await measure({ content: new Uint8Array(2 ** 20) });
  expect(size).toBe(2 ** 20);
  expect(allocated).toBeGreaterThanOrEqual(2 ** 20); // it is counted
  expect(allocated).toBeLessThanOrEqual(2 ** 20 + TABLES);
});

test('a file of 64 MiB that declares less ends at the declared size', async () => {
  expect(bomb.length).toBeLessThan(2 ** 16);
  for (const declared of [0, 10, 1000, 2 ** 20]) {
    const { allocated, size } = await measure({ packed: bomb, size: declared });
    expect(size).toBe(declared);
    expect(allocated).toBeLessThanOrEqual(declared + TABLES);
  }
});

test('nothing is allocated for a file that declares more than deflate can produce', async () => {
  const packed = deflateRawSync('abc');
  expect(packed).toHaveLength(5);
  for (const declared of [1032 * 5 + 1, 2 ** 30]) {
    expect(await measure({ packed, size: declared })).toEqual({ allocated: 'a.png'.length });
  }
  const { allocated, size } = await measure({ packed, size: 1032 * 5 });
  expect(size).toBeUndefined();
  expect(allocated).toBeGreaterThanOrEqual(1032 * 5);
  expect(allocated).toBeLessThanOrEqual(1032 * 5 + TABLES);
});
