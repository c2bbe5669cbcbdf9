/** The header of a VMD, its model's name and the number of bone keyframes come before them. */
const FIRST_KEY = { 1: 30 + 10 + 4, 2: 30 + 20 + 4 } as const;
const KEY_BYTES = 111;
const BLOCK = 47;
const BLOCK_BYTES = 64;

/** The 64 bytes with the curves of a bone keyframe in a VMD. */
export function blockOf(bytes: Uint8Array, version: 1 | 2, key: number): Uint8Array {
  const start = FIRST_KEY[version] + KEY_BYTES * key + BLOCK;
  return bytes.subarray(start, start + BLOCK_BYTES);
}
