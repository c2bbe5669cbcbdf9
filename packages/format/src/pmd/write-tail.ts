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
import { writeMorphs } from './morphs.js';
import { JOINT, RIGID_BODY } from './physics.js';
import type { Pmd, PmdSectionName } from './pmd.js';
import { writeRecords } from './record-layout.js';

/** A section behind the skeleton, as it is to be written. */
export interface TailSection {
  readonly name: PmdSectionName;
  /** Of its count; the ten toons have none. */
  readonly countBytes: 0 | 1 | 2 | 4;
  readonly count: number;
  /** Of all records. */
  readonly bytes: number;
  /** Writes all records. */
  readonly write: (writer: FieldWriter) => void;
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
      write: (writer) => writeMorphs(writer, morphs),
    },
    {
      name: 'facialList',
      countBytes: 1,
      count: facialList.length,
      bytes: FACIAL_BYTES * facialList.length,
      write: (writer) => facialList.forEach((morph) => writer.u16(morph)),
    },
    {
      name: 'frameNames',
      countBytes: 1,
      count: frameNames.length,
      bytes: FRAME_NAME_BYTES * frameNames.length,
      write: (writer) => writeNames(writer, frameNames, frameNames.length, FRAME_NAME_BYTES),
    },
    {
      name: 'frameBones',
      countBytes: 4,
      count: frameBones.length,
      bytes: FRAME_BONE_BYTES * frameBones.length,
      write: (writer) => writeFrameBones(writer, frameBones),
    },
    planEnglish(pmd),
    {
      name: 'toonNames',
      countBytes: 0,
      count: pmd.toonNames ? 1 : 0,
      bytes: TOONS_BYTES,
      write: (writer) => writeToonNames(writer, pmd.toonNames ?? []),
    },
    {
      name: 'rigidBodies',
      countBytes: 4,
      count: rigidBodies.length,
      bytes: RIGID_BODY_BYTES * rigidBodies.length,
      write: (writer) => writeRecords(writer, RIGID_BODY, rigidBodies),
    },
    {
      name: 'joints',
      countBytes: 4,
      count: joints.length,
      bytes: JOINT_BYTES * joints.length,
      write: (writer) => writeRecords(writer, JOINT, joints),
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
    write: (writer) => {
      if (!english) return;
      writer.text(english.name, NAME_BYTES);
      writer.text(english.comment, COMMENT_BYTES);
      writeNames(writer, english.boneNames, bones.length, NAME_BYTES);
      writeNames(writer, english.morphNames, englishMorphs(morphs.length), NAME_BYTES);
      writeNames(writer, english.frameNames, frameNames.length, FRAME_NAME_BYTES);
    },
  };
}

/** Exactly `count` names, for it is the number of something else. */
function writeNames(writer: FieldWriter, names: readonly MmdName[], count: number, width: number): void {
  for (let i = 0; i < count; i++) writer.text(names[i] ?? NO_NAME, width);
}

const NO_NAME: MmdName = { text: '', bytes: /* @__PURE__ */ new Uint8Array(0) };

function writeFrameBones(writer: FieldWriter, frameBones: Pmd['frameBones']): void {
  frameBones.forEach(({ bone, frame }, i) => {
    writer.part = `[${i}]`;
    writer.i16(bone);
    writer.u8(frame);
  });
}

/** Ten; those that the document lacks are MMD's own. */
function writeToonNames(writer: FieldWriter, names: readonly MmdName[]): void {
  writer.section = 'toonNames';
  for (let i = 0; i < TOON_COUNT; i++) writer.text(names[i] ?? standardToon(i), TOON_NAME_BYTES);
}

function standardToon(i: number): MmdName {
  const text = `toon${String(i + 1).padStart(2, '0')}.bmp`;
  return { text, bytes: Uint8Array.from(text, (character) => character.charCodeAt(0)) };
}
