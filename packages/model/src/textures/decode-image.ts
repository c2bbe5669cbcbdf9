import { CompressedTexture, DataTexture, LinearFilter, Texture } from 'three';
import { imageSize, sniffImage } from './image-header.js';

/**
 * An image file as a texture: PNG, JPG, BMP, GIF and WebP as the browser reads them, TGA and DDS as three does.
 *
 * What a file is its bytes tell, not its name: `.sph` and `.spa` are mostly BMP. The first row is the top one; colours stay
 * encoded as they are. Rejects if it is no image that can be read here, or one beyond the budget.
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

/** A JPG may have a picture of itself and much else before it says its size. */
const HEAD_BYTES = 2 ** 20;

async function readBitmap(blob: Blob, type: string, budget: PixelBudget): Promise<Texture> {
  const head = new Uint8Array(await blob.slice(0, HEAD_BYTES).arrayBuffer());
  const size = imageSize(head, type);
  if (!size) throw new TypeError('an image that does not tell its size');
  budget.take(size.width, size.height);
  const bitmap = await createImageBitmap(new Blob([blob], { type }), {
    premultiplyAlpha: 'none',
    colorSpaceConversion: 'none',
  });
  const texture = new Texture(bitmap);
  texture.needsUpdate = true;
  return texture;
}

/** Of all other kinds TGA alone has no mark to know it by. */
async function readTga(blob: Blob, budget: PixelBudget): Promise<Texture> {
  const bytes = await blob.arrayBuffer();
  if (bytes.byteLength < 18) throw new TypeError('no image');
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
  if (bytes.byteLength < 128) throw new TypeError('no DDS image');
  const header = new DataView(bytes);
  budget.take(header.getUint32(16, true), header.getUint32(12, true));
  const { DDSLoader } = await import('three/addons/loaders/DDSLoader.js');
  const { mipmaps, width, height, format, isCubemap } = new DDSLoader().parse(bytes, true);
  if (mipmaps.length === 0 || isCubemap) throw new TypeError('a kind of DDS image that is not supported');
  const texture = new CompressedTexture(mipmaps, width, height, format as CompressedTexture['format']);
  if (mipmaps.length === 1) texture.minFilter = LinearFilter;
  texture.needsUpdate = true;
  return texture;
}

/** Frees what a decoded image holds outside of the GPU. */
export function closeImage({ image }: Texture): void {
  if (typeof ImageBitmap !== 'undefined' && image instanceof ImageBitmap) image.close();
}

/** More than any graphics card takes; a small file may claim far more. */
const MOST_PIXELS = 2 ** 26;
/** Of all images of a model together: 1 GB. */
const MOST_PIXELS_OF_ALL = 2 ** 28;

/** How much a model's images may unpack to. */
export class PixelBudget {
  #left = MOST_PIXELS_OF_ALL;

  /** @throws RangeError if an image is too large, or all of them together are. */
  take(width: number, height: number): void {
    const pixels = width * height;
    if (!(pixels > 0 && pixels <= MOST_PIXELS))
      throw new RangeError(`an image of ${width} × ${height} pixels`);
    if (pixels > this.#left) throw new RangeError('all images of the model together are too large');
    this.#left -= pixels;
  }
}
