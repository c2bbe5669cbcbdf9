import { describe, expect, it } from 'vitest';
import { packZip, unpackZip } from '#src/format/internal.js';

const files = new Map([
  ['show.pmm', new Uint8Array(5000)],
  ['1/顔.png', Uint8Array.of(1, 2, 3)],
  ['1/empty.txt', new Uint8Array(0)],
]);

describe('packZip', () => {
  it('makes a zip with the same files', async () => {
    expect(await unpackZip(await packZip(files))).toEqual(files);
  });

  it('makes texts smaller, and the same bytes each time', async () => {
    const zip = await packZip(files);
    expect(zip.length).toBeLessThan(1000);
    expect(await packZip(files)).toEqual(zip);
  });
});
