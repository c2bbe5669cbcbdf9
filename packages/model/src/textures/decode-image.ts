import { CompressedTexture, DataTexture, LinearFilter, Texture } from 'three';
import { imageSize, sniffImage } from './image-header.js';

/**
 * Decodes an image file to a texture: PNG, JPG, BMP, GIF and WebP with the browser, TGA and DDS with three.
 *
 * The kind is detected from the content, not from the name: `.sph` and `.spa` files are mostly BMP. The first row is
 * the top row; colours are not converted. Rejects if the file is not a supported image, or too large for the budget.
 */
export async function decodeImage(blob: Blob, budget: PixelBudget): Promise<Texture> {
  const kind = sniffImage(new Uint8Array(await blob.slice(0, 16).arrayBuffer()));
  const texture =
    kind === 'dds'
      ? await readDds(blob, budget)
      : kind === undefined
        ? await readTga(blob, budget)
        : await readBitmap(blob, kind, budget);
  texture.flipY = false;
  return texture;
}

/** Enough for a JPG, which may contain a thumbnail and metadata before its size. */
const HEAD_BYTES = 2 ** 20;

async function readBitmap(blob: Blob, type: string, budget: PixelBudget): Promise<Texture> {
  const head = new Uint8Array(await blob.slice(0, HEAD_BYTES).arrayBuffer());
  const size = imageSize(head, type);
  if (!size) throw new TypeError('the image is broken: its header has no size');
  budget.take(size.width, size.height);
  const bitmap = await createImageBitmap(new Blob([blob], { type }), {
    premultiplyAlpha: 'none',
    colorSpaceConversion: 'none',
  });
  const texture = new Texture(bitmap);
  texture.needsUpdate = true;
  return texture;
}

/** TGA is the only supported kind without a signature. */
async function readTga(blob: Blob, budget: PixelBudget): Promise<Texture> {
  const bytes = await blob.arrayBuffer();
  if (bytes.byteLength < 18)
    throw new TypeError('the file is not a supported image (PNG, JPG, BMP, GIF, WebP, TGA, DDS)');
  const header = new DataView(bytes);
  budget.take(header.getUint16(12, true), header.getUint16(14, true));
  const { TGALoader } = await import('three/addons/loaders/TGALoader.js');
  const { data, width = 0, height = 0 } = new TGALoader().parse(bytes);
  const texture = new DataTexture(data, width, height);
  texture.needsUpdate = true;
  return texture;
}

async function readDds(blob: Blob, budget: PixelBudget): Promise<Texture> {
  const bytes = await blob.arrayBuffer();
  if (bytes.byteLength < 128) throw new TypeError('the DDS image is truncated');
  const header = new DataView(bytes);
  budget.take(header.getUint32(16, true), header.getUint32(12, true));
  const { DDSLoader } = await import('three/addons/loaders/DDSLoader.js');
  const { mipmaps, width, height, format, isCubemap } = new DDSLoader().parse(bytes, true);
  if (mipmaps.length === 0 || isCubemap) throw new TypeError('this kind of DDS image is not supported');
  const texture = new CompressedTexture(mipmaps, width, height, format as CompressedTexture['format']);
  if (mipmaps.length === 1) texture.minFilter = LinearFilter;
  texture.needsUpdate = true;
  return texture;
}

/** Frees the memory that a decoded image uses outside the GPU. */
export function closeImage({ image }: Texture): void {
  if (typeof ImageBitmap !== 'undefined' && image instanceof ImageBitmap) image.close();
}

/** The largest image in pixels, more than graphics cards accept; a small file may declare far more. */
const MAX_PIXELS = 2 ** 26;
/** The largest sum for all images of a model: 1 GB. */
const MAX_PIXELS_OF_ALL = 2 ** 28;

/** Limits the number of pixels in a model's images. */
export class PixelBudget {
  #left = MAX_PIXELS_OF_ALL;

  /** @throws RangeError if an image is too large, or all of them together are. */
  take(width: number, height: number): void {
    const pixels = width * height;
    if (!(pixels > 0 && pixels <= MAX_PIXELS))
      throw new RangeError(`the image is empty or too large: ${width} × ${height} pixels`);
    if (pixels > this.#left) throw new RangeError('all images of the model together are too large');
    this.#left -= pixels;
  }
}
