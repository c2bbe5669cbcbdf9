import { CURVE_OUT_OF_RANGE, PHYSICS_SWITCHED_OFF, readBlock, writeBlock } from './bone-block.js';
import { commonBoneSpelling } from './common-spelling.js';
import { readNames, writeNames } from './key-names.js';
import { reportFrames } from './key-order.js';
import { BONE } from './layout.js';
import { type RecordRange, type RecordTarget, readWords, reportKey, wordsOf, writeWords } from './record-fields.js';
import type { BoneSpelling } from './vmd-source.js';
import { emptyBones, type VmdBones } from './vmd.js';

/** Reads bone keys, and how most of them are spelled. */
export function readBones(range: RecordRange): { keys: VmdBones; spelling: BoneSpelling } {
  const keys = emptyBones(range.count);
  const fits = new Uint8Array(range.count);
  readNames(range, keys, fits);
  readWords(range, BONE.frame, keys.frames);
  readWords(range, BONE.position, keys.positions);
  readWords(range, BONE.rotation, keys.rotations);
  readBlocks(range, keys, fits);
  reportFrames(range, BONE.frame, keys.frames, keys);
  reportZeroQuaternions(range, keys.rotations);
  return { keys, spelling: commonBoneSpelling(range, fits) };
}

/** Writes bone keys in the order of `target`. */
export function writeBones(target: RecordTarget, keys: VmdBones, spelling: BoneSpelling): void {
  writeNames(target, keys, spelling.padding);
  writeWords(target, BONE.frame, keys.frames);
  writeWords(target, BONE.position, keys.positions);
  writeWords(target, BONE.rotation, keys.rotations);
  writeBlocks(target, keys, spelling);
}

/** Fills curves and physics; notes in `fits` how each block is spelled. */
function readBlocks(range: RecordRange, keys: VmdBones, fits: Uint8Array): void {
  const positionWords = wordsOf(keys.positions);
  let oddCurves = 0;
  let firstOdd = -1;
  for (let key = 0; key < range.count; key++) {
    const at = range.at + key * range.recordBytes + BONE.block.offset;
    const found = readBlock(range.reader, at, positionWords[3 * key]!, keys.curves, 16 * key);
    fits[key] = fits[key]! | found;
    keys.physics[key] = found & PHYSICS_SWITCHED_OFF ? 0 : 1;
    if (found & CURVE_OUT_OF_RANGE && oddCurves++ === 0) firstOdd = key;
  }
  if (oddCurves > 0) reportKey(range, firstOdd, 'odd-value', BONE.block, 'has a value above 127', oddCurves);
}

function writeBlocks(target: RecordTarget, keys: VmdBones, spelling: BoneSpelling): void {
  const { writer, at, recordBytes, order } = target;
  const positionWords = wordsOf(keys.positions);
  order.forEach((key, i) => {
    writer.seek(at + i * recordBytes + BONE.block.offset);
    writeBlock(writer, keys.curves, 16 * key, keys.physics[key] !== 0, positionWords[3 * key]!, spelling.block);
  });
}

function reportZeroQuaternions(range: RecordRange, rotations: Float32Array): void {
  let count = 0;
  let first = -1;
  for (let i = 0; i < rotations.length; i += 4) {
    if (rotations[i] !== 0 || rotations[i + 1] !== 0 || rotations[i + 2] !== 0 || rotations[i + 3] !== 0) continue;
    if (count++ === 0) first = i / 4;
  }
  if (count > 0) reportKey(range, first, 'zero-quaternion', BONE.rotation, 'is all zero', count);
}
