import { findBoneCycles } from '../pmx/bone-cycles.js';
import { ROTATION_PART } from './bone-types.js';
import { BONE, type FieldReader } from './field-reader.js';
import type { FieldWriter } from './field-writer.js';
import { BONE_BYTES, NAME_BYTES } from './layout.js';
import type { PmdBone } from './pmd.js';
import { readRecord, type RecordLayout, writeRecords } from './record-layout.js';

const BONE_RECORD: RecordLayout<PmdBone> = [
  ['text', ['name'], NAME_BYTES],
  ['i16', ['parent', 'tail'], BONE],
  ['u8', ['type'], ROTATION_PART],
  ['i16', ['ik']],
  ['vector3', ['position']],
];

const POSITION_BYTES = 12;

/** Reads the bones. */
export function readBones(reader: FieldReader): PmdBone[] {
  const section = 'bones';
  const count = reader.count(section, 2, BONE_BYTES);
  const at = reader.offset;
  reader.counts[BONE] = count;
  const bones = Array.from({ length: count }, (_, i) => {
    reader.enter(section, `[${i}]`);
    const bone = readRecord(reader, BONE_RECORD);
    const { type, ik } = bone;
    // Of type 9 it is a percentage, and 0 is nothing even without bones.
    if (type !== ROTATION_PART && ik !== 0)
      reader.checked(ik, 'ik', BONE, reader.offset - POSITION_BYTES - 2);
    return bone;
  });
  for (const i of findBoneCycles(bones)) {
    reader.enter(section, `[${i}]`);
    reader.report('bone-cycle', 'parent', 'is among its descendants', at + i * BONE_BYTES + NAME_BYTES);
  }
  return bones;
}

/** Writes the bones. */
export function writeBones(writer: FieldWriter, bones: readonly PmdBone[]): void {
  writer.count('bones', bones.length, 2);
  writeRecords(writer, BONE_RECORD, bones);
}
