import { decodeDds } from '#src/model/textures/decode-dds.js';
import fc from 'fast-check';
import { CompressedTexture, RGB_S3TC_DXT1_Format, RGBA_S3TC_DXT5_Format } from 'three';
import { expect, test } from 'vitest';
import { checkBytes } from '#test/support/spoiled-bytes.js';

interface Header {
  readonly code?: string;
  readonly bits?: number;
  readonly width: number;
  readonly height: number;
  readonly mipmaps?: number | undefined;
  readonly caps2?: number;
}

const BGRA_MASKS = [0xff0000, 0xff00, 0xff, 0xff000000];

function ddsBytes({ code = '', bits = 0, width, height, mipmaps, caps2 = 0 }: Header, data: Uint8Array) {
  const bytes = new Uint8Array(128 + data.length);
  const view = new DataView(bytes.buffer);
  bytes.set(Buffer.from('DDS '));
  view.setUint32(4, 124, true);
  view.setUint32(8, mipmaps === undefined ? 0x1007 : 0x21007, true);
  view.setUint32(12, height, true);
  view.setUint32(16, width, true);
  view.setUint32(28, mipmaps ?? 0, true);
  bytes.set(Buffer.from(code), 84);
  view.setUint32(88, bits, true);
  BGRA_MASKS.forEach((mask, i) => view.setUint32(92 + 4 * i, mask, true));
  view.setUint32(112, caps2, true);
  bytes.set(data, 128);
  return bytes;
}

const zeros = (count: number): Uint8Array => new Uint8Array(count);

test.each([
  [24, [3, 2, 1, 6, 5, 4], [1, 2, 3, 255, 4, 5, 6, 255]],
  [32, [3, 2, 1, 9, 6, 5, 4, 8], [1, 2, 3, 9, 4, 5, 6, 8]],
])('b g r of %i bits become r g b a', (bits, data, expected) => {
  const { image } = decodeDds(ddsBytes({ bits, width: 2, height: 1 }, Uint8Array.from(data)));
  expect(image).toMatchObject({ width: 2, height: 1, data: Uint8Array.from(expected) });
});

test('blocks stay as they are, with the smaller pictures that are whole', () => {
  const file = ddsBytes({ code: 'DXT1', width: 8, height: 8, mipmaps: 9 }, zeros(32 + 8 + 8 + 7));
  const texture = decodeDds(file) as CompressedTexture;
  expect(texture).toBeInstanceOf(CompressedTexture);
  expect(texture.format).toBe(RGB_S3TC_DXT1_Format);
  expect(texture.mipmaps.map(({ width, data }) => [width, (data as Uint8Array).length])).toEqual([
    [8, 32],
    [4, 8],
    [2, 8],
  ]);
  expect((texture.mipmaps[0].data as Uint8Array).buffer).toBe(file.buffer);
});

test('blocks of pictures that are too wide are left out, and their bytes do not stay; the smallest one does', () => {
  const file = ddsBytes({ code: 'DXT1', width: 8, height: 8, mipmaps: 9 }, zeros(32 + 8 + 8 + 7));
  const widths = (maxWidth: number): number[] =>
    (decodeDds(file, maxWidth) as CompressedTexture).mipmaps.map(({ width }) => width);
  expect([8, 7, 4, 1].map(widths)).toEqual([[8, 4, 2], [4, 2], [4, 2], [2]]);
  const texture = decodeDds(file, 4) as CompressedTexture;
  expect(texture.image).toMatchObject({ width: 4, height: 4 });
  expect((texture.mipmaps[0].data as Uint8Array).buffer.byteLength).toBe(8);
});

test('a picture without smaller ones is not filtered by them', () => {
  const texture = decodeDds(ddsBytes({ code: 'DXT5', width: 5, height: 1 }, zeros(32)));
  expect(texture).toMatchObject({ format: RGBA_S3TC_DXT5_Format, mipmaps: { length: 1 } });
});

test.each([
  ['blocks', { code: 'DXT1', width: 1024, height: 1024 }, 8 * 256 * 256 - 1],
  ['pixels', { bits: 32, width: 8192, height: 8192 }, 100],
  ['a size beyond 32 bits', { code: 'DXT5', width: 0xffffffff, height: 0xffffffff }, 0],
])('%s that the file cannot hold take no memory', (_, header, bytes) => {
  const file = ddsBytes(header, zeros(bytes));
  const before = process.memoryUsage().arrayBuffers;
  expect(() => decodeDds(file)).toThrow(`declares ${header.width} × ${header.height} pixels`);
  expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(2 ** 20);
});

test('a million smaller pictures are not more than there can be', () => {
  const { mipmaps } = decodeDds(ddsBytes({ code: 'DXT1', width: 4, height: 4, mipmaps: 1e6 }, zeros(1e5)));
  expect(mipmaps).toHaveLength(3); // 4, 2, 1
});

test('pixels take 4 bytes each, with smaller pictures too', () => {
  const file = ddsBytes({ bits: 32, width: 1024, height: 1024, mipmaps: 11 }, zeros(4 * 1400 * 1024));
  const before = process.memoryUsage().arrayBuffers;
  decodeDds(file);
  expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(4 * 1024 * 1024 + 2 ** 20);
});

test.each([
  ['a cube', { bits: 32, width: 1, height: 1, caps2: 0xfe00 }],
  ['a volume', { bits: 32, width: 1, height: 1, caps2: 0x200000 }],
  ['an unknown code', { code: 'DXT2', width: 1, height: 1 }],
  ['an unknown number of bits', { bits: 16, width: 1, height: 1 }],
])('%s is not supported', (_, header) => {
  expect(() => decodeDds(ddsBytes(header, zeros(64)))).toThrow('this kind of DDS image is not supported');
});

test('any bytes give a texture or a TypeError', () => {
  const header = fc.record({
    code: fc.constantFrom('DXT1', 'DXT3', 'DXT5', 'ETC1', 'DX10', '', 'ABCD'),
    bits: fc.constantFrom(24, 32, 16),
    width: fc.oneof(fc.nat(40), fc.nat(0xffffffff)),
    height: fc.oneof(fc.nat(40), fc.nat(0xffffffff)),
    mipmaps: fc.option(fc.nat(0xffffffff), { nil: undefined }),
  });
  const files = fc
    .tuple(header, fc.uint8Array({ maxLength: 400 }), fc.nat(600))
    .map(([parts, data, length]) => ddsBytes(parts, data).slice(0, length));
  checkBytes(files, (file) => {
    try {
      decodeDds(file as Uint8Array<ArrayBuffer>);
    } catch (error) {
      expect(error).toBeInstanceOf(TypeError);
    }
  });
});
