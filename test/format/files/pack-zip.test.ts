import { describe, expect, it } from 'vitest';
import { packZip, unpackZip } from '#src/format/internal.js';

const files = new Map([
  ['show.pmm', new Uint8Array(5000)],
  ['1/顔.png', Uint8Array.of(1, 2, 3)],
  ['1/empty.txt', new Uint8Array(0)],
]);

describe('packZip', () => {
  it('makes a zip with the same files', async () => {
    const unpacked = await unpackZip(packZip(files));
    expect(Array.from(unpacked, ([path, bytes]) => [path, [...bytes]])).toEqual(
      Array.from(files, ([path, bytes]) => [path, [...bytes]]),
    );
  });

  it('makes texts smaller, and the same bytes each time', async () => {
    const zip = packZip(files);
    expect(zip.length).toBeLessThan(1000);
    expect(packZip(files)).toEqual(zip);
  });

  it('stores everything as it is at level 0', () => {
    expect(packZip(files, 0).length).toBeGreaterThan(5000);
  });

  it('is an error of more files than a zip can name', () => {
    const many = new Map(Array.from({ length: 65_536 }, (_, i) => [`${i}`, new Uint8Array()]));
    expect(() => packZip(many)).toThrow(
      expect.objectContaining({ name: 'FilesError', code: 'too-large' }) as Error,
    );
  });
});
