import type { ByteWriter } from '../binary/byte-writer.js';
import { wordsOf } from '../binary/bytes.js';
import type { Records, RecordTarget } from './columns.js';
import { BONE, type BoneField } from './layout.js';
import { BLOCK_MMD9, BLOCK_OLD, BLOCK_TOOL, type BoneSpelling } from './source.js';
import type { VmdBones } from './vmd.js';

/*
 * The 64 bytes after a bone key's rotation hold 16 control values and, in MMD 9, the physics flag.
 *
 * MMD copies four overlapping windows of 16 bytes out of its memory M. There the key's control values stand
 * together, x1 of X Y Z R, then all y1, x2, y2, followed by the position:
 *
 *   row 0 = M[0..15]   row 1 = M[1..16]   row 2 = M[2..17]   row 3 = M[3..18]
 *
 * MMD 9 then overwrites bytes 2 and 3 of row 0 (x1 of Z and of R) with the physics flag. Row 1 still has
 * them. The whole block therefore follows from 16 control values, the flag and a tail of three bytes.
 */

// 63 0F in the file; anything else means on, because old files have curve bytes there
const PHYSICS_OFF = 0x0f63;
const OLD_TAIL = 0x000001; // 01 00 00
const ROW_BYTES = 16;
const BLOCK_BYTES = 4 * ROW_BYTES;
const EVEN_BYTES = 0x00ff00ff;
/** The bytes 1 and 2 of a word, in whose place row 0 has the flag. */
const FLAG_BYTES = 0x00ffff00;

/** Fills curves and physics. */
export function readBlocks(
  { count, reader, starts, layout }: Records<BoneField>,
  { curves, physics }: VmdBones,
): void {
  const words = wordsOf(curves);
  const at = layout.fields.curves;
  for (let key = 0; key < count; key++) {
    physics[key] = reader.view.getUint16(starts[key] + at + 2, true) === PHYSICS_OFF ? 0 : 1;
    readCurves(reader.view, starts[key] + at, words, 4 * key);
  }
}

/**
 * Reads the control values of the block at `at`, X Y Z R × x1 y1 x2 y2, into four words.
 *
 * Four values are in a word, the first in the low byte: x1 of X Y Z R in the first word of the block, and so
 * on. The words are transposed as a whole: first pairs of bytes change places, then pairs of halves.
 */
function readCurves(view: DataView, at: number, curves: Int32Array, to: number): void {
  let x1 = view.getInt32(at, true);
  const y1 = view.getInt32(at + 4, true);
  const x2 = view.getInt32(at + 8, true);
  const y2 = view.getInt32(at + 12, true);
  const row1 = view.getInt32(at + ROW_BYTES, true);
  if (row1 !== 0 || !isOnlyFirstRow(view, at)) x1 = (x1 & 0xffff) | ((row1 << 8) & 0xffff0000);
  const xz1 = (x1 & EVEN_BYTES) | ((y1 & EVEN_BYTES) << 8);
  const yr1 = ((x1 >>> 8) & EVEN_BYTES) | (y1 & ~EVEN_BYTES);
  const xz2 = (x2 & EVEN_BYTES) | ((y2 & EVEN_BYTES) << 8);
  const yr2 = ((x2 >>> 8) & EVEN_BYTES) | (y2 & ~EVEN_BYTES);
  curves[to] = (xz1 & 0xffff) | (xz2 << 16);
  curves[to + 1] = (yr1 & 0xffff) | (yr2 << 16);
  curves[to + 2] = (xz1 >>> 16) | (xz2 & ~0xffff);
  curves[to + 3] = (yr1 >>> 16) | (yr2 & ~0xffff);
}

/** Writes the blocks of all keys. */
export function writeBlocks(
  target: RecordTarget<BoneField>,
  keys: VmdBones,
  spelling: BoneSpelling['block'],
): void {
  const { writer, starts, order } = target;
  const { curves, physics } = keys;
  const positionWords = wordsOf(keys.positions);
  for (let i = 0; i < order.length; i++) {
    const key = order[i];
    const at = starts[i] + BONE.fields.curves;
    writeBlock(writer, at, positionWords[3 * key], curves, 16 * key, physics[key] !== 0, spelling);
  }
}

function writeBlock(
  writer: ByteWriter,
  at: number,
  positionBits: number,
  curves: Uint8Array,
  index: number,
  physics: boolean,
  spelling: BoneSpelling['block'],
): void {
  const memory = blockMemory;
  for (let i = 0; i < 16; i++) memory[i] = curves[index + 4 * (i % 4) + (i >>> 2)]!;
  const tail = spelling === 'mmd9' ? positionBits : spelling === 'old' ? OLD_TAIL : 0;
  memory[16] = tail;
  memory[17] = tail >>> 8;
  memory[18] = tail >>> 16;

  writer.seek(at);
  for (let row = 0; row < 4; row++) writer.raw(memory.subarray(row, row + 16));
  const zrX1 = memory[2] | (memory[3] << 8);
  const flag = spelling === 'old' ? oldFlag(zrX1, physics) : physics ? 0 : PHYSICS_OFF;
  writer.bytes[at + 2] = flag;
  writer.bytes[at + 3] = flag >>> 8;
}

const blockMemory = /* @__PURE__ */ new Uint8Array(16 + 3);

/**
 * The spellings that fit the block at `at`; none if its rows are not windows. `positionBits`: the 32 bits of
 * the key's x position, whose low bytes are MMD 9's tail.
 */
export function blockSpellings(view: DataView, at: number, positionBits: number): number {
  if (!isWindowed(view, at)) return 0;
  const flag = view.getUint16(at + 2, true);
  const zrX1 = view.getUint16(at + ROW_BYTES + 1, true);
  const tail = view.getUint32(at + BLOCK_BYTES - 4, true) >>> 8;
  let found = 0;
  if (flag === 0 || flag === PHYSICS_OFF) {
    if (tail === (positionBits & 0xffffff)) found |= BLOCK_MMD9;
    if (tail === 0) found |= BLOCK_TOOL;
  }
  if (tail === OLD_TAIL && flag === oldFlag(zrX1, flag !== PHYSICS_OFF)) found |= BLOCK_OLD;
  return found;
}

/**
 * Is each row the row before it, shifted by one byte? Not the bytes of row 1 in whose place row 0 has the
 * flag, and not the tail, which comes in at the end, a byte per row.
 */
function isWindowed(view: DataView, at: number): boolean {
  for (let row = at + ROW_BYTES; row < at + BLOCK_BYTES; row += ROW_BYTES) {
    const before = row - ROW_BYTES + 1;
    const difference = view.getInt32(row, true) ^ view.getInt32(before, true);
    if (row === at + ROW_BYTES ? difference & ~FLAG_BYTES : difference) return false;
    // The last of 15 bytes; one of them is compared twice.
    for (const i of [4, 8, 11])
      if (view.getInt32(row + i, true) !== view.getInt32(before + i, true)) return false;
  }
  return true;
}

/** Old files have curve bytes in place of the flag, unless these would read as "off". */
function oldFlag(zrX1: number, physics: boolean): number {
  if (!physics) return PHYSICS_OFF;
  return zrX1 === PHYSICS_OFF ? 0 : zrX1;
}

/** Some tools fill only the first row. The second row, which otherwise gives x1 of Z and R, is then zero. */
function isOnlyFirstRow(view: DataView, at: number): boolean {
  for (let i = at + ROW_BYTES; i < at + BLOCK_BYTES; i++) if (view.getUint8(i) !== 0) return false;
  return true;
}
