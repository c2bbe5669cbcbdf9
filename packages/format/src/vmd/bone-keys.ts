import { hasZero, isZeroAt } from '../columns/column.js';
import {
  readColumn,
  type Records,
  type RecordTarget,
  reportCurves,
  reportFrames,
  reportKeys,
  writeColumn,
} from './columns.js';
import { readBlocks, writeBlocks } from './curve-blocks.js';
import type { BoneField } from './layout.js';
import { readNames, writeNames } from './names.js';
import { type BoneSpelling, commonBoneSpelling } from './source.js';
import { emptyBones, type VmdBones } from './vmd.js';

/** Reads bone keys, and how most of them are spelled. */
export function readBones(records: Records<BoneField>): { keys: VmdBones; spelling: BoneSpelling } {
  const keys = emptyBones(records.count);
  const fits = new Uint8Array(records.count);
  readNames(records, keys, fits);
  readColumn(records, 'frame', 1, keys.frames);
  readColumn(records, 'position', 3, keys.positions);
  readColumn(records, 'rotation', 4, keys.rotations);
  if (readBlocks(records, keys, fits)) reportCurves(records, keys.curves, 16);
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
