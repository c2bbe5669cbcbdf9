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
import { readNames, writeNames } from './names.js';
import { type BoneSpelling, commonBoneSpelling, type SpelledKeys } from './source.js';
import { emptyBones, type VmdBones } from './vmd.js';

/** Reads bone keys; of a file that is read lossless, also how they are spelled. */
export function readBones(records: Records<BoneField>): SpelledKeys<VmdBones, BoneSpelling> {
  const keys = emptyBones(records.count);
  const fits = readNames(records, keys);
  readColumn(records, 'frame', 1, keys.frames);
  readColumn(records, 'position', 3, keys.positions);
  readColumn(records, 'rotation', 4, keys.rotations);
  readBlocks(records, keys);
  if (fits) reportCurves(records, keys.curves, 16);
  reportFrames(records, keys.frames, keys.nameIndex);
  if (!fits) return { keys };
  reportKeys(records, 'zero-quaternion', 'rotation', 'is all zero', (key) =>
    isZeroAt(keys.rotations, 4 * key),
  );
  addBlockSpellings(records, fits);
  return { keys, spelling: commonBoneSpelling(records, fits) };
}

function addBlockSpellings({ count, starts, layout, reader }: Records<BoneField>, fits: Uint8Array): void {
  const { position, curves } = layout.fields;
  for (let key = 0; key < count; key++) {
    const positionBits = reader.view.getInt32(starts[key] + position, true);
    fits[key] |= blockSpellings(reader.view, starts[key] + curves, positionBits);
  }
}

/** Writes what {@link readBones} reads. */
export function writeBones(target: RecordTarget<BoneField>, keys: VmdBones, spelling: BoneSpelling): void {
  writeNames(target, keys, spelling.padding);
  writeColumn(target, 'frame', 1, keys.frames);
  writeColumn(target, 'position', 3, keys.positions);
  writeColumn(target, 'rotation', 4, keys.rotations);
  writeBlocks(target, keys, spelling.block);
}
