import { BONE_INDEX, type RecordLayout } from '../binary/record-layout.js';
import type { MmdName } from '../text/name.js';
import {
  COMMENT_BYTES,
  englishMorphs,
  FRAME_NAME_BYTES,
  JOINT,
  NAME_BYTES,
  RIGID_BODY,
  TOON_COUNT,
  TOON_NAME_BYTES,
} from './layout.js';
import { writeMorphs } from './morphs.js';
import type { PmdWriter } from './pmd-writer.js';
import type { Pmd, PmdFrameBone, PmdJoint, PmdRigidBody, PmdSectionName } from './pmd.js';

/** A section after the skeleton, as it will be written. */
export interface TailSection {
  readonly name: PmdSectionName;
  /** The bytes of its count; the ten toons have none. */
  readonly countBytes: 0 | 1 | 2 | 4;
  readonly count: number;
  /** Writes all records. */
  readonly write: (writer: PmdWriter) => void;
}

/** All sections after the skeleton, in file order. */
export function planTail(pmd: Pmd): TailSection[] {
  const { morphs, facialList, frameNames, frameBones, rigidBodies = [], joints = [] } = pmd;
  return [
    section('morphs', 2, morphs.length, (writer) => writeMorphs(writer, morphs)),
    section('facialList', 1, facialList.length, (writer) =>
      facialList.forEach((morph) => writer.u16('', morph)),
    ),
    section('frameNames', 1, frameNames.length, (writer) =>
      writeNames(writer, frameNames, frameNames.length, FRAME_NAME_BYTES),
    ),
    section('frameBones', 4, frameBones.length, (writer) => writer.records(FRAME_BONE, frameBones)),
    planEnglish(pmd),
    section('toonNames', 0, pmd.toonNames ? 1 : 0, (writer) => writeToonNames(writer, pmd.toonNames ?? [])),
    section('rigidBodies', 4, rigidBodies.length, (writer) =>
      writer.records<PmdRigidBody>(RIGID_BODY, rigidBodies),
    ),
    section('joints', 4, joints.length, (writer) => writer.records<PmdJoint>(JOINT, joints)),
  ];
}

function section(
  name: PmdSectionName,
  countBytes: TailSection['countBytes'],
  count: number,
  write: TailSection['write'],
): TailSection {
  return { name, countBytes, count, write };
}

/** The flag stands for the count. A parsed flag other than 0 and 1 also means no names. */
function planEnglish(pmd: Pmd): TailSection {
  const { english, bones, morphs, frameNames, source } = pmd;
  const parsedFlag = source?.englishFlag ?? 0;
  const flag = english ? 1 : parsedFlag === 1 ? 0 : parsedFlag;
  return section('english', 1, flag, (writer) => {
    if (!english) return;
    writer.text('name', english.name, NAME_BYTES);
    writer.text('comment', english.comment, COMMENT_BYTES);
    writeNames(writer, english.boneNames, bones.length, NAME_BYTES);
    writeNames(writer, english.morphNames, englishMorphs(morphs.length), NAME_BYTES);
    writeNames(writer, english.frameNames, frameNames.length, FRAME_NAME_BYTES);
  });
}

/** Exactly `count` names, one for each of something else. */
function writeNames(writer: PmdWriter, names: readonly MmdName[], count: number, width: number): void {
  for (let i = 0; i < count; i++) writer.text('', names[i] ?? NO_NAME, width);
}

const NO_NAME: MmdName = { text: '', bytes: /* @__PURE__ */ new Uint8Array(0) };

const FRAME_BONE: RecordLayout<PmdFrameBone> = [
  ['index', ['bone'], BONE_INDEX],
  ['u8', ['frame']],
];

/** Ten names; MMD's own for those that the document lacks. */
function writeToonNames(writer: PmdWriter, names: readonly MmdName[]): void {
  writer.enter('toonNames');
  if (names.length > TOON_COUNT)
    writer.refuse('', `has ${names.length} entries, the format allows at most ${TOON_COUNT}`);
  for (let i = 0; i < TOON_COUNT; i++) writer.text('', names[i] ?? standardToon(i), TOON_NAME_BYTES);
}

function standardToon(i: number): MmdName {
  const text = `toon${String(i + 1).padStart(2, '0')}.bmp`;
  return { text, bytes: Uint8Array.from(text, (character) => character.charCodeAt(0)) };
}
