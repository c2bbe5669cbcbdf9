import { crc32, deflateRawSync } from 'node:zlib';
import { Inflate } from 'fflate';
import { expect, test } from 'vitest';
import { unpackEntry } from '../../../../packages/model/src/files/zip/unpack-entry.js';
import type { ZipEntry } from '../../../../packages/model/src/files/zip/read-directory.js';
import { thrownBy } from '../../../support/thrown-by.js';

function entryOf(content: Uint8Array, changes: Partial<ZipEntry> = {}): ZipEntry {
  const packed = deflateRawSync(content);
  const { length } = content;
  return {
    path: 'a.png',
    offset: 7,
    packed,
    size: length,
    crc: crc32(content),
    method: 8,
    isEncrypted: false,
    ...changes,
  };
}

/** Counts what comes out. */
class CountingInflate extends Inflate {
  static bytes = 0;

  constructor(onData: (part: Uint8Array, isLast: boolean) => void) {
    super((part, isLast) => {
      CountingInflate.bytes += part.length;
      onData(part, isLast);
    });
  }
}

test('a file that takes several steps', async () => {
  const content = Uint8Array.from({ length: 300_000 }, (_, i) => 100 * Math.sin(i * i));
  const entry = entryOf(content);
  expect(entry.packed.length).toBeGreaterThan(3 * 16 * 1024);
  const file = unpackEntry(entry, Inflate);
  expect(new Uint8Array(await file.arrayBuffer())).toEqual(content);
});

test('nothing, packed or not', () => {
  expect(unpackEntry(entryOf(new Uint8Array(0)), Inflate).size).toBe(0);
  expect(
    unpackEntry(entryOf(new Uint8Array(0), { method: 0, packed: new Uint8Array(0) }), Inflate).size,
  ).toBe(0);
});

test('a bomb that declares ten bytes stops after 16 of its 64 KiB', () => {
  const bomb = entryOf(new Uint8Array(2 ** 26), { size: 10 });
  expect(bomb.packed.length).toBeGreaterThan(60 * 1024);
  const error = thrownBy(() => unpackEntry(bomb, CountingInflate));
  expect(error).toMatchObject({ code: 'bad-syntax', section: 'a.png', offset: 7 });
  expect(error.message).toBe('a.png unpacks to more than the 10 bytes that it declares (at byte 7)');
  expect(CountingInflate.bytes).toBeLessThanOrEqual(1032 * 16 * 1024);
});

test('a file that declares a gigabyte and has three bytes allocates nothing for it', () => {
  const error = thrownBy(() => unpackEntry(entryOf(Uint8Array.of(1, 2, 3), { size: 2 ** 30 }), Inflate));
  expect(error.message).toContain('unpacks to 3 bytes, not to the 1073741824');
});

test('damage', () => {
  const entry = entryOf(Buffer.from('a face of many colours, a face of many colours'));
  const codeOf = (changes: Partial<ZipEntry>): unknown =>
    thrownBy(() => unpackEntry({ ...entry, ...changes }, Inflate));
  expect(codeOf({ crc: entry.crc + 1 })).toMatchObject({ code: 'bad-syntax' });
  expect(codeOf({ packed: entry.packed.subarray(0, 9) })).toMatchObject({ code: 'truncated' });
  expect(codeOf({ packed: Uint8Array.of(7) })).toMatchObject({ code: 'bad-syntax' }); // block type 3 is none
  expect(codeOf({ method: 0 })).toMatchObject({ code: 'bad-syntax' });
  expect(codeOf({ isEncrypted: true })).toMatchObject({ code: 'encrypted' });
  expect(codeOf({ method: 14 })).toMatchObject({ code: 'unknown-type' }); // LZMA
});
