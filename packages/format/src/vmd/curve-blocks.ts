import type { ByteWriter } from '../binary/byte-writer.js';
import { wordsOf } from '../binary/bytes.js';
import { gatherWords } from '../binary/gather.js';
import { type Records, type RecordTarget } from './columns.js';
import { BONE, type BoneField } from './layout.js';
import { BLOCK_MMD9, BLOCK_OLD, BLOCK_TOOL, type BoneSpelling } from './source.js';
import type { VmdBones } from './vmd.js';

/*
 * The 64 bytes after a bone key's rotation hold 16 control values and, in MMD 9, the physics flag.
 *
 * MMD copies four overlapping windows of 16 bytes out of its memory M. There the key's control values stand together,
 * x1 of X Y Z R, then all y1, x2, y2, followed by the position:
 *
 *   row 0 = M[0..15]   row 1 = M[1..16]   row 2 = M[2..17]   row 3 = M[3..18]
 *
 * MMD 9 then overwrites bytes 2 and 3 of row 0 (x1 of Z and of R) with the physics flag. Row 1 still has them.
 * The whole block therefore follows from 16 control values, the flag and a tail of three bytes.
 */

const PHYSICS_OFF = 0x0f63; // 63 0F in the file; anything else means on, because old files have curve bytes there
const OLD_TAIL = 0x000001; // 01 00 00
const BLOCK_WORDS = 16;
const ABOVE_127 = 0x80808080;
const EVEN_BYTES = 0x00ff00ff;

/**
 * Fills curves and physics; notes in `fits` how each block is spelled. Needs the positions. Returns whether a control
 * value is above 127.
 */
export function readBlocks(
  { reader, layout, starts }: Records<BoneField>,
  { positions, curves, physics }: VmdBones,
  fits: Uint8Array,
): boolean {
  const blocks = new Int32Array(BLOCK_WORDS * fits.length);
  gatherWords(reader.view, starts, layout.fields.curves, BLOCK_WORDS, blocks);
  readSpellings(blocks, wordsOf(positions), physics, fits);
  return (readCurves(blocks, wordsOf(curves)) & ABOVE_127) !== 0;
}

/* Each of these loops does one thing: the engine compiles it while it runs, and a small loop is compiled early. */

/** Also fills physics, and puts x1 of Z and R where the flag is. */
function readSpellings(
  blocks: Int32Array,
  positionWords: Int32Array,
  physics: Uint8Array,
  fits: Uint8Array,
): void {
  for (let key = 0, at = 0; key < fits.length; key++, at += BLOCK_WORDS) {
    physics[key] = blocks[at] >>> 16 === PHYSICS_OFF ? 0 : 1;
    const isWhole = isWindowed(blocks, at);
    const x1 = (blocks[at] & 0xffff) | ((blocks[at + 4] << 8) & 0xffff0000);
    if (isWhole) fits[key] |= spellings(blocks, at, x1 >>> 16, positionWords[3 * key]);
    if (isWhole || !isOnlyFirstRow(blocks, at)) blocks[at] = x1;
  }
}

/**
 * The control values of blocks, X Y Z R × x1 y1 x2 y2. The bits of all of them are or-ed in the result.
 *
 * Four values are in a word, the first in the low byte: x1 of X Y Z R in the first word of a block, and so on. The words
 * are transposed as a whole: first pairs of bytes change places, then pairs of halves.
 */
function readCurves(blocks: Int32Array, curves: Int32Array): number {
  let all = 0;
  for (let at = 0, to = 0; at < blocks.length; at += BLOCK_WORDS, to += 4) {
    const x1 = blocks[at];
    const y1 = blocks[at + 1];
    const x2 = blocks[at + 2];
    const y2 = blocks[at + 3];
    all |= x1 | y1 | x2 | y2;
    const xz1 = (x1 & EVEN_BYTES) | ((y1 & EVEN_BYTES) << 8);
    const yr1 = ((x1 >>> 8) & EVEN_BYTES) | (y1 & ~EVEN_BYTES);
    const xz2 = (x2 & EVEN_BYTES) | ((y2 & EVEN_BYTES) << 8);
    const yr2 = ((x2 >>> 8) & EVEN_BYTES) | (y2 & ~EVEN_BYTES);
    curves[to] = (xz1 & 0xffff) | (xz2 << 16);
    curves[to + 1] = (yr1 & 0xffff) | (yr2 << 16);
    curves[to + 2] = (xz1 >>> 16) | (xz2 & ~0xffff);
    curves[to + 3] = (yr1 >>> 16) | (yr2 & ~0xffff);
  }
  return all;
}

/** Writes what {@link readBlocks} reads. */
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

/** Is each row the row before it, shifted by one byte? The tail comes in at the end, a byte per row. */
function isWindowed(blocks: Int32Array, at: number): boolean {
  let difference = 0;
  for (let i = 4; i < BLOCK_WORDS; i++) {
    const shifted = (blocks[at + i - 4] >>> 8) | (blocks[at + i - 3] << 24);
    difference |= (blocks[at + i] ^ shifted) & REPEATED_BITS[i];
  }
  return difference === 0;
}

/**
 * The bits of each word that repeat bits of the row before: not the bytes of row 1 in whose place row 0 has the flag, and
 * not the byte of the tail at the end of each row.
 */
// prettier-ignore
const REPEATED_BITS = /* @__PURE__ */ Int32Array.of(
  0, 0, 0, 0,
  0xff0000ff, -1, -1, 0xffffff,
  -1, -1, -1, 0xffffff,
  -1, -1, -1, 0xffffff,
);

/**
 * The spellings that fit a block whose rows are windows. `zrX1`: x1 of Z and of R. `positionBits`: the 32 bits of the
 * key's x position, whose low bytes are MMD 9's tail.
 */
function spellings(blocks: Int32Array, at: number, zrX1: number, positionBits: number): number {
  const flag = blocks[at] >>> 16;
  const tail = blocks[at + 15] >>> 8;
  let found = 0;
  if (flag === 0 || flag === PHYSICS_OFF) {
    if (tail === (positionBits & 0xffffff)) found |= BLOCK_MMD9;
    if (tail === 0) found |= BLOCK_TOOL;
  }
  if (tail === OLD_TAIL && flag === oldFlag(zrX1, flag !== PHYSICS_OFF)) found |= BLOCK_OLD;
  return found;
}

/** Old files have curve bytes in place of the flag, unless these would read as "off". */
function oldFlag(zrX1: number, physics: boolean): number {
  if (!physics) return PHYSICS_OFF;
  return zrX1 === PHYSICS_OFF ? 0 : zrX1;
}

/** Some tools fill only the first row. The second row, which otherwise gives x1 of Z and R, is then zero. */
function isOnlyFirstRow(blocks: Int32Array, at: number): boolean {
  return !blocks.subarray(at + 4, at + BLOCK_WORDS).some(Boolean);
}
