import { createMapSource, createModel, type MmdModel } from '@odori/model';
import { DataTexture, type Texture } from 'three';
import { expect, test } from 'vitest';
import { ImageDecoder } from '#src/model/textures/decode-image.js';
import { QUALITY } from '#src/model/quality/quality-settings.js';
import { ModelBuilder } from '#test/support/model-builder.js';
import { tga } from '#test/support/test-images.js';

/** A PNG of two colors, of different alpha: the left half and the right half. */
async function png(width: number, height: number): Promise<Blob> {
  const canvas = new OffscreenCanvas(width, height);
  const context = canvas.getContext('2d')!;
  context.fillStyle = '#f00';
  context.fillRect(0, 0, width / 2, height);
  context.fillStyle = 'rgba(0, 0, 255, 0.5)';
  context.fillRect(width / 2, 0, width / 2, height);
  return canvas.convertToBlob({ type: 'image/png' });
}

function sizeOf({ image }: Texture): [number, number] {
  const { width, height } = image as { width: number; height: number };
  return [width, height];
}

/** r, g, b, a of a pixel of a bitmap. */
function pixelOf({ image }: Texture, x: number, y: number): number[] {
  const context = new OffscreenCanvas(...sizeOf({ image } as Texture)).getContext('2d')!;
  context.drawImage(image as ImageBitmap, 0, 0);
  return [...context.getImageData(x, y, 1, 1).data];
}

test('a texture that is too large is decoded at the size, in its shape and its colors', async () => {
  const decoder = new ImageDecoder('auto', 64);
  const texture = await decoder.decode(await png(256, 128));
  expect(sizeOf(texture)).toEqual([64, 32]);
  expect(pixelOf(texture, 10, 10)).toEqual([255, 0, 0, 255]);
  const [r, g, b, alpha] = pixelOf(texture, 50, 10);
  expect([r, g, b]).toEqual([0, 0, 255]);
  expect(alpha).toBeCloseTo(127.5, -0.5); // half of 255
  expect(sizeOf(await decoder.decode(await png(64, 32)))).toEqual([64, 32]);
  expect(sizeOf(await decoder.decode(await png(1000, 4)))).toEqual([64, 1]);
});

test('a TGA that is too large is decoded at the size; one that fits keeps its own pixels', async () => {
  const row = Array.from({ length: 128 }, (): [number, number, number] => [200, 100, 50]);
  const image = { width: 128, rows: Array.from({ length: 128 }, () => row) };
  const small = await new ImageDecoder(false, 32).decode(tga(image));
  expect(sizeOf(small)).toEqual([32, 32]);
  expect(pixelOf(small, 3, 3)).toEqual([200, 100, 50, 255]);
  expect(await new ImageDecoder(false, 128).decode(tga(image))).toBeInstanceOf(DataTexture);
});

/** The pixels of the texture of a model whose picture is 2048 × 2048. */
async function pixelsAt(maxTextureSize: number, picture: Blob): Promise<number> {
  const builder = new ModelBuilder();
  builder.material({ texture: builder.texture('large.png') });
  builder.quad({ center: [0, 0, 0], width: 1, height: 1 });
  const loaded: Texture[] = [];
  const model: MmdModel = createModel(builder.build(), {
    files: createMapSource(new Map([['large.png', picture]]), 'model.pmx'),
    maxTextureSize,
    material: ({ colorMap }) => {
      if (colorMap) loaded.push(colorMap);
      return undefined;
    },
  });
  await model.ready;
  expect(model.report.notes).toEqual([]);
  const [[width, height], ...others] = loaded.map(sizeOf);
  expect(others).toEqual([]);
  model.dispose();
  return width * height;
}

test('a texture of 2048 × 2048 has all its pixels at high, at most 40 % at medium and 10 % at low', async () => {
  const picture = await png(2048, 2048);
  const all = await pixelsAt(QUALITY.high.textureSize, picture);
  expect(all).toBe(2048 * 2048);
  expect((await pixelsAt(QUALITY.medium.textureSize, picture)) / all).toBeLessThanOrEqual(0.4);
  expect((await pixelsAt(QUALITY.low.textureSize, picture)) / all).toBeLessThanOrEqual(0.1);
});
