import type { ByteReader } from '../binary/byte-reader.js';
import type { ByteWriter } from '../binary/byte-writer.js';
import { BLOCK_MMD9, BLOCK_OLD, BLOCK_TOOL } from './common-spelling.js';
import type { BoneSpelling } from './vmd-source.js';

/*
 * The 64 bytes after a bone key's rotation hold 16 control values and, in MMD 9, the physics flag.
 *
 * MMD copies four overlapping windows of 16 bytes out of its memory M, where the key's control values stand
 * together, x1 of X Y Z R, then all y1, x2, y2, followed by the position:
 *
 *   row 0 = M[0..15]   row 1 = M[1..16]   row 2 = M[2..17]   row 3 = M[3..18]
 *
 * MMD 9 then overwrites bytes 2 and 3 of row 0 (x1 of Z and of R) with the physics flag. Row 1 has them still.
 * So the whole block follows from 16 control values, the flag and three bytes of tail.
 */

/** Set by {@link readBlock} when the key switches the physics of its bone off. */
export const PHYSICS_SWITCHED_OFF = 32;
/** Set by {@link readBlock} when a control value is above 127. */
export const CURVE_OUT_OF_RANGE = 64;

const PHYSICS_OFF = 0x0f63; // 63 0F in the file; anything else is on, for old files have curve bytes there
const OLD_TAIL = 0x000001; // 01 00 00

/**
 * Reads a block's curves into `curves[index .. index + 15]` (X Y Z R × x1 y1 x2 y2) and tells how it is spelled.
 *
 * `positionBits`: the 32 bits of the key's x position, whose low bytes are MMD 9's tail.
 */
export function readBlock(
  reader: ByteReader,
  at: number,
  positionBits: number,
  curves: Uint8Array,
  index: number,
): number {
  const row0 = reader.bits32At(at);
  const row1 = reader.bits32At(at + 16);
  // Four control values a word, channel X in the low byte.
  let x1 = (row0 & 0xffff) | ((row1 << 8) & 0xffff0000);
  const y1 = reader.bits32At(at + 4);
  const x2 = reader.bits32At(at + 8);
  const y2 = reader.bits32At(at + 12);
  const flag = row0 >>> 16;
  const tail = reader.bits32At(at + 60) >>> 8;

  let found = flag === PHYSICS_OFF ? PHYSICS_SWITCHED_OFF : 0;
  if (isWindowed(reader, at, x1, y1, x2, y2, tail)) found |= spellings(flag, x1 >>> 16, tail, positionBits);
  else if (onlyFirstRow(reader, at)) x1 = row0;
  if (((x1 | y1 | x2 | y2) & 0x80808080) !== 0) found |= CURVE_OUT_OF_RANGE;

  for (let channel = 0; channel < 4; channel++, index += 4) {
    const shift = 8 * channel;
    curves[index] = x1 >>> shift; // a Uint8Array keeps the low byte
    curves[index + 1] = y1 >>> shift;
    curves[index + 2] = x2 >>> shift;
    curves[index + 3] = y2 >>> shift;
  }
  return found;
}

/** Do rows 1 to 3 repeat row 0, each shifted by one byte more, with the tail drawn in? */
function isWindowed(
  reader: ByteReader,
  at: number,
  x1: number,
  y1: number,
  x2: number,
  y2: number,
  tail: number,
): boolean {
  for (let shift = 8; shift <= 24; shift += 8) {
    at += 16;
    const back = 32 - shift;
    if (reader.bits32At(at) !== ((x1 >>> shift) | (y1 << back))) return false;
    if (reader.bits32At(at + 4) !== ((y1 >>> shift) | (x2 << back))) return false;
    if (reader.bits32At(at + 8) !== ((x2 >>> shift) | (y2 << back))) return false;
    if (reader.bits32At(at + 12) !== ((y2 >>> shift) | (tail << back))) return false;
  }
  return true;
}

function spellings(flag: number, zrX1: number, tail: number, positionBits: number): number {
  let found = 0;
  if (flag === 0 || flag === PHYSICS_OFF) {
    if (tail === (positionBits & 0xffffff)) found |= BLOCK_MMD9;
    if (tail === 0) found |= BLOCK_TOOL;
  }
  if (tail === OLD_TAIL && flag === oldFlag(zrX1, flag !== PHYSICS_OFF)) found |= BLOCK_OLD;
  return found;
}

/** Old files have no flag but curve bytes in its place, unless those would read as "off". */
function oldFlag(zrX1: number, physics: boolean): number {
  if (!physics) return PHYSICS_OFF;
  return zrX1 === PHYSICS_OFF ? 0 : zrX1;
}

/** Some tools fill the first row only, so that the windows that MMD leaves intact are empty. */
function onlyFirstRow(reader: ByteReader, at: number): boolean {
  for (let i = 16; i < 64; i += 4) if (reader.bits32At(at + i) !== 0) return false;
  return true;
}

/** Writes what {@link readBlock} reads. `curves` from `index` on; `spelling` as the section has it. */
export function writeBlock(
  writer: ByteWriter,
  curves: Uint8Array,
  index: number,
  physics: boolean,
  positionBits: number,
  spelling: BoneSpelling['block'],
): void {
  const memory = blockMemory;
  for (let i = 0; i < 16; i++) memory[i] = curves[index + 4 * (i % 4) + (i >>> 2)]!;
  const tail = spelling === 'mmd9' ? positionBits : spelling === 'old' ? OLD_TAIL : 0;
  memory[16] = tail;
  memory[17] = tail >>> 8;
  memory[18] = tail >>> 16;

  const flagOffset = writer.offset + 2;
  for (let row = 0; row < 4; row++) writer.raw(memory.subarray(row, row + 16));
  const zrX1 = memory[2] | (memory[3] << 8);
  const flag = spelling === 'old' ? oldFlag(zrX1, physics) : physics ? 0 : PHYSICS_OFF;
  writer.bytes[flagOffset] = flag;
  writer.bytes[flagOffset + 1] = flag >>> 8;
}

const blockMemory = /* @__PURE__ */ new Uint8Array(16 + 3);
