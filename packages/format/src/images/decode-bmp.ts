import type { ImagePixels } from './decode-tga.js';

/** What the header of a BMP says of its pixels. */
interface BmpHeader {
  readonly width: number;
  readonly height: number;
  readonly isTopDown: boolean;
  readonly bits: number;
  readonly dataOffset: number;
  /** Where the palette begins, and the bytes of its colors. */
  readonly paletteOffset: number;
  readonly paletteColorBytes: 3 | 4;
}

const FILE_HEADER_BYTES = 14;
/** The headers of OS/2 and of Windows that say no more than size, depth and compression. */
const [CORE, INFO] = [12, 40];
const DEPTHS = [1, 4, 8, 24, 32];

/**
 * The pixels of a BMP; undefined for a kind that is not supported: packed, with 16 bits, or with masks or
 * alpha of its own. As in browsers, the fourth byte of a pixel with 32 bits is no alpha. O(pixels).
 *
 * @throws TypeError if the file is too short for its pixels.
 * @see Microsoft, Bitmap Header Types.
 */
export function decodeBmp(file: Uint8Array): ImagePixels | undefined {
  const header = readHeader(file);
  if (!header) return undefined;
  const { width, height, bits, dataOffset, isTopDown } = header;
  const stride = 4 * Math.ceil((width * bits) / 32);
  if (!(stride * height <= file.length - dataOffset))
    throw new TypeError(
      `the image is broken: its header declares ${width} × ${height} pixels, which take ${stride * height} bytes, its file has ${Math.max(0, file.length - dataOffset)}`,
    );
  const data = new Uint8Array(4 * width * height);
  for (let y = 0; y < height; y++) {
    const from = dataOffset + stride * (isTopDown ? y : height - 1 - y);
    if (bits <= 8) copyIndexedRow(file, header, from, data, 4 * width * y);
    else copyColorRow(file, header, from, data, 4 * width * y);
  }
  return { width, height, data };
}

function readHeader(file: Uint8Array): BmpHeader | undefined {
  if (file.length < FILE_HEADER_BYTES + INFO || file[0] !== 0x42 || file[1] !== 0x4d) return undefined;
  const view = new DataView(file.buffer, file.byteOffset, file.byteLength);
  const headerBytes = view.getUint32(14, true);
  if (headerBytes !== CORE && headerBytes !== INFO) return undefined;
  const isCore = headerBytes === CORE;
  const height = isCore ? view.getUint16(20, true) : view.getInt32(22, true);
  const header: BmpHeader = {
    width: isCore ? view.getUint16(18, true) : view.getInt32(18, true),
    height: Math.abs(height),
    isTopDown: height < 0,
    bits: view.getUint16(isCore ? 24 : 28, true),
    dataOffset: view.getUint32(10, true),
    paletteOffset: FILE_HEADER_BYTES + headerBytes,
    paletteColorBytes: isCore ? 3 : 4,
  };
  const isPacked = !isCore && view.getUint32(30, true) !== 0;
  return isPacked || !DEPTHS.includes(header.bits) || !(header.width > 0 && header.height > 0)
    ? undefined
    : header;
}

/** Several pixels may share a byte: the first one has its highest bits. */
function copyIndexedRow(
  file: Uint8Array,
  { width, bits, paletteOffset, paletteColorBytes, dataOffset }: BmpHeader,
  from: number,
  out: Uint8Array,
  to: number,
): void {
  const mask = (1 << bits) - 1;
  for (let x = 0; x < width; x++) {
    const bit = x * bits;
    const index = (file[from + (bit >> 3)] >> (8 - bits - (bit & 7))) & mask;
    const color = paletteOffset + paletteColorBytes * index;
    copyColor(file, color + 3 <= dataOffset ? color : -1, out, to + 4 * x);
  }
}

function copyColorRow(
  file: Uint8Array,
  { width, bits }: BmpHeader,
  from: number,
  out: Uint8Array,
  to: number,
): void {
  for (let x = 0; x < width; x++) copyColor(file, from + (bits >> 3) * x, out, to + 4 * x);
}

/** `from`: of b, g, r; −1: a color beyond the palette, which is black. */
function copyColor(file: Uint8Array, from: number, out: Uint8Array, to: number): void {
  if (from >= 0) {
    out[to] = file[from + 2];
    out[to + 1] = file[from + 1];
    out[to + 2] = file[from];
  }
  out[to + 3] = 255;
}
