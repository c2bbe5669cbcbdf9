import type { ByteReader } from '../binary/byte-reader.js';
import type { ByteWriter } from '../binary/byte-writer.js';
import { wordsOf } from '../binary/bytes.js';
import { hasZero, isZeroAt } from '../columns/column.js';
import {
  readColumn,
  recordStart,
  type Records,
  type RecordTarget,
  reportFrames,
  reportKeys,
  writeColumn,
} from './columns.js';
import { BONE, type BoneField } from './layout.js';
import { readNames, writeNames } from './names.js';
import { BLOCK_MMD9, BLOCK_OLD, BLOCK_TOOL, type BoneSpelling, commonBoneSpelling } from './source.js';
import { emptyBones, type VmdBones } from './vmd.js';

/** Reads bone keys, and how most of them are spelled. */
export function readBones(records: Records<BoneField>): { keys: VmdBones; spelling: BoneSpelling } {
  const keys = emptyBones(records.count);
  const fits = new Uint8Array(records.count);
  readNames(records, keys, fits);
  readColumn(records, 'frame', 1, keys.frames);
  readColumn(records, 'position', 3, keys.positions);
  readColumn(records, 'rotation', 4, keys.rotations);
  readBlocks(records, keys, fits);
  reportFrames(records, keys.frames, keys.nameIndex);
  if (hasZero(keys.rotations)) {
    const isZero = (key: number): boolean => isZeroAt(keys.rotations, 4 * key);
    reportKeys(records, 'zero-quaternion', 'rotation', 'is all zero', isZero);
  }
  return { keys, spelling: commonBoneSpelling(records, fits) };
}

/** Writes what {@link readBones} reads. */
export function writeBones(target: RecordTarget<BoneField>, keys: VmdBones, spelling: BoneSpelling): void {
  writeNames(target, keys, spelling.padding);
  writeColumn(target, 'frame', 1, keys.frames);
  writeColumn(target, 'position', 3, keys.positions);
  writeColumn(target, 'rotation', 4, keys.rotations);
  writeBlocks(target, keys, spelling.block);
}

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

/** Set by {@link readBlock} if the key switches the physics of its bone off. */
export const PHYSICS_SWITCHED_OFF = 32;
/** Set by {@link readBlock} if a control value is above 127. */
export const CURVE_OUT_OF_RANGE = 64;

const PHYSICS_OFF = 0x0f63; // 63 0F in the file; anything else means on, because old files have curve bytes there
const OLD_TAIL = 0x000001; // 01 00 00

/** Fills curves and physics; notes in `fits` how each block is spelled. */
function readBlocks(
  records: Records<BoneField>,
  { positions, curves, physics }: VmdBones,
  fits: Uint8Array,
): void {
  const { reader, layout } = records;
  const positionWords = wordsOf(positions);
  let at = records.at + layout.fields.curves;
  let all = 0;
  for (let key = 0; key < fits.length; key++, at += layout.bytes) {
    const found = readBlock(reader, at, positionWords[3 * key], curves, 16 * key);
    fits[key] = fits[key] | found;
    physics[key] = found & PHYSICS_SWITCHED_OFF ? 0 : 1;
    all |= found;
  }
  if ((all & CURVE_OUT_OF_RANGE) === 0) return;
  reportKeys(records, 'odd-value', 'curves', 'is above 127', (key) => fits[key] & CURVE_OUT_OF_RANGE);
}

function writeBlocks(target: RecordTarget<BoneField>, keys: VmdBones, spelling: BoneSpelling['block']): void {
  const { writer, order } = target;
  const { curves, physics } = keys;
  const positionWords = wordsOf(keys.positions);
  for (let i = 0; i < order.length; i++) {
    const key = order[i];
    const at = recordStart(target, i) + BONE.fields.curves;
    writeBlock(writer, at, positionWords[3 * key], curves, 16 * key, physics[key] !== 0, spelling);
  }
}

/**
 * Reads a block's curves into `curves[index .. index + 15]` (X Y Z R × x1 y1 x2 y2). The result says how the block is
 * spelled.
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
  // Four control values in each word, channel X in the low byte.
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

/** Writes what {@link readBlock} reads. */
export function writeBlock(
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

/** Do rows 1 to 3 repeat row 0, each shifted by one byte more and ending in the tail? */
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

/** The spellings that fit a block whose rows are windows. `zrX1`: x1 of Z and of R. */
function spellings(flag: number, zrX1: number, tail: number, positionBits: number): number {
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
function onlyFirstRow(reader: ByteReader, at: number): boolean {
  for (let i = 16; i < 64; i += 4) if (reader.bits32At(at + i) !== 0) return false;
  return true;
}
