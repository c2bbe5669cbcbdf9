import { CompressedTexture, DataTexture, LinearFilter, Texture } from 'three';
import { sniffImage } from './sniff-image.js';

/** More than any graphics card takes; a small file may claim far more. */
const MOST_PIXELS = 2 ** 26;

/**
 * An image file as a texture: PNG, JPG, BMP, GIF and WebP as the browser reads them, TGA and DDS as three does.
 *
 * What a file is its bytes tell, not its name: `.sph` and `.spa` are mostly BMP. The first row is the top one; colours stay
 * encoded as they are. Rejects if it is no image that can be read here.
 */
export async function decodeImage(blob: Blob): Promise<Texture> {
  const kind = sniffImage(new Uint8Array(await blob.slice(0, 16).arrayBuffer()));
  const texture =
    kind === 'dds'
      ? await readDds(blob)
      : kind === undefined
        ? await readTga(blob)
        : await readBitmap(blob, kind);
  texture.flipY = false;
  return texture;
}

async function readBitmap(blob: Blob, type: string): Promise<Texture> {
  const bitmap = await createImageBitmap(new Blob([blob], { type }), {
    premultiplyAlpha: 'none',
    colorSpaceConversion: 'none',
  });
  const texture = new Texture(bitmap);
  texture.needsUpdate = true;
  return texture;
}

/** Of all other kinds TGA alone has no mark to know it by. */
async function readTga(blob: Blob): Promise<Texture> {
  const bytes = await blob.arrayBuffer();
  if (bytes.byteLength < 18) throw new TypeError('no image');
  const header = new DataView(bytes);
  checkSize(header.getUint16(12, true), header.getUint16(14, true));
  const { TGALoader } = await import('three/addons/loaders/TGALoader.js');
  const { data, width = 0, height = 0 } = new TGALoader().parse(bytes);
  const texture = new DataTexture(data, width, height);
  texture.needsUpdate = true;
  return texture;
}

async function readDds(blob: Blob): Promise<Texture> {
  const bytes = await blob.arrayBuffer();
  if (bytes.byteLength < 128) throw new TypeError('no DDS image');
  const header = new DataView(bytes);
  checkSize(header.getUint32(16, true), header.getUint32(12, true));
  const { DDSLoader } = await import('three/addons/loaders/DDSLoader.js');
  const { mipmaps, width, height, format } = new DDSLoader().parse(bytes, true);
  if (mipmaps.length === 0) throw new TypeError('a kind of DDS image that is not supported');
  const texture = new CompressedTexture(mipmaps, width, height, format as CompressedTexture['format']);
  if (mipmaps.length === 1) texture.minFilter = LinearFilter;
  texture.needsUpdate = true;
  return texture;
}

function checkSize(width: number, height: number): void {
  if (!(width * height > 0 && width * height <= MOST_PIXELS)) {
    throw new RangeError(`an image of ${width} × ${height} pixels`);
  }
}

/** Frees what a decoded image holds outside of the GPU. */
export function closeImage({ image }: Texture): void {
  if (typeof ImageBitmap !== 'undefined' && image instanceof ImageBitmap) image.close();
}
