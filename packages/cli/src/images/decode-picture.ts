import {
  decodeBmp,
  decodeTga,
  type ImagePixels,
  type ImageSize,
  imageSize,
  readTgaHeader,
  sniffImage,
} from '@odori/format/internal';
import { loadCodec, once } from './wasm-codec.js';
import { FileError } from '../errors.js';
import { say } from '../language/message.js';

/** The most pixels of an image, as in the page; a small file may declare far more. */
const MAX_PIXELS = 2 ** 26;

/** What the bytes of a texture are: a media type, `dds`, `tga`, or undefined for no image. */
export function pictureKind(bytes: Uint8Array): string | undefined {
  return sniffImage(bytes) ?? (readTgaHeader(bytes, bytes.length) ? 'tga' : undefined);
}

/** The size that the header of an image says; undefined if it says none. `kind`: of {@link pictureKind}. */
export function pictureSize(bytes: Uint8Array, kind: string): ImageSize | undefined {
  return kind === 'tga' ? readTgaHeader(bytes, bytes.length) : imageSize(bytes, kind);
}

/**
 * The pixels of an image: rows from top to bottom, r g b a; colors are not converted. Undefined for a kind
 * that is not supported: GIF, DDS, and some BMPs.
 *
 * @throws {@link FileError} for a broken or an empty image, or one that is too large; TypeError by decoders.
 */
export async function decodePicture(bytes: Uint8Array, kind: string): Promise<ImagePixels | undefined> {
  const decode = DECODERS.get(kind);
  if (!decode) return undefined;
  const size = pictureSize(bytes, kind);
  const pixels = size ? size.width * size.height : 0;
  if (!(pixels > 0)) throw new FileError(say('image-no-size'));
  if (pixels > MAX_PIXELS) throw new FileError(say('image-too-large', { pixels }));
  try {
    return await decode(bytes);
  } catch (error) {
    // codecs throw strings, too
    throw error instanceof TypeError ? error : new FileError(say('image-broken'), { cause: error });
  }
}

type Decoder = (bytes: Uint8Array) => ImagePixels | undefined | Promise<ImagePixels>;

const DECODERS: ReadonlyMap<string, Decoder> = new Map<string, Decoder>([
  ['image/bmp', decodeBmp],
  ['tga', decodeTga],
  ['image/png', async (bytes) => (await png()).decode(ownBuffer(bytes))],
  ['image/jpeg', async (bytes) => (await jpeg()).default(ownBuffer(bytes), { preserveOrientation: true })],
  ['image/webp', async (bytes) => (await webp()).default(ownBuffer(bytes))],
]);

interface PngDecoder {
  readonly init: (code: WebAssembly.Module) => unknown;
  readonly decode: (bytes: ArrayBuffer) => Promise<ImagePixels>;
}

interface OtherDecoder {
  readonly init: (code: WebAssembly.Module) => unknown;
  /** With `preserveOrientation`, a JPG is turned as its camera says, as browsers do. */
  readonly default: (bytes: ArrayBuffer, options?: { preserveOrientation: boolean }) => Promise<ImagePixels>;
}

const png = once(() =>
  loadCodec<PngDecoder>(import('@jsquash/png/decode.js'), '@jsquash/png/codec/pkg/squoosh_png_bg.wasm'),
);
const jpeg = once(() =>
  loadCodec<OtherDecoder>(import('@jsquash/jpeg/decode.js'), '@jsquash/jpeg/codec/dec/mozjpeg_dec.wasm'),
);
const webp = once(() =>
  loadCodec<OtherDecoder>(import('@jsquash/webp/decode.js'), '@jsquash/webp/codec/dec/webp_dec.wasm'),
);

/** The bytes in a buffer of their own: codecs take whole buffers. */
function ownBuffer(bytes: Uint8Array): ArrayBuffer {
  return new Uint8Array(bytes).buffer; // not by slice: that of a Buffer shares memory
}
