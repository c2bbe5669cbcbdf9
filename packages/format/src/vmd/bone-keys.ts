import { isZeroAt } from '../columns/column.js';
import {
  readColumn,
  type Records,
  type RecordTarget,
  reportCurves,
  reportFrames,
  reportKeys,
  writeColumn,
} from './columns.js';
import { blockSpellings, readBlocks, writeBlocks } from './curve-blocks.js';
import type { BoneField } from './layout.js';
import { namePaddings, readNames, writeNames } from './names.js';
import { type BoneSpelling, commonBoneSpelling } from './source.js';
import { emptyBones, type VmdBones } from './vmd.js';

/** Reads bone keys. {@link inspectBones} finds what else is odd about them. */
export function readBones(records: Records<BoneField>): VmdBones {
  const keys = emptyBones(records.count);
  readNames(records, keys);
  readColumn(records, 'frame', 1, keys.frames);
  readColumn(records, 'position', 3, keys.positions);
  readColumn(records, 'rotation', 4, keys.rotations);
  readBlocks(records, keys);
  return keys;
}

/** Reports odd keys that are not found while reading. Returns how most records are spelled, and the records that are spelled otherwise. */
export function inspectBones(records: Records<BoneField>, keys: VmdBones): BoneSpelling {
  reportCurves(records, keys.curves, 16);
  reportFrames(records, keys.frames, keys.nameIndex);
  reportKeys(records, 'zero-quaternion', 'rotation', 'is all zero', (key) =>
    isZeroAt(keys.rotations, 4 * key),
  );
  const { count, starts, layout, reader } = records;
  const fits = namePaddings(records);
  for (let key = 0; key < count; key++) {
    const positionBits = reader.u32At(starts[key] + layout.fields.position);
    fits[key] |= blockSpellings(reader.view, starts[key] + layout.fields.curves, positionBits);
  }
  return commonBoneSpelling(records, fits);
}

/** Writes what {@link readBones} reads. */
export function writeBones(target: RecordTarget<BoneField>, keys: VmdBones, spelling: BoneSpelling): void {
  writeNames(target, keys, spelling.padding);
  writeColumn(target, 'frame', 1, keys.frames);
  writeColumn(target, 'position', 3, keys.positions);
  writeColumn(target, 'rotation', 4, keys.rotations);
  writeBlocks(target, keys, spelling.block);
}
