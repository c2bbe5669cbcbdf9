import { createMapSource, createModel } from '@odori/model';
import { CompressedTexture, NoColorSpace } from 'three';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { ImageDecoder } from '#src/model/textures/decode-image.js';
import { ModelBuilder } from '#test/support/model-builder.js';
import { ModelPicture } from '#test/support/model-picture.js';

/**
 * 16 × 8 pixels of UASTC, by Basis Universal 2.5: the upper half r 200 g 20 b 10;
 * below, the left r 10 g 20 b 200, the right r 10 g 200 b 20. In sizes down to 1 × 1.
 */
const KTX2 =
  'q0tUWCAyMLsNChoKAAAAAAEAAAAQAAAACAAAAAAAAAAAAAAAAQAAAAUAAAAAAAAAyAAAACwAAAD0AAAALAAAAAAAAA' +
  'AAAAAAAAAAAAAAAABwAQAAAAAAAIAAAAAAAAAAgAAAAAAAAABQAQAAAAAAACAAAAAAAAAAIAAAAAAAAABAAQAAAAAA' +
  'ABAAAAAAAAAAEAAAAAAAAAAwAQAAAAAAABAAAAAAAAAAEAAAAAAAAAAgAQAAAAAAABAAAAAAAAAAEAAAAAAAAAAsAA' +
  'AAAAAAAAIAKACmAQIAAwMAABAAAAAAAAAAAAB/AAAAAAAAAAAA/////x8AAABLVFh3cml0ZXIAQmFzaXMgVW5pdmVy' +
  'c2FsIDIuNTAAAAQAAAB/fwAAN02I5z9wCQEAAAAAAAAAAHsVzcehtbAcNTMxMzEzMTNTsOViSTi5hQQJP/Z4eHgAk4' +
  'bfJOtlFxC6FgAAABQUAJOE07oh8gnohBYAVlW1NAAXmULh//PoAAAAAAAAAAAAF5lC4f/z6AAAAAAAAAAAABeZQuH/' +
  '8+gAAAAAAAAAAAAXmULh//PoAAAAAAAAAAAAV4EC+f87yAMAAAAAAAAAAFeBAvn/O8gDAAAAAAAAAABXAZni/zseAQ' +
  'AAAAAAAAAAVwGZ4v87HgEAAAAAAAAAAA==';

const bytes = Uint8Array.from(atob(KTX2), (char) => char.codePointAt(0)!);

test('a KTX2 is blocks for the graphics card, in all its sizes, of the colors of the file', async () => {
  const texture = await new ImageDecoder().decode(new Blob([bytes]));
  expect(texture).toBeInstanceOf(CompressedTexture);
  expect(texture).toMatchObject({ colorSpace: NoColorSpace, flipY: false });
  expect(texture.mipmaps.map(({ width, height }) => [width, height])).toEqual([
    [16, 8],
    [8, 4],
    [4, 2],
    [2, 1],
    [1, 1],
  ]);
});

test('within a limit, sizes that are too large are left out', async () => {
  const texture = await new ImageDecoder(false, 8).decode(new Blob([bytes]));
  expect(texture.image).toMatchObject({ width: 8, height: 4 });
  expect(texture.mipmaps).toHaveLength(4);
});

test.each([
  ['a KTX2 that ends in its header', (file: Uint8Array) => file.subarray(0, 60), 'the image is broken'],
  ['a format that is not of Basis', (file: Uint8Array) => set(file, 12, 37), 'this kind of KTX2 image'],
  ['an array', (file: Uint8Array) => set(file, 32, 2), 'this kind of KTX2 image'],
  ['a side of 15 pixels', (file: Uint8Array) => set(file, 20, 15), 'needs sides of 4, 8, 12'],
  ['too many sizes', (file: Uint8Array) => set(file, 40, 99), 'declares 99 sizes'],
  ['a picture of gigabytes', (file: Uint8Array) => set(file, 20, 2 ** 30), 'too large'],
  ['no blocks', (file: Uint8Array) => file.subarray(0, 320), 'the image is broken'],
])('%s is an error', async (_, spoil, message) => {
  const file = spoil(bytes.slice());
  await expect(new ImageDecoder().decode(new Blob([new Uint8Array(file)]))).rejects.toThrow(message);
});

function set(file: Uint8Array, offset: number, value: number): Uint8Array {
  new DataView(file.buffer).setUint32(offset, value, true);
  return file;
}

test('a folder without the transcoder is an error that says what to do', async () => {
  const decoder = new ImageDecoder(false, Infinity, '/nowhere');
  await expect(decoder.decode(new Blob([bytes]))).rejects.toThrow('give its address as `ktx2Transcoder`');
});

describe('drawn', () => {
  let picture: ModelPicture;
  beforeAll(async () => {
    picture = await ModelPicture.create('WebGLRenderer', 32, 32, 60);
  });
  afterAll(() => picture.dispose());

  test('a model shows it as other textures: the first row is the upper one', async () => {
    const builder = new ModelBuilder();
    builder.material({
      texture: builder.texture('a.ktx2'),
      diffuse: [0, 0, 0, 1],
      ambient: [1, 1, 1],
      sharedToon: 0,
      toon: -1,
    });
    builder.quad({ center: [0, 0, 0], width: 200, height: 200 });
    const files = createMapSource(new Map([['a.ktx2', new Blob([bytes])]]), 'a.pmx');
    const model = createModel(builder.build(), { files });
    await model.ready;
    expect(model.report.notes).toEqual([]);
    picture.add(model);
    const near = (pixel: readonly number[], color: readonly number[]): void =>
      color.forEach((value, i) => expect(Math.abs(pixel[i] - value)).toBeLessThanOrEqual(3));
    near(await picture.pixel(8, 4), [200, 20, 10]);
    near(await picture.pixel(8, 28), [10, 20, 200]);
    near(await picture.pixel(24, 28), [10, 200, 20]);
    model.dispose();
  });
});
