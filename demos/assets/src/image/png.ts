import { crc32, deflateSync } from 'node:zlib';
import type { Picture } from './picture.js';

/** A PNG of 8 bits a channel; without an alpha channel if the picture is opaque. */
export function encodePng({ width, height, pixels }: Picture): Uint8Array {
  const isOpaque = pixels.every((value, i) => i % 4 !== 3 || value === 255);
  const depth = isOpaque ? 3 : 4;
  const rowBytes = 1 + depth * width;
  const raw = new Uint8Array(rowBytes * height);
  for (let y = 0; y < height; y++) {
    // Filter 2: what differs from the row above.
    raw[y * rowBytes] = 2;
    for (let x = 0; x < width; x++) {
      for (let c = 0; c < depth; c++) {
        const above = y === 0 ? 0 : pixels[4 * ((y - 1) * width + x) + c];
        raw[y * rowBytes + 1 + depth * x + c] = pixels[4 * (y * width + x) + c] - above;
      }
    }
  }
  const header = new Uint8Array(13);
  const view = new DataView(header.buffer);
  view.setUint32(0, width);
  view.setUint32(4, height);
  header.set([8, isOpaque ? 2 : 6, 0, 0, 0], 8);
  const compressed = deflateSync(raw, { level: 9, memLevel: 9, windowBits: 15 });
  const parts = [
    SIGNATURE,
    chunk('IHDR', header),
    chunk('IDAT', compressed),
    chunk('IEND', new Uint8Array(0)),
  ];
  return Buffer.concat(parts);
}

const SIGNATURE = Uint8Array.of(0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a);

function chunk(type: string, data: Uint8Array): Uint8Array {
  const bytes = new Uint8Array(12 + data.length);
  const view = new DataView(bytes.buffer);
  view.setUint32(0, data.length);
  bytes.set(new TextEncoder().encode(type), 4);
  bytes.set(data, 8);
  view.setUint32(8 + data.length, crc32(bytes.subarray(4, 8 + data.length)));
  return bytes;
}
