import type { ImagePixels } from '@odori/format/internal';
import { loadCodec, once } from './wasm-codec.js';
import { FileError } from '../errors.js';
import { say } from '../language/message.js';

/** WebP has 14 bits for a width and a height. */
export const MAX_WEBP_SIZE = 16383;

/** Of 100. Lower ones show blocks at the borders of flat colors, of which MMD's textures are full. */
const QUALITY = 90;

/**
 * A WebP of a picture. Pixels that nobody sees keep their colors, because a filter mixes them with their
 * neighbors. `isExact`: no pixel changes; otherwise, that is so where it takes fewer bytes. Takes seconds for
 * a picture of 2048 × 2048.
 *
 * @throws {@link FileError} if it is larger than a WebP can be.
 */
export async function encodeWebp(picture: ImagePixels, isExact: boolean): Promise<Uint8Array> {
  const { width, height, data } = picture;
  if (Math.max(width, height) > MAX_WEBP_SIZE)
    throw new FileError(say('image-too-large-for', { width, height, format: 'WebP' }));
  const { default: encode } = await encoder();
  const image = { width, height, data: new Uint8ClampedArray(data.buffer, data.byteOffset, data.length) };
  const exact = new Uint8Array(await encode(image, { lossless: 1, exact: 1 }));
  if (isExact) return exact;
  const near = new Uint8Array(await encode(image, { quality: QUALITY, exact: 1, use_sharp_yuv: 1 }));
  return exact.length <= near.length ? exact : near;
}

interface WebpEncoder {
  readonly init: (code: WebAssembly.Module) => unknown;
  readonly default: (
    image: { readonly width: number; readonly height: number; readonly data: Uint8ClampedArray },
    options: Readonly<Record<string, number>>,
  ) => Promise<ArrayBuffer>;
}

const encoder = once(() =>
  loadCodec<WebpEncoder>(
    import('@jsquash/webp/encode.js'),
    '@jsquash/webp/codec/enc/webp_enc_simd.wasm', // every Node that we support has these instructions
  ),
);
