import { deflateRawSync } from 'node:zlib';
import { expect, test, vi } from 'vitest';
import { zipBytes, type ZippedFile } from '#test/support/zip-bytes.js';

/** fflate takes `Uint8Array` when it is loaded, which `readZip` does when first called: both are loaded anew. */
class CountedBytes extends Uint8Array {
  static allocated = 0;

  constructor(...args: [number]) {
    super(...args);
    if (typeof args[0] === 'number') CountedBytes.allocated += this.length;
  }
}

/** How many bytes fflate allocates for a file, and how many come out. */
async function measure(file: Partial<ZippedFile>): Promise<{ allocated: number; size?: number }> {
  const zip = zipBytes([{ name: 'a.png', ...file }]);
  vi.resetModules();
  const { readZip } = await import('#src/model/files/read-zip.js');
  vi.stubGlobal('Uint8Array', CountedBytes);
  try {
    await readZip(zipBytes([])); // fflate has tables of its own
    CountedBytes.allocated = 0;
    const files = await readZip(zip).catch(() => undefined);
    const size = files?.get('a.png')?.size;
    return size === undefined
      ? { allocated: CountedBytes.allocated }
      : { allocated: CountedBytes.allocated, size };
  } finally {
    vi.unstubAllGlobals();
  }
}

/** What it takes for the codes of deflate, whatever is packed. */
const TABLES = 2 ** 16;
const bomb = deflateRawSync(new Uint8Array(2 ** 26));

test('a sound file', async () => {
  const { allocated, size } = await measure({ content: new Uint8Array(2 ** 20) });
  expect(size).toBe(2 ** 20);
  expect(allocated).toBeGreaterThanOrEqual(2 ** 20); // it is counted
  expect(allocated).toBeLessThanOrEqual(2 ** 20 + TABLES);
});

test('64 MiB that declare less end where they declare', async () => {
  expect(bomb.length).toBeLessThan(2 ** 16);
  for (const declared of [0, 10, 1000, 2 ** 20]) {
    const { allocated, size } = await measure({ packed: bomb, size: declared });
    expect(size).toBe(declared);
    expect(allocated).toBeLessThanOrEqual(declared + TABLES);
  }
});

test('three bytes that declare more than deflate could make of them: nothing is allocated for it', async () => {
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
