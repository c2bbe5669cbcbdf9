import type { ImagePixels } from '@odori/format/internal';
import { once } from './wasm-codec.js';
import { FileError } from '../errors.js';
import { say } from '../language/message.js';

/** The most pixels that the encoder takes. */
const MAX_PIXELS = 12 * 2 ** 20;

/** Of 0 to 4: how long the encoder looks for the best blocks. */
const EFFORT = 2;
/** How many bytes beside the blocks a file has at most. */
const HEAD_BYTES = 2 ** 16;

/**
 * A KTX2 of a picture: Basis pixels of the better kind (UASTC), packed by Zstandard, with all smaller sizes.
 * On a graphics card a pixel takes one byte, not four. Its sides must be multiples of 4. Takes seconds for a
 * picture of 1024 × 1024.
 *
 * @throws {@link FileError} if it is too large for the encoder.
 */
export async function encodeKtx2({ width, height, data }: ImagePixels): Promise<Uint8Array> {
  if (width * height > MAX_PIXELS)
    throw new FileError(say('image-too-large-for', { width, height, format: 'KTX2' }));
  const encoder = new (await basis()).BasisEncoder();
  try {
    encoder.setStatusOutput(false);
    encoder.setCreateKTX2File(true);
    encoder.setUASTC(true);
    encoder.setPackUASTCFlags(EFFORT);
    encoder.setRDOUASTC(true);
    encoder.setKTX2UASTCSupercompression(true);
    encoder.setKTX2AndBasisSRGBTransferFunc(true);
    encoder.setPerceptual(true);
    encoder.setMipGen(true);
    encoder.setMipSRGB(false); // as the graphics card makes the smaller sizes of other textures
    encoder.setMipWrapping(true);
    if (!encoder.setSliceSourceImage(0, data, width, height, RAW)) throw notEncoded();
    const out = new Uint8Array(8 * data.length + HEAD_BYTES);
    const length = encoder.encode(out);
    if (length === 0) throw notEncoded();
    return out.slice(0, length);
  } finally {
    encoder.delete();
  }
}

/** A source of r g b a. */
const RAW = 0;

function notEncoded(): FileError {
  return new FileError(say('image-not-encoded'));
}

/** The parts of the encoder that are used here: its own types have fewer. */
interface BasisEncoder {
  setStatusOutput(isOn: boolean): void;
  setCreateKTX2File(isOn: boolean): void;
  setUASTC(isOn: boolean): void;
  setPackUASTCFlags(effort: number): void;
  setRDOUASTC(isOn: boolean): void;
  setKTX2UASTCSupercompression(isOn: boolean): void;
  setKTX2AndBasisSRGBTransferFunc(isOn: boolean): void;
  setPerceptual(isOn: boolean): void;
  setMipGen(isOn: boolean): void;
  setMipSRGB(isOn: boolean): void;
  setMipWrapping(isOn: boolean): void;
  setSliceSourceImage(slice: number, data: Uint8Array, width: number, height: number, kind: number): boolean;
  encode(out: Uint8Array): number;
  delete(): void;
}

const basis = once(async () => {
  const { NodeBasisEncoder } = await import('ktx2-encoder');
  return (await new NodeBasisEncoder().init()) as unknown as { BasisEncoder: new () => BasisEncoder };
});
