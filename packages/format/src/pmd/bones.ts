import { firstOfCycles } from './bone-cycles.js';
import type { FieldReader } from './field-reader.js';
import type { FieldWriter } from './field-writer.js';
import { BONE_BYTES, NAME_BYTES } from './layout.js';
import type { PmdBone } from './pmd.js';

/** {@link PmdBone.type}. */
export const BONE_TYPE = {
  rotate: 0,
  move: 1,
  ik: 2,
  ikLink: 4,
  rotationFollower: 5,
  ikEffector: 6,
  hidden: 7,
  twist: 8,
  rotationPart: 9,
} as const;

/** Reads the bones. */
export function readBones(fields: FieldReader): PmdBone[] {
  const section = 'bones';
  const count = fields.count(section, 2);
  const at = fields.claim(section, count * BONE_BYTES);
  const bones = Array.from({ length: count }, (_, i) => {
    fields.record(i);
    return readBone(fields, count);
  });
  for (const i of firstOfCycles(bones)) {
    fields.record(i);
    fields.report('bone-cycle', 'parent', 'is among its descendants', at + i * BONE_BYTES + NAME_BYTES);
  }
  return bones;
}

function readBone(fields: FieldReader, count: number): PmdBone {
  const name = fields.text(NAME_BYTES, 'name');
  const parent = fields.i16();
  fields.checkIndex(parent, count, 'parent', fields.at - 2);
  const tail = fields.i16();
  fields.checkIndex(tail, count, 'tail', fields.at - 2);
  const type = fields.u8();
  fields.checkRange(type, BONE_TYPE.rotationPart, 'type', fields.at - 1);
  const ik = fields.i16();
  // There it is a percentage.
  if (type !== BONE_TYPE.rotationPart && ik !== 0) fields.checkIndex(ik, count, 'ik', fields.at - 2);
  return { name, parent, tail, type, ik, position: fields.vector3('position') };
}

/** Writes the bones. */
export function writeBones(fields: FieldWriter, bones: readonly PmdBone[]): void {
  fields.count('bones', bones.length, 2);
  for (const bone of bones) {
    fields.text(bone.name, NAME_BYTES);
    fields.u16(bone.parent);
    fields.u16(bone.tail);
    fields.u8(bone.type);
    fields.u16(bone.ik);
    fields.floats(bone.position);
  }
}
