/** The first bytes of files, by kind; −1 is any byte. */
const MARKS: readonly (readonly [kind: string, mark: readonly number[]])[] = [
  ['image/png', [0x89, 0x50, 0x4e, 0x47]],
  ['image/jpeg', [0xff, 0xd8, 0xff]],
  ['image/bmp', [0x42, 0x4d]],
  ['image/gif', [0x47, 0x49, 0x46, 0x38]],
  ['image/webp', [0x52, 0x49, 0x46, 0x46, -1, -1, -1, -1, 0x57, 0x45, 0x42, 0x50]],
  ['dds', [0x44, 0x44, 0x53, 0x20]],
];

/**
 * What kind of image begins with these bytes: a media type, or `dds`; undefined if it bears no mark, as TGA does.
 *
 * @example
 * sniffImage(Uint8Array.of(0x42, 0x4d, 0x36)); // → 'image/bmp'
 */
export function sniffImage(head: Uint8Array): string | undefined {
  return MARKS.find(([, mark]) => mark.every((byte, i) => byte === -1 || byte === head[i]))?.[0];
}
