import type { MmdName } from '../text/name.js';
import type { FieldWriter } from './field-writer.js';
import {
  COMMENT_BYTES,
  englishBytes,
  englishMorphs,
  FACIAL_BYTES,
  FRAME_BONE_BYTES,
  FRAME_NAME_BYTES,
  JOINT_BYTES,
  MORPH_BYTES,
  NAME_BYTES,
  OFFSET_BYTES,
  RIGID_BODY_BYTES,
  TOON_COUNT,
  TOON_NAME_BYTES,
  TOONS_BYTES,
} from './layout.js';
import { writeMorph } from './morphs.js';
import { writeJoint, writeRigidBody } from './physics.js';
import type { Pmd, PmdSectionName } from './pmd.js';

/** A section behind the skeleton, as it is to be written. */
export interface TailSection {
  readonly name: PmdSectionName;
  /** Of its count; the ten toons have none. */
  readonly countBytes: 0 | 1 | 2 | 4;
  readonly count: number;
  /** Of all records. */
  readonly bytes: number;
  /** Writes all records. */
  readonly write: (fields: FieldWriter) => void;
}

/** All sections behind the skeleton, in file order. */
export function planTail(pmd: Pmd): TailSection[] {
  const { morphs, facialList, frameNames, frameBones, rigidBodies = [], joints = [] } = pmd;
  const morphBytes = morphs.reduce((sum, { indices }) => sum + OFFSET_BYTES * indices.length, 0);
  return [
    {
      name: 'morphs',
      countBytes: 2,
      count: morphs.length,
      bytes: MORPH_BYTES * morphs.length + morphBytes,
      write: (fields) => morphs.forEach((morph) => writeMorph(fields, morph)),
    },
    {
      name: 'facialList',
      countBytes: 1,
      count: facialList.length,
      bytes: FACIAL_BYTES * facialList.length,
      write: (fields) => facialList.forEach((morph) => fields.u16(morph)),
    },
    {
      name: 'frameNames',
      countBytes: 1,
      count: frameNames.length,
      bytes: FRAME_NAME_BYTES * frameNames.length,
      write: (fields) => writeNames(fields, frameNames, frameNames.length, FRAME_NAME_BYTES),
    },
    {
      name: 'frameBones',
      countBytes: 4,
      count: frameBones.length,
      bytes: FRAME_BONE_BYTES * frameBones.length,
      write: (fields) => writeFrameBones(fields, frameBones),
    },
    planEnglish(pmd),
    {
      name: 'toonNames',
      countBytes: 0,
      count: pmd.toonNames ? 1 : 0,
      bytes: TOONS_BYTES,
      write: (fields) => writeToonNames(fields, pmd.toonNames ?? []),
    },
    {
      name: 'rigidBodies',
      countBytes: 4,
      count: rigidBodies.length,
      bytes: RIGID_BODY_BYTES * rigidBodies.length,
      write: (fields) => rigidBodies.forEach((body) => writeRigidBody(fields, body)),
    },
    {
      name: 'joints',
      countBytes: 4,
      count: joints.length,
      bytes: JOINT_BYTES * joints.length,
      write: (fields) => joints.forEach((joint) => writeJoint(fields, joint)),
    },
  ];
}

/** The flag is its count. A parsed flag that is neither 0 nor 1 means no names, too. */
function planEnglish(pmd: Pmd): TailSection {
  const { english, bones, morphs, frameNames, source } = pmd;
  const parsedFlag = source?.englishFlag ?? 0;
  return {
    name: 'english',
    countBytes: 1,
    count: english ? 1 : parsedFlag === 1 ? 0 : parsedFlag,
    bytes: english ? englishBytes(bones.length, morphs.length, frameNames.length) : 0,
    write: (fields) => {
      if (!english) return;
      fields.text(english.name, NAME_BYTES);
      fields.text(english.comment, COMMENT_BYTES);
      writeNames(fields, english.boneNames, bones.length, NAME_BYTES);
      writeNames(fields, english.morphNames, englishMorphs(morphs.length), NAME_BYTES);
      writeNames(fields, english.frameNames, frameNames.length, FRAME_NAME_BYTES);
    },
  };
}

/** Exactly `count` names, for it is the number of something else. */
function writeNames(fields: FieldWriter, names: readonly MmdName[], count: number, width: number): void {
  for (let i = 0; i < count; i++) fields.text(names[i] ?? NO_NAME, width);
}

const NO_NAME: MmdName = { text: '', bytes: /* @__PURE__ */ new Uint8Array(0) };

function writeFrameBones(fields: FieldWriter, frameBones: Pmd['frameBones']): void {
  for (const { bone, frame } of frameBones) {
    fields.u16(bone);
    fields.u8(frame);
  }
}

/** Ten; those that the document lacks are MMD's own. */
function writeToonNames(fields: FieldWriter, names: readonly MmdName[]): void {
  fields.section = 'toonNames';
  for (let i = 0; i < TOON_COUNT; i++) fields.text(names[i] ?? standardToon(i), TOON_NAME_BYTES);
}

function standardToon(i: number): MmdName {
  const text = `toon${String(i + 1).padStart(2, '0')}.bmp`;
  return { text, bytes: Uint8Array.from(text, (character) => character.charCodeAt(0)) };
}
