import { type ColumnLayout, readColumns, recordBytes, writeColumns } from '../binary/column-layout.js';
import { recordStarts } from '../binary/gather.js';
import type { PmmPose } from './pmm-model.js';
import type { PmmReader } from './pmm-reader.js';
import type { PmmWriter } from './pmm-writer.js';

/** The counts of a model. A file of version 1 does not contain them. */
export interface ModelCounts {
  readonly bones: number;
  readonly morphs: number;
  readonly iks: number;
  readonly externalParents: number;
}

type BonePose = Pick<PmmPose, 'positions' | 'rotations' | 'uncommitted' | 'physicsOff' | 'rowSelected'>;

/** 31 bytes; 34 in version 1, which has the x of the rotation a second time. */
export function boneStateLayout(version: 1 | 2): ColumnLayout<BonePose & { again: Int32Array }> {
  return [
    ['positions', 'float', 3],
    ['rotations', 'float', 4],
    ['again', 'int', version === 1 ? 1 : 0],
    ['uncommitted', 'flag', 1],
    ['physicsOff', 'flag', version === 1 ? 0 : 1],
    ['rowSelected', 'flag', 1],
  ];
}

const WEIGHT_LAYOUT: ColumnLayout<Pick<PmmPose, 'morphWeights'>> = [['morphWeights', 'float', 1]];
const SWITCH_LAYOUT: ColumnLayout<Pick<PmmPose, 'ikEnabled'>> = [['ikEnabled', 'flag', 1]];
const PARENT_LAYOUT: ColumnLayout<Pick<PmmPose, 'externalParents'>> = [['externalParents', 'int', 4]];

/** Reads the pose at the frame that was shown when the project was saved. */
export function readPose(reader: PmmReader, version: 1 | 2, counts: ModelCounts): PmmPose {
  const records = <T>(layout: ColumnLayout<T>, count: number): T => {
    const bytes = recordBytes(layout);
    return readColumns(reader, layout, recordStarts(reader.take(bytes * count), bytes, count));
  };
  const { again: _, ...bones } = records(boneStateLayout(version), counts.bones);
  return {
    ...bones,
    ...(version === 1 && { physicsOff: new Uint8Array(counts.bones) }),
    ...records(WEIGHT_LAYOUT, counts.morphs),
    ...records(SWITCH_LAYOUT, counts.iks),
    ...records(PARENT_LAYOUT, counts.externalParents),
  };
}

export function writePose(writer: PmmWriter, version: 1 | 2, counts: ModelCounts, pose: PmmPose): void {
  const records = <T>(layout: ColumnLayout<T>, count: number, columns: T): void => {
    const bytes = recordBytes(layout);
    writeColumns(writer, layout, recordStarts(writer.reserve(bytes * count), bytes, count), columns);
  };
  const rotations = new Int32Array(pose.rotations.buffer, pose.rotations.byteOffset, pose.rotations.length);
  const again = Int32Array.from({ length: counts.bones }, (_, bone) => rotations[4 * bone]);
  records(boneStateLayout(version), counts.bones, { ...pose, again });
  records(WEIGHT_LAYOUT, counts.morphs, pose);
  records(SWITCH_LAYOUT, counts.iks, pose);
  records(PARENT_LAYOUT, counts.externalParents, pose);
}
