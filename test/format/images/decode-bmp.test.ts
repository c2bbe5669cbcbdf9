import { decodeBmp } from '#src/format/images/decode-bmp.js';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { checkBytes, cutBytes, flippedBytes } from '#test/support/spoiled-bytes.js';

interface Header {
  readonly width: number;
  readonly height: number;
  readonly bits: number;
  readonly compression?: number;
}

const u16 = (value: number): number[] => [value & 255, (value >> 8) & 255];
const u32 = (value: number): number[] => [...u16(value), ...u16(value >> 16)];

/** `palette`: b g r and a byte of each color. */
function bmpBytes({ width, height, bits, compression = 0 }: Header, data: number[], palette: number[] = []) {
  const start = 54 + palette.length;
  const size = [...u32(width), ...u32(height), ...u16(1), ...u16(bits), ...u32(compression)];
  return Uint8Array.from([
    0x42, // B
    0x4d, // M
    ...u32(start + data.length),
    ...u32(0),
    ...u32(start),
    ...u32(40),
    ...size,
    ...u32(data.length),
    ...u32(0),
    ...u32(0),
    ...u32(0),
    ...u32(0),
    ...palette,
    ...data,
  ]);
}

const PALETTE = [0, 0, 0, 0, 30, 20, 10, 0]; // black, and r 10 g 20 b 30

describe('pixels', () => {
  test('24 bits: rows from bottom to top, padded to 4 bytes, b g r', () => {
    const data = [1, 2, 3, 0, 4, 5, 6, 0];
    expect(decodeBmp(bmpBytes({ width: 1, height: 2, bits: 24 }, data))).toEqual({
      width: 1,
      height: 2,
      data: Uint8Array.of(6, 5, 4, 255, 3, 2, 1, 255),
    });
  });

  test('a negative height: rows from top to bottom', () => {
    const pixels = decodeBmp(bmpBytes({ width: 1, height: -2, bits: 24 }, [1, 2, 3, 0, 4, 5, 6, 0]));
    expect(pixels).toMatchObject({ height: 2, data: Uint8Array.of(3, 2, 1, 255, 6, 5, 4, 255) });
  });

  test('32 bits: the fourth byte is no alpha', () => {
    const pixels = decodeBmp(bmpBytes({ width: 1, height: 1, bits: 32 }, [1, 2, 3, 0]));
    expect(pixels?.data).toEqual(Uint8Array.of(3, 2, 1, 255));
  });

  test.each([
    [1, [0b01000000, 0, 0, 0]],
    [4, [0x01, 0, 0, 0]],
    [8, [0, 1, 0, 0]],
  ])('%d bits: colors of the palette', (bits, data) => {
    const pixels = decodeBmp(bmpBytes({ width: 2, height: 1, bits }, data, PALETTE));
    expect(pixels?.data).toEqual(Uint8Array.of(0, 0, 0, 255, 10, 20, 30, 255));
  });

  test('a color beyond the palette is black', () => {
    const pixels = decodeBmp(bmpBytes({ width: 1, height: 1, bits: 8 }, [9, 0, 0, 0], PALETTE));
    expect(pixels?.data).toEqual(Uint8Array.of(0, 0, 0, 255));
  });
});

test('packed pixels, 16 bits and other files are not supported', () => {
  expect(decodeBmp(bmpBytes({ width: 1, height: 1, bits: 8, compression: 1 }, [1, 0], PALETTE))).toBe(
    undefined,
  );
  expect(decodeBmp(bmpBytes({ width: 1, height: 1, bits: 16 }, [0, 0, 0, 0]))).toBe(undefined);
  expect(decodeBmp(Uint8Array.from('PNG', (c) => c.codePointAt(0)!))).toBe(undefined);
});

test('a header that declares more pixels than the file has is an error before memory is taken', () => {
  expect(() => decodeBmp(bmpBytes({ width: 1e9, height: 1e9, bits: 24 }, [1, 2, 3, 0]))).toThrow(
    'the image is broken: its header declares 1000000000 × 1000000000 pixels',
  );
});

test('any bytes give pixels, nothing or an error that says what is broken', () => {
  const file = fc
    .constantFrom(1, 4, 8, 24, 32)
    .map((bits) => bmpBytes({ width: 2, height: 1, bits }, [0, 1, 0, 0, 0, 0, 0, 0], PALETTE));
  checkBytes(fc.oneof(flippedBytes(file), cutBytes(file)), (bytes) => {
    try {
      const pixels = decodeBmp(bytes);
      if (pixels) expect(pixels.data).toHaveLength(4 * pixels.width * pixels.height);
    } catch (error) {
      expect(error).toBeInstanceOf(TypeError);
    }
  });
});
