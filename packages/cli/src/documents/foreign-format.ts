/** How files begin that people try because a model or a dance came with them: offset, bytes as Latin-1, what to say. */
const FOREIGN: readonly (readonly [offset: number, start: string, what: string])[] = [
  [0, 'PK\u0003\u0004', 'a zip archive: unpack it first'],
  [0, 'Rar!', 'a RAR archive: unpack it first'],
  [0, '7z\u00bc\u00af', 'a 7z archive: unpack it first'],
  [2, '-lh', 'an LZH archive: unpack it first'],
  [0, '\u001f\u008b', 'a gzip archive: unpack it first'],
  [0, 'glTF', 'a glTF model, perhaps a VRM; odori reads models of MMD: PMX and PMD'],
  [0, 'xof ', 'an accessory (.x), which odori does not read'],
  [0, '\u0089PNG', 'a PNG picture'],
  [0, '\u00ff\u00d8\u00ff', 'a JPEG picture'],
  [0, 'BM', 'a BMP picture'],
  [0, 'DDS ', 'a DDS picture'],
  [0, 'OggS', 'a sound (Ogg)'],
  [0, 'ID3', 'a sound (MP3)'],
  [8, 'WAVE', 'a sound (WAV)'],
  [4, 'ftyp', 'a video (MP4)'],
];

/**
 * What a file is that odori cannot read; undefined if it is not known.
 *
 * @example
 * describeForeign(bytesOfMiku7z); // → 'a 7z archive: unpack it first'
 */
export function describeForeign(bytes: Uint8Array): string | undefined {
  const head = Buffer.from(bytes.subarray(0, 16)).toString('latin1');
  return FOREIGN.find(([offset, start]) => head.startsWith(start, offset))?.[2];
}
