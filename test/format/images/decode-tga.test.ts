import { decodeTga } from '#src/format/images/decode-tga.js';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { checkBytes } from '#test/support/spoiled-bytes.js';

interface Header {
  readonly type: number;
  readonly bits: number;
  readonly width: number;
  readonly height: number;
  readonly flags?: number;
  readonly colors?: number;
}

const TOP_DOWN = 0x20;

function tgaBytes({ type, bits, width, height, flags = TOP_DOWN, colors = 0 }: Header, data: number[]) {
  const palette = colors > 0 ? [1, type, 0, 0, colors, 0, 24] : [0, type, 0, 0, 0, 0, 0];
  const size = [width & 255, width >> 8, height & 255, height >> 8];
  return Uint8Array.from([0, ...palette, 0, 0, 0, 0, ...size, bits, flags, ...data]);
}

/** r g b a of each pixel, by hand from the bytes of the file. */
test.each([
  ['24 bits', { type: 2, bits: 24 }, [3, 2, 1, 6, 5, 4], [1, 2, 3, 255, 4, 5, 6, 255]],
  ['32 bits', { type: 2, bits: 32 }, [3, 2, 1, 9, 6, 5, 4, 8], [1, 2, 3, 9, 4, 5, 6, 8]],
  // 0 00001 00010 00011, and the bit that hides; each of 5 bits times 8
  ['16 bits', { type: 2, bits: 16 }, [0x43, 0x04, 0x43, 0x84], [8, 16, 24, 255, 8, 16, 24, 0]],
  ['grey', { type: 3, bits: 8 }, [7, 9], [7, 7, 7, 255, 9, 9, 9, 255]],
  ['grey with alpha', { type: 3, bits: 16 }, [7, 1, 9, 2], [7, 7, 7, 1, 9, 9, 9, 2]],
  ['a palette', { type: 1, bits: 8, colors: 2 }, [3, 2, 1, 6, 5, 4, 1, 0], [4, 5, 6, 255, 1, 2, 3, 255]],
  ['a run', { type: 10, bits: 24 }, [0x81, 3, 2, 1], [1, 2, 3, 255, 1, 2, 3, 255]],
  ['packed, without a run', { type: 11, bits: 8 }, [1, 7, 9], [7, 7, 7, 255, 9, 9, 9, 255]],
  ['a run beyond the last pixel', { type: 11, bits: 8 }, [0xff, 7], [7, 7, 7, 255, 7, 7, 7, 255]],
  ['a packed file that ends too early', { type: 11, bits: 8 }, [1, 7], [7, 7, 7, 255, 0, 0, 0, 0]],
  ['from right to left', { type: 3, bits: 8, flags: 0x30 }, [7, 9], [9, 9, 9, 255, 7, 7, 7, 255]],
])('%s', (_, header, data, expected) => {
  expect(decodeTga(tgaBytes({ ...header, width: 2, height: 1 }, data))).toEqual({
    width: 2,
    height: 1,
    data: Uint8Array.from(expected),
  });
});

test('the first row of a usual file is the lowest one', () => {
  const header = { type: 3, bits: 8, width: 1, height: 3, flags: 0 };
  expect([...decodeTga(tgaBytes(header, [1, 2, 3])).data].filter((_, i) => i % 4 === 0)).toEqual([3, 2, 1]);
});

describe('a file must be able to hold the pixels of its header', () => {
  const refused = (header: Header, bytes: number): unknown => {
    try {
      return decodeTga(tgaBytes(header, Array<number>(bytes).fill(0xff))).data.length;
    } catch (error) {
      return error instanceof TypeError ? error.message : error;
    }
  };

  test('pixels that are not packed, to the byte', () => {
    expect(refused({ type: 2, bits: 24, width: 5, height: 7 }, 3 * 5 * 7)).toBe(4 * 5 * 7);
    expect(refused({ type: 2, bits: 24, width: 5, height: 7 }, 3 * 5 * 7 - 1)).toBe(
      'the image is broken: its header declares 5 × 7 pixels, its file can hold 34',
    );
  });

  test('packed pixels: one byte and one pixel give 128', () => {
    expect(refused({ type: 10, bits: 32, width: 128, height: 2 }, 2 * 5)).toBe(4 * 128 * 2);
    expect(refused({ type: 10, bits: 32, width: 257, height: 1 }, 2 * 5)).toMatch('can hold 256');
    expect(refused({ type: 9, bits: 8, colors: 1, width: 128, height: 1 }, 3 + 2)).toBe(4 * 128);
    expect(refused({ type: 9, bits: 8, colors: 1, width: 128, height: 1 }, 3 + 1)).toMatch('can hold 0');
  });

  test('a header alone takes no memory', () => {
    const before = process.memoryUsage().arrayBuffers;
    expect(refused({ type: 2, bits: 32, width: 8192, height: 8192 }, 0)).toMatch('can hold 0');
    expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(2 ** 20);
  });
});

test.each([
  [2, 24],
  [2, 32],
  [3, 16],
  [10, 24],
  [10, 32],
])('type %i of %i bits takes 4 bytes a pixel, and 1 MB', (type, bits) => {
  const data = Array<number>((1024 * 1024 * bits) / 8).fill(type === 10 ? 0xff : 3);
  const file = tgaBytes({ type, bits, width: 1024, height: 1024, flags: 0x10 }, data);
  const before = process.memoryUsage().arrayBuffers;
  expect(decodeTga(file).data).toHaveLength(4 * 1024 * 1024);
  expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(4 * 1024 * 1024 + 2 ** 20);
});

test('any bytes give pixels or a TypeError', () => {
  const header = fc.record({
    type: fc.constantFrom(1, 2, 3, 9, 10, 11, 4, 0),
    bits: fc.constantFrom(8, 16, 24, 32, 15),
    width: fc.integer({ min: 0, max: 300 }),
    height: fc.oneof(fc.integer({ min: 0, max: 9 }), fc.constant(0xffff)),
    flags: fc.integer({ min: 0, max: 255 }),
    colors: fc.integer({ min: 0, max: 3 }),
  });
  const files = fc
    .tuple(header, fc.uint8Array({ maxLength: 200 }), fc.nat(300))
    .map(([parts, data, length]) => tgaBytes(parts, [...data]).subarray(0, length));
  checkBytes(fc.oneof(files, fc.uint8Array({ maxLength: 60 })), (file) => {
    try {
      const { data, width, height } = decodeTga(file);
      expect(data).toHaveLength(4 * width * height);
      expect(data.length).toBeLessThanOrEqual(4 * 128 * file.length);
    } catch (error) {
      expect(error).toBeInstanceOf(TypeError);
    }
  });
});
