import type { GltfJson } from './gltf.js';

export const GLB_MAGIC = 0x46546c67; // glTF
export const JSON_CHUNK = 0x4e4f534a; // JSON
export const BIN_CHUNK = 0x004e4942; // BIN
const SPACE = 0x20;

/**
 * A binary glTF file (GLB, version 2): a header, the JSON, and the bytes of buffer 0, if there are any.
 * O(bytes).
 *
 * `parts` follow each other without gaps.
 *
 * @throws RangeError if the file would have more than 2³² − 1 bytes.
 * @example
 * writeGlb({ asset: { version: '2.0' } }, []); // → 48 bytes: 12 of the header, 8 and 28 of the JSON
 */
export function writeGlb(json: GltfJson, parts: readonly Uint8Array[]): Uint8Array {
  const text = new TextEncoder().encode(JSON.stringify(json));
  const jsonLength = padded(text.length);
  const binLength = padded(parts.reduce((sum, part) => sum + part.length, 0));
  const binStart =
    12 + // header
    8 + // chunk header
    jsonLength;
  const length = binStart + (binLength > 0 ? 8 + binLength : 0);
  if (length > 0xffffffff) throw new RangeError(`a GLB has at most 2³² − 1 bytes, not ${length}`);
  const bytes = new Uint8Array(length);
  const header = [GLB_MAGIC, 2, length, jsonLength, JSON_CHUNK];
  writeWords(bytes, 0, header);
  bytes.set(text, 20);
  bytes.fill(SPACE, 20 + text.length, binStart);
  if (binLength === 0) return bytes;
  writeWords(bytes, binStart, [binLength, BIN_CHUNK]);
  let at = binStart + 8;
  for (const part of parts) {
    bytes.set(part, at);
    at += part.length;
  }
  return bytes;
}

/** Chunks end at multiples of 4 bytes. */
function padded(length: number): number {
  return 4 * Math.ceil(length / 4);
}

function writeWords(bytes: Uint8Array, offset: number, words: readonly number[]): void {
  const view = new DataView(bytes.buffer);
  words.forEach((word, i) => view.setUint32(offset + 4 * i, word, true));
}
