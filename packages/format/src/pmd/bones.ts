import { ARRAY_MEMORY } from '../binary/byte-reader.js';
import { BONE_INDEX, readRecord, type RecordLayout, writeRecord } from '../binary/record-layout.js';
import { findBoneCycles } from '../pmx/bone-cycles.js';
import { BONE_BYTES, IK_BYTES, LINK_BYTES, NAME_BYTES, type PmdFieldType } from './layout.js';
import type { PmdReader } from './pmd-reader.js';
import type { PmdWriter } from './pmd-writer.js';
import type { PmdBone, PmdIk } from './pmd.js';

/*
 * Values of `PmdBone.type` with an effect.
 */
/** Takes over the rotation of the bone in its ik field. */
export const ROTATION_FOLLOWER = 5;
/** Turns about the line to its tail only. */
export const TWIST = 8;
/** Takes over a part of the rotation of its tail, in percent in its ik field. */
export const ROTATION_PART = 9;

const BONE: RecordLayout<PmdBone, PmdFieldType> = [
  ['text', ['name'], NAME_BYTES],
  ['index', ['parent', 'tail'], BONE_INDEX],
  ['u8', ['type'], ROTATION_PART],
  ['i16', ['ik']],
  ['vector3', ['position']],
];

const POSITION_BYTES = 12;

export function readBones(reader: PmdReader): PmdBone[] {
  const count = reader.sectionCount('bones', 2, BONE_BYTES);
  const sectionAt = reader.offset;
  reader.counts[BONE_INDEX] = count;
  const bones = reader.records(count, () => {
    const bone = readRecord<PmdBone, PmdFieldType>(reader, BONE);
    // Of type 9, `ik` is a percentage. 0 is no bone, even in a model without bones.
    if (bone.type !== ROTATION_PART && bone.ik !== 0)
      reader.checkedIndex(bone.ik, BONE_INDEX, 'ik', reader.offset - POSITION_BYTES - 2);
    return bone;
  });
  for (const i of findBoneCycles(bones)) {
    const at = sectionAt + i * BONE_BYTES + NAME_BYTES;
    reader.warn('bone-cycle', `[${i}].parent`, 'makes the bone its own ancestor', at);
  }
  return bones;
}

export function writeBones(writer: PmdWriter, bones: readonly PmdBone[]): void {
  writer.sectionCount('bones', bones.length, 2);
  writer.records(BONE, bones);
}

type IkHead = Pick<PmdIk, 'bone' | 'effector'>;
type IkSteps = Pick<PmdIk, 'limitAngle' | 'loopCount'>;

/** The number of links follows. */
const IK_HEAD: RecordLayout<IkHead> = [['index', ['bone', 'effector'], BONE_INDEX]];
/** The links follow. */
const IK_STEPS: RecordLayout<IkSteps> = [
  ['u16', ['loopCount']],
  ['f32', ['limitAngle']],
];

/** Reads the list of IKs. */
export function readIks(reader: PmdReader): PmdIk[] {
  const count = reader.sectionCount('iks', 2, IK_BYTES);
  return reader.records(count, () => {
    const ik = readRecord(reader, IK_HEAD) as PmdIk;
    const linkCount = reader.u8('links');
    readRecord(reader, IK_STEPS, '', ik as object);
    reader.need(linkCount * LINK_BYTES, 'links');
    ik.links = Uint16Array.from({ length: linkCount }, (_, i) => reader.index(`links[${i}]`, BONE_INDEX));
    reader.memory -= ARRAY_MEMORY;
    return ik;
  });
}

export function writeIks(writer: PmdWriter, iks: readonly PmdIk[]): void {
  writer.sectionCount('iks', iks.length, 2);
  iks.forEach((ik, i) => {
    writer.record = i;
    writeRecord(writer, IK_HEAD, ik);
    writer.listCount('links', ik.links.length, 1);
    writeRecord(writer, IK_STEPS, ik);
    for (const link of ik.links) writer.u16('links', link);
  });
}
