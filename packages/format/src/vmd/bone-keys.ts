import { wordsOf } from '../binary/words-of.js';
import { CURVE_OUT_OF_RANGE, PHYSICS_SWITCHED_OFF, readBlock, writeBlock } from './bone-block.js';
import { commonBoneSpelling } from './common-spelling.js';
import { readNames, writeNames } from './key-names.js';
import { reportFrames } from './key-order.js';
import { ABOVE_127, BONE } from './layout.js';
import { type RecordRange, type RecordTarget, readWords, reportKeys, writeWords } from './record-fields.js';
import type { BoneSpelling } from './vmd-source.js';
import { emptyBones, type VmdBones } from './vmd.js';

/** Reads bone keys, and how most of them are spelled. */
export function readBones(range: RecordRange): { keys: VmdBones; spelling: BoneSpelling } {
  const keys = emptyBones(range.count);
  const fits = new Uint8Array(range.count);
  readNames(range, BONE.name, keys, fits);
  readWords(range, BONE.frame, keys.frames);
  readWords(range, BONE.position, keys.positions);
  readWords(range, BONE.rotation, keys.rotations);
  readBlocks(range, keys, fits);
  reportFrames(range, BONE.frame, keys.frames, keys.nameIndex);
  const isZero = (key: number): boolean => isZeroAt(keys.rotations, 4 * key);
  if (hasZero(keys.rotations)) reportKeys(range, 'zero-quaternion', BONE.rotation, 'is all zero', isZero);
  return { keys, spelling: commonBoneSpelling(range, fits) };
}

/** Writes bone keys in the order of `target`. */
export function writeBones(target: RecordTarget, keys: VmdBones, spelling: BoneSpelling): void {
  writeNames(target, keys, spelling.padding);
  writeWords(target, BONE.frame, keys.frames);
  writeWords(target, BONE.position, keys.positions, 3);
  writeWords(target, BONE.rotation, keys.rotations, 4);
  writeBlocks(target, keys, spelling);
}

/** Fills curves and physics; notes in `fits` how each block is spelled. */
function readBlocks(range: RecordRange, keys: VmdBones, fits: Uint8Array): void {
  const positionWords = wordsOf(keys.positions);
  let all = 0;
  for (let key = 0; key < range.count; key++) {
    const at = range.at + key * range.recordBytes + BONE.curves.offset;
    const found = readBlock(range.reader, at, positionWords[3 * key], keys.curves, 16 * key);
    fits[key] = fits[key] | found;
    keys.physics[key] = found & PHYSICS_SWITCHED_OFF ? 0 : 1;
    all |= found;
  }
  if ((all & CURVE_OUT_OF_RANGE) === 0) return;
  reportKeys(range, 'odd-value', BONE.curves, ABOVE_127, (key) => fits[key] & CURVE_OUT_OF_RANGE);
}

function writeBlocks(target: RecordTarget, keys: VmdBones, spelling: BoneSpelling): void {
  const { writer, at, recordBytes, order } = target;
  const positionWords = wordsOf(keys.positions);
  order.forEach((key, i) => {
    writer.seek(at + i * recordBytes + BONE.curves.offset);
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

function hasZero(rotations: Float32Array): boolean {
  for (let i = 0; i < rotations.length; i += 4) if (isZeroAt(rotations, i)) return true;
  return false;
}

function isZeroAt(rotations: Float32Array, i: number): boolean {
  return rotations[i] === 0 && rotations[i + 1] === 0 && rotations[i + 2] === 0 && rotations[i + 3] === 0;
}
