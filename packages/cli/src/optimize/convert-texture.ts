import type { ImagePixels, ImageSize } from '@odori/format/internal';
import { decodePicture, pictureKind, pictureSize } from '../images/decode-picture.js';
import { encodeKtx2 } from '../images/encode-ktx2.js';
import { encodeWebp } from '../images/encode-webp.js';
import { shrinkPicture } from '../images/shrink-picture.js';
import { FileError, unexplained } from '../errors.js';
import { type Message, say } from '../language/message.js';

/** What textures become. */
export const TEXTURE_FORMATS = ['webp', 'ktx2', 'keep'] as const;
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
  readonly reason?: Message;
}

/** A texture in fewer bytes, or as it is where that is not possible. O(pixels); takes up to seconds. */
export async function convertTexture(bytes: Uint8Array, options: ConvertOptions): Promise<ConvertedTexture> {
  const stays = (reason: Message, size?: ImageSize): ConvertedTexture => ({
    bytes,
    extension: undefined,
    size: size && { before: size, after: size },
    reason,
  });
  try {
    const kind = pictureKind(bytes);
    if (kind === undefined) return stays(say('no-image'));
    const before = pictureSize(bytes, kind);
    const after = before && fitSize(before, options);
    if (kind === 'image/ktx2') return stays(say('is-a-kind', { kind: 'KTX2' }), before);
    if (kind === 'image/webp' && !isKtx2(options) && after === before)
      return stays(say('is-a-kind', { kind: 'WebP' }), before);
    const picture = await decodePicture(bytes, kind);
    if (!picture) return stays(say('kind-stays', { kind: nameOf(kind) }), before);
    return await encode(bytes, picture, options);
  } catch (error) {
    if (error instanceof FileError) return stays(error.text);
    if (error instanceof TypeError) return stays(unexplained(error));
    throw error;
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
  const fitted = isSame ? picture : shrinkPicture(picture, after);
  const size = { before, after };
  if (isKtx2(options)) return { bytes: await encodeKtx2(fitted), extension: '.ktx2', size };
  const encoded = await encodeWebp(fitted, options.isToon);
  if (isSame && encoded.length >= bytes.length)
    return { bytes, extension: undefined, size, reason: say('larger-as-webp') };
  return { bytes: encoded, extension: '.webp', size };
}

/** The few pixels of a toon take no memory, but would suffer. */
function isKtx2({ format, isToon }: ConvertOptions): boolean {
  return format === 'ktx2' && !isToon;
}

/**
 * The size of a picture within the limit, in its shape; the same object if it fits. The blocks of a KTX2 have
 * 4 × 4 pixels.
 */
function fitSize(size: ImageSize, options: ConvertOptions): ImageSize {
  const longest = Math.max(size.width, size.height);
  const scale = Math.min(1, options.maxSize / longest);
  const step = isKtx2(options) ? BLOCK : 1;
  const fit = (pixels: number): number => Math.max(step, step * Math.round((pixels * scale) / step));
  const [width, height] = [fit(size.width), fit(size.height)];
  return width === size.width && height === size.height ? size : { width, height };
}

const BLOCK = 4;

/** @example nameOf('image/bmp'); // → 'BMP' */
function nameOf(kind: string): string {
  return kind.replace('image/', '').toUpperCase();
}
