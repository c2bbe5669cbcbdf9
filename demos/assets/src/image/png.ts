import { crc32, deflateSync } from 'node:zlib';
import type { Picture } from './picture.js';

/** A PNG of 8 bits a channel; without an alpha channel if the picture is opaque. */
export function encodePng(picture: Picture): Uint8Array {
  const { width, height, pixels } = picture;
  const isOpaque = pixels.every((value, i) => i % 4 !== 3 || value === 255);
  const depth = isOpaque ? 3 : 4;
  const header = new Uint8Array(13);
  const view = new DataView(header.buffer);
  view.setUint32(0, width);
  view.setUint32(4, height);
  header.set([8, isOpaque ? 2 : 6, 0, 0, 0], 8);
  const parts = [
    SIGNATURE,
    chunk('IHDR', header),
    chunk('IDAT', compressed(picture, depth)),
    chunk('IEND', new Uint8Array(0)),
  ];
  return Buffer.concat(parts);
}

/** Filters of PNG: each byte as it is, what differs from the pixel before it, or from the one above. */
const NONE = 0;
const SUB = 1;
const UP = 2;
/** Others than UP only where they are much smaller: what is chosen must not hang on the version of zlib. */
const WORTH_IT = 0.95;

function compressed(picture: Picture, depth: number): Uint8Array {
  const [up, ...others] = [UP, NONE, SUB].map((filter) =>
    deflateSync(filtered(picture, depth, filter), { level: 9, memLevel: 9, windowBits: 15 }),
  );
  const least = others.reduce((a, b) => (b.length < a.length ? b : a));
  return least.length < WORTH_IT * up.length ? least : up;
}

function filtered({ width, height, pixels }: Picture, depth: number, filter: number): Uint8Array {
  const rowBytes = 1 + depth * width;
  const rows = new Uint8Array(rowBytes * height);
  const at = (x: number, y: number, c: number): number =>
    x < 0 || y < 0 ? 0 : pixels[4 * (y * width + x) + c];
  for (let y = 0; y < height; y++) {
    rows[y * rowBytes] = filter;
    for (let x = 0; x < width; x++) {
      for (let c = 0; c < depth; c++) {
        const before = filter === UP ? at(x, y - 1, c) : filter === SUB ? at(x - 1, y, c) : 0;
        rows[y * rowBytes + 1 + depth * x + c] = at(x, y, c) - before;
      }
    }
  }
  return rows;
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
