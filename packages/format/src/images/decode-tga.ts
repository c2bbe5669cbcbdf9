/** The header of a TGA whose file is long enough for its pixels. */
export interface TgaHeader {
  readonly width: number;
  readonly height: number;
  readonly kind: 'indexed' | 'color' | 'grey';
  /** Whether equal pixels in a row are written once. */
  readonly isPacked: boolean;
  /** The bytes of a pixel: 1 to 4. */
  readonly pixelBytes: number;
  /** Where the palette begins; the pixels follow it. */
  readonly paletteOffset: number;
  readonly dataOffset: number;
  /** The palette index of the first color in the file. */
  readonly firstColor: number;
  readonly isTopDown: boolean;
  readonly isRightToLeft: boolean;
}

const HEADER_BYTES = 18;
const PACKED = 8;
const KINDS = ['none', 'indexed', 'color', 'grey'] as const;
const PALETTE_COLOR_BYTES = 3;
const MAX_PALETTE = 256;
/** The most pixels of one packet: a byte with their number, less one, and one pixel for all of them. */
const MAX_RUN = 128;

/**
 * The header of a TGA; undefined if the bytes are none, or a kind that is not supported. O(1).
 *
 * `head`: the beginning of the file, of `fileBytes` bytes in all.
 *
 * @throws TypeError if the file is too short for its pixels, however well they are packed.
 * @see Truevision TGA File Format Specification 2.0.
 */
export function readTgaHeader(head: Uint8Array, fileBytes: number): TgaHeader | undefined {
  if (head.length < HEADER_BYTES) return undefined;
  const u16 = (at: number): number => head[at] + 0x100 * head[at + 1];
  const kind = KINDS[head[2] & ~PACKED] ?? 'none';
  const colors = kind === 'indexed' ? u16(5) : 0;
  const pixelBytes = head[16] / 8;
  if (kind === 'none' || !isSupported(kind, pixelBytes) || head[1] !== (kind === 'indexed' ? 1 : 0))
    return undefined;
  if (kind === 'indexed' && (colors > MAX_PALETTE || head[7] !== 8 * PALETTE_COLOR_BYTES)) return undefined;
  const paletteOffset = HEADER_BYTES + head[0];
  const header: TgaHeader = {
    width: u16(12),
    height: u16(14),
    kind,
    isPacked: (head[2] & PACKED) !== 0,
    pixelBytes,
    paletteOffset,
    dataOffset: paletteOffset + PALETTE_COLOR_BYTES * colors,
    firstColor: u16(3),
    isTopDown: (head[17] & 0x20) !== 0,
    isRightToLeft: (head[17] & 0x10) !== 0,
  };
  checkLength(header, fileBytes);
  return header;
}

function isSupported(kind: TgaHeader['kind'], pixelBytes: number): boolean {
  if (kind === 'indexed') return pixelBytes === 1;
  return kind === 'grey' ? [1, 2].includes(pixelBytes) : [2, 3, 4].includes(pixelBytes);
}

function checkLength(header: TgaHeader, fileBytes: number): void {
  const { width, height, isPacked, pixelBytes, dataOffset } = header;
  const bytes = Math.max(0, fileBytes - dataOffset);
  const held = isPacked ? MAX_RUN * Math.floor(bytes / (1 + pixelBytes)) : Math.floor(bytes / pixelBytes);
  if (width * height > held)
    throw new TypeError(
      `the image is broken: its header declares ${width} × ${height} pixels, its file can hold ${held}`,
    );
}

/** Rows from top to bottom, r g b a of each pixel. */
export interface ImagePixels {
  readonly width: number;
  readonly height: number;
  readonly data: Uint8Array<ArrayBuffer>;
}

/**
 * The pixels of a TGA. Where a packed file ends too early, pixels stay transparent. O(pixels); takes their 4
 * bytes each, and nothing before the file is known to be long enough.
 *
 * @throws TypeError if the bytes are not a TGA, or too few.
 */
export function decodeTga(file: Uint8Array): ImagePixels {
  const header = readTgaHeader(file, file.length);
  if (!header) throw new TypeError('the file is not a TGA, or of a kind that is not supported');
  const { width, height } = header;
  const data = new Uint8Array(4 * width * height);
  if (header.isPacked) unpackPixels(file, header, data);
  else copyPixels(file, header, data);
  if (!header.isTopDown) turnRows(data, 4 * width);
  if (header.isRightToLeft) turnColumns(data, width);
  return { width, height, data };
}

/** Writes the pixel at `from` in the file to `to` in `out`. */
type PixelWriter = (file: Uint8Array, from: number, out: Uint8Array, to: number) => void;

function writerOf({ kind, pixelBytes, paletteOffset, firstColor }: TgaHeader): PixelWriter {
  if (kind === 'grey') return pixelBytes === 1 ? writeGrey : writeGreyAlpha;
  if (kind === 'color') return pixelBytes === 2 ? write16 : pixelBytes === 3 ? write24 : write32;
  return (file, from, out, to) =>
    write24(file, paletteOffset + PALETTE_COLOR_BYTES * Math.max(0, file[from] - firstColor), out, to);
}

const writeGrey: PixelWriter = (file, from, out, to) => {
  out[to] = out[to + 1] = out[to + 2] = file[from];
  out[to + 3] = 255;
};

const writeGreyAlpha: PixelWriter = (file, from, out, to) => {
  out[to] = out[to + 1] = out[to + 2] = file[from];
  out[to + 3] = file[from + 1];
};

/** A bit that hides the pixel, then 5 bits each of r, g and b. */
const write16: PixelWriter = (file, from, out, to) => {
  const color = file[from] + 0x100 * file[from + 1];
  out[to] = (color & 0x7c00) >> 7;
  out[to + 1] = (color & 0x03e0) >> 2;
  out[to + 2] = (color & 0x001f) << 3;
  out[to + 3] = color & 0x8000 ? 0 : 255;
};

const write24: PixelWriter = (file, from, out, to) => {
  out[to] = file[from + 2];
  out[to + 1] = file[from + 1];
  out[to + 2] = file[from];
  out[to + 3] = 255;
};

const write32: PixelWriter = (file, from, out, to) => {
  write24(file, from, out, to);
  out[to + 3] = file[from + 3];
};

function copyPixels(file: Uint8Array, header: TgaHeader, out: Uint8Array): void {
  const write = writerOf(header);
  for (let to = 0, from = header.dataOffset; to < out.length; to += 4, from += header.pixelBytes)
    write(file, from, out, to);
}

function unpackPixels(file: Uint8Array, header: TgaHeader, out: Uint8Array): void {
  const write = writerOf(header);
  const { pixelBytes } = header;
  let at = header.dataOffset;
  for (let to = 0; to < out.length && at + 1 + pixelBytes <= file.length;) {
    const packet = file[at++];
    const end = Math.min(out.length, to + 4 * ((packet & 0x7f) + 1));
    const isRun = (packet & 0x80) !== 0;
    for (; to < end && at + pixelBytes <= file.length; to += 4) {
      write(file, at, out, to);
      if (!isRun) at += pixelBytes;
    }
    if (isRun) at += pixelBytes;
  }
}

/** The first row becomes the last one. */
function turnRows(data: Uint8Array, rowBytes: number): void {
  const row = new Uint8Array(rowBytes);
  for (let top = 0, bottom = data.length - rowBytes; top < bottom; top += rowBytes, bottom -= rowBytes) {
    row.set(data.subarray(top, top + rowBytes));
    data.copyWithin(top, bottom, bottom + rowBytes);
    data.set(row, bottom);
  }
}

function turnColumns({ buffer }: ImagePixels['data'], width: number): void {
  const pixels = new Uint32Array(buffer);
  for (let at = 0; at < pixels.length; at += width) pixels.subarray(at, at + width).reverse();
}
