/** The first bytes of files, by kind; −1 stands for any byte. */
const SIGNATURES: readonly (readonly [kind: string, signature: readonly number[]])[] = [
  ['image/png', [0x89, 0x50, 0x4e, 0x47]],
  ['image/jpeg', [0xff, 0xd8, 0xff]],
  ['image/bmp', [0x42, 0x4d]],
  ['image/gif', [0x47, 0x49, 0x46, 0x38]],
  ['image/webp', [0x52, 0x49, 0x46, 0x46, -1, -1, -1, -1, 0x57, 0x45, 0x42, 0x50]],
  ['image/ktx2', [0xab, 0x4b, 0x54, 0x58, 0x20, 0x32, 0x30, 0xbb]],
  ['dds', [0x44, 0x44, 0x53, 0x20]],
];

/**
 * The kind of an image by its first bytes: a media type, or `dds`; undefined without a signature, as for TGA.
 *
 * @example
 * sniffImage(Uint8Array.of(0x42, 0x4d, 0x36)); // → 'image/bmp'
 */
export function sniffImage(head: Uint8Array): string | undefined {
  return SIGNATURES.find(([, signature]) =>
    signature.every((byte, i) => byte === -1 || byte === head[i]),
  )?.[0];
}

export interface ImageSize {
  readonly width: number;
  readonly height: number;
}

/**
 * The size that an image file which the browser decodes declares in its first bytes; undefined if it is
 * missing. `kind`: from {@link sniffImage}.
 *
 * Check it before decoding: a file of 30 kB may declare a gigabyte. O(1); JPG: O(segments).
 *
 * @example
 * imageSize(png, 'image/png'); // → { width: 512, height: 512 }
 */
export function imageSize(head: Uint8Array, kind: string): ImageSize | undefined {
  const view = new DataView(head.buffer, head.byteOffset, head.byteLength);
  try {
    return READERS.get(kind)?.(view);
  } catch (error) {
    if (error instanceof RangeError) return undefined; // the file ends before its size
    throw error;
  }
}

const READERS: ReadonlyMap<string, (view: DataView) => ImageSize | undefined> = /* @__PURE__ */ new Map([
  ['image/png', (view) => ({ width: view.getUint32(16), height: view.getUint32(20) })],
  ['image/gif', (view) => ({ width: view.getUint16(6, true), height: view.getUint16(8, true) })],
  ['image/bmp', bmpSize],
  ['image/webp', webpSize],
  ['image/jpeg', jpegSize],
  ['image/ktx2', (view) => ({ width: view.getUint32(20, true), height: view.getUint32(24, true) })],
]);

/** A negative height means that the first row is the top row. The oldest kind has 16 bits. */
function bmpSize(view: DataView): ImageSize {
  if (view.getUint32(14, true) === 12) {
    return { width: view.getUint16(18, true), height: view.getUint16(20, true) };
  }
  return { width: Math.abs(view.getInt32(18, true)), height: Math.abs(view.getInt32(22, true)) };
}

/** WebP has three kinds: lossy, lossless and extended. */
function webpSize(view: DataView): ImageSize | undefined {
  const kind = String.fromCharCode(...[12, 13, 14, 15].map((i) => view.getUint8(i)));
  const low14 = (offset: number): number => view.getUint16(offset, true) & 0x3fff;
  const low24 = (offset: number): number =>
    view.getUint16(offset, true) + 0x10000 * view.getUint8(offset + 2);
  if (kind === 'VP8 ') return { width: low14(26), height: low14(28) };
  if (kind === 'VP8X') return { width: 1 + low24(24), height: 1 + low24(27) };
  if (kind !== 'VP8L') return undefined;
  const bits = view.getUint32(21, true);
  return { width: 1 + (bits & 0x3fff), height: 1 + ((bits >>> 14) & 0x3fff) };
}

/**
 * Goes through the segments to a start of frame: a marker from 0xc0 to 0xcf, except three with other
 * meanings.
 */
function jpegSize(view: DataView): ImageSize | undefined {
  let offset = 2;
  while (view.getUint8(offset) === 0xff) {
    const marker = view.getUint8(offset + 1);
    const isFrame = marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);
    if (isFrame) return { width: view.getUint16(offset + 7), height: view.getUint16(offset + 5) };
    offset += marker === 0xff ? 1 : 2 + view.getUint16(offset + 2);
  }
  return undefined;
}
