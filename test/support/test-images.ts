/** A test image: r g b of each pixel, rows from top to bottom. */
export interface TestImage {
  readonly width: number;
  readonly rows: readonly (readonly (readonly [number, number, number])[])[];
}

/** A 24-bit BMP: rows from bottom to top, b g r. */
export function bmp({ width, rows }: TestImage): Blob {
  const stride = 4 * Math.ceil((3 * width) / 4);
  const bytes = new Uint8Array(54 + stride * rows.length);
  const view = new DataView(bytes.buffer);
  bytes.set([0x42, 0x4d]);
  view.setUint32(2, bytes.length, true);
  view.setUint32(10, 54, true); // where the pixels begin
  view.setUint32(14, 40, true); // size of this header
  view.setInt32(18, width, true);
  view.setInt32(22, rows.length, true);
  view.setUint16(26, 1, true); // planes
  view.setUint16(28, 24, true); // bits
  rows.forEach((row, y) => {
    const start = 54 + stride * (rows.length - 1 - y);
    row.forEach(([r, g, b], x) => bytes.set([b, g, r], start + 3 * x));
  });
  return new Blob([bytes]);
}

/** A 24-bit TGA, b g r. Its rows go from bottom to top, as is usual, or from top to bottom. */
export function tga({ width, rows }: TestImage, isTopDown = false): Blob {
  const header = [0, 0, 2, 0, 0, 0, 0, 0, 0, 0, 0, 0, width, 0, rows.length, 0, 24, isTopDown ? 0x20 : 0];
  const ordered = isTopDown ? rows : rows.toReversed();
  return new Blob([Uint8Array.from([...header, ...ordered.flat().flatMap(([r, g, b]) => [b, g, r])])]);
}

/** An uncompressed 32-bit DDS, b g r a. */
export function dds({ width, rows }: TestImage): Blob {
  const bytes = new Uint8Array(128 + 4 * width * rows.length);
  const view = new DataView(bytes.buffer);
  bytes.set([0x44, 0x44, 0x53, 0x20]);
  view.setUint32(4, 124, true);
  view.setUint32(8, 0x1007, true); // caps, height, width, pixel format
  view.setUint32(12, rows.length, true);
  view.setUint32(16, width, true);
  view.setUint32(76, 32, true);
  view.setUint32(80, 0x41, true); // rgb with alpha
  view.setUint32(88, 32, true);
  [0xff0000, 0xff00, 0xff, 0xff000000].forEach((mask, i) => view.setUint32(92 + 4 * i, mask, true));
  view.setUint32(108, 0x1000, true);
  bytes.set(
    rows.flat().flatMap(([r, g, b]) => [b, g, r, 255]),
    128,
  );
  return new Blob([bytes]);
}

/** A file that the browser encodes. */
export async function browserImage(
  { width, rows }: TestImage,
  type: 'image/png' | 'image/jpeg',
): Promise<Blob> {
  const canvas = new OffscreenCanvas(width, rows.length);
  const pixels = rows.flat().flatMap((color) => [...color, 255]);
  canvas.getContext('2d')!.putImageData(new ImageData(Uint8ClampedArray.from(pixels), width), 0, 0);
  return canvas.convertToBlob({ type, quality: 1 });
}
