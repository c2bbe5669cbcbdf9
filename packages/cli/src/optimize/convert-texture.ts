import type { ImagePixels, ImageSize } from '@odori/format/internal';
import { decodePicture, pictureKind, pictureSize } from '../images/decode-picture.js';
import { encodeWebp } from '../images/encode-webp.js';
import { shrinkPicture } from '../images/shrink-picture.js';

/** What textures become. */
export const TEXTURE_FORMATS = ['webp', 'keep'] as const;
export type TextureFormat = (typeof TEXTURE_FORMATS)[number];

/** How to convert a texture. */
export interface ConvertOptions {
  readonly format: Exclude<TextureFormat, 'keep'>;
  /** The most pixels, in width and in height. */
  readonly maxSize: number;
  /** Whether a material uses it as a toon: its few pixels are steps of light, which must not change. */
  readonly isToon: boolean;
}

/** A texture, converted or as it was. */
export interface ConvertedTexture {
  readonly bytes: Uint8Array;
  /** Of the new file, with its dot; undefined: the file stays as it is. */
  readonly extension: string | undefined;
  readonly size: { readonly before: ImageSize; readonly after: ImageSize } | undefined;
  /** Why the file stays as it is. */
  readonly reason?: string;
}

/** A texture in fewer bytes, or as it is where that is not possible. O(pixels); takes up to seconds. */
export async function convertTexture(bytes: Uint8Array, options: ConvertOptions): Promise<ConvertedTexture> {
  const stays = (reason: string, size?: ImageSize): ConvertedTexture => ({
    bytes,
    extension: undefined,
    size: size && { before: size, after: size },
    reason,
  });
  try {
    const kind = pictureKind(bytes);
    if (kind === undefined) return stays('is no image that can be read');
    const before = pictureSize(bytes, kind);
    const after = before && fitSize(before, options);
    if (kind === 'image/webp' && after === before) return stays('is a WebP', before);
    const picture = await decodePicture(bytes, kind);
    if (!picture) return stays(`is a kind of ${nameOf(kind)} that stays as it is`, before);
    return await encode(bytes, picture, options);
  } catch (error) {
    if (!(error instanceof TypeError || error instanceof RangeError)) throw error;
    return stays(error.message);
  }
}

async function encode(
  bytes: Uint8Array,
  picture: ImagePixels,
  options: ConvertOptions,
): Promise<ConvertedTexture> {
  const before = { width: picture.width, height: picture.height };
  const after = fitSize(before, options);
  const isSame = after.width === before.width && after.height === before.height;
  const encoded = await encodeWebp(isSame ? picture : shrinkPicture(picture, after), options.isToon);
  if (isSame && encoded.length >= bytes.length)
    return {
      bytes,
      extension: undefined,
      size: { before, after: before },
      reason: 'would be larger as a WebP',
    };
  return { bytes: encoded, extension: '.webp', size: { before, after } };
}

/** The size of a picture within the limit, in its shape; the same object if it fits. */
function fitSize(size: ImageSize, { maxSize }: ConvertOptions): ImageSize {
  const longest = Math.max(size.width, size.height);
  if (longest <= maxSize) return size;
  const fit = (pixels: number): number => Math.max(1, Math.round((pixels * maxSize) / longest));
  return { width: fit(size.width), height: fit(size.height) };
}

/** @example nameOf('image/bmp'); // → 'BMP' */
function nameOf(kind: string): string {
  return kind.replace('image/', '').toUpperCase();
}
