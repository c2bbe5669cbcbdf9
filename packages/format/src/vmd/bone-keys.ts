import { wordsOf } from '../binary/bytes.js';
import { CURVE_OUT_OF_RANGE, PHYSICS_SWITCHED_OFF, readBlock, writeBlock } from './bone-block.js';
import { BONE_ALTERNATIVES, commonSpelling } from './common-spelling.js';
import { readNamedKeys, writeNames } from './key-names.js';
import { reportFrames } from '../columns/key-order.js';
import { ABOVE_127, BONE } from './layout.js';
import { type RecordRange, type RecordTarget, reportKeys, writeColumns } from './record-fields.js';
import type { BoneSpelling } from './vmd-source.js';
import type { VmdBones } from './vmd.js';
import { hasZero, isZeroAt } from '../columns/column-problems.js';

/** Reads bone keys, and how most of them are spelled. */
export function readBones(range: RecordRange<VmdBones>): { keys: VmdBones; spelling: BoneSpelling } {
  const { keys, fits } = readNamedKeys(range);
  readBlocks(range, keys, fits);
  reportFrames(range, keys);
  const { rotations } = keys;
  const isZero = (key: number): boolean => isZeroAt(rotations, 4 * key);
  if (hasZero(rotations)) reportKeys(range, 'zero-quaternion', BONE.fields.rotations, 'is all zero', isZero);
  return { keys, spelling: commonSpelling(range, fits, BONE_ALTERNATIVES) };
}

/** Writes bone keys in the order of `target`. */
export function writeBones(target: RecordTarget, keys: VmdBones, spelling: BoneSpelling): void {
  writeNames(target, keys, spelling.padding);
  writeColumns(target, keys);
  writeBlocks(target, keys, spelling);
}

/** Fills curves and physics; notes in `fits` how each block is spelled. */
function readBlocks(range: RecordRange, { positions, curves, physics }: VmdBones, fits: Uint8Array): void {
  const field = BONE.fields.curves;
  const positionWords = wordsOf(positions);
  let all = 0;
  for (let key = 0, at = range.at + field.offset; key < fits.length; key++, at += BONE.recordBytes) {
    const found = readBlock(range.reader, at, positionWords[3 * key], curves, 16 * key);
    fits[key] = fits[key] | found;
    physics[key] = found & PHYSICS_SWITCHED_OFF ? 0 : 1;
    all |= found;
  }
  if ((all & CURVE_OUT_OF_RANGE) === 0) return;
  reportKeys(range, 'odd-value', field, ABOVE_127, (key) => fits[key] & CURVE_OUT_OF_RANGE);
}

function writeBlocks(target: RecordTarget, keys: VmdBones, spelling: BoneSpelling): void {
  const { writer, at, order } = target;
  const positionWords = wordsOf(keys.positions);
  order.forEach((key, i) => {
    writer.seek(at + i * BONE.recordBytes + BONE.fields.curves.offset);
    writeBlock(
      writer,
      keys.curves,
      16 * key,
      keys.physics[key] !== 0,
      positionWords[3 * key],
      spelling.block,
    );
  });
}
