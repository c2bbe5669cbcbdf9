import { BONE_INDEX, readRecord, type RecordLayout, writeRecord } from '../binary/record-layout.js';
import { findBoneCycles } from './bone-cycles.js';
import type { PmxReader } from './pmx-reader.js';
import type { PmxWriter } from './pmx-writer.js';
import type { PMX_BONE, PmxBone, PmxIk, PmxIkLink } from './pmx.js';
import { readSection } from './sections.js';

/** Reads the bones. A file without all of them is an error. */
export function readBones(reader: PmxReader): PmxBone[] {
  const starts: number[] = [];
  const readNext = (): PmxBone => {
    starts.push(reader.offset);
    return readBone(reader);
  };
  const bones = readSection(reader, 'bones', readNext, BONE_INDEX, MIN_BYTES);
  for (const bone of findBoneCycles(bones)) {
    reader.warn('bone-cycle', `[${bone}].parent`, 'makes the bone its own ancestor', starts[bone]);
  }
  return bones;
}

/*
 * Members of PMX_BONE; the types keep them equal. A bundler inlines plain numbers, but keeps all members of
 * an object.
 */
const TAIL_IS_BONE: typeof PMX_BONE.tailIsBone = 0x0001;
const IK: typeof PMX_BONE.ik = 0x0020;
const APPEND_ROTATION: typeof PMX_BONE.appendRotation = 0x0100;
const APPEND_TRANSLATION: typeof PMX_BONE.appendTranslation = 0x0200;
const FIXED_AXIS: typeof PMX_BONE.fixedAxis = 0x0400;
const HAS_LOCAL_AXES: typeof PMX_BONE.localAxes = 0x0800;
const EXTERNAL_PARENT: typeof PMX_BONE.externalParent = 0x2000;

type BoneHead = Pick<PmxBone, 'name' | 'nameEn' | 'position' | 'parent' | 'layer' | 'flags'>;

const BONE_HEAD: RecordLayout<BoneHead> = [
  ['text', ['name', 'nameEn']],
  ['vector3', ['position']],
  ['index', ['parent'], BONE_INDEX],
  ['i32', ['layer']],
  ['u16', ['flags']],
];

const MIN_BYTES =
  4 * 2 + // texts
  4 * 3 + // position
  2 + // parent, tail
  4 + // layer
  2; // flags

function readBone(reader: PmxReader): PmxBone {
  const bone = readRecord(reader, BONE_HEAD) as PmxBone;
  const { flags } = bone;
  bone.tail = flags & TAIL_IS_BONE ? reader.index('tail', BONE_INDEX) : reader.vector3('tail');
  if (flags & (APPEND_ROTATION | APPEND_TRANSLATION))
    bone.append = readRecord(reader, BONE_APPEND, 'append.');
  if (flags & FIXED_AXIS) bone.fixedAxis = reader.vector3('fixedAxis');
  if (flags & HAS_LOCAL_AXES) bone.localAxes = readRecord(reader, LOCAL_AXES, 'localAxes.');
  if (flags & EXTERNAL_PARENT) bone.externalParentKey = reader.i32('externalParentKey');
  if (flags & IK) bone.ik = readIk(reader);
  return bone;
}

const BONE_APPEND: RecordLayout<NonNullable<PmxBone['append']>> = [
  ['index', ['parent'], BONE_INDEX],
  ['f32', ['ratio']],
];

const LOCAL_AXES: RecordLayout<NonNullable<PmxBone['localAxes']>> = [['vector3', ['x', 'z']]];

const IK_HEAD: RecordLayout<Omit<PmxIk, 'links'>> = [
  ['index', ['effector'], BONE_INDEX],
  ['i32', ['loopCount']],
  ['f32', ['limitAngle']],
];

const LIMITS: RecordLayout<NonNullable<PmxIkLink['limits']>> = [['vector3', ['min', 'max']]];

/** With what is free of a bone, so that an IK is not: models have hundreds of IKs at most. */
const IK_MEMORY = 400;

function readIk(reader: PmxReader): PmxIk {
  const ik = readRecord(reader, IK_HEAD, 'ik.') as PmxIk;
  const links: PmxIkLink[] = (ik.links = []);
  reader.memory -= IK_MEMORY;
  const count = reader.count('ik.links', reader.sizes[BONE_INDEX] + 1);
  while (links.length < count) links.push(readLink(reader, `ik.links[${links.length}]`));
  return ik;
}

function readLink(reader: PmxReader, what: string): PmxIkLink {
  const bone = reader.index(`${what}.bone`, BONE_INDEX);
  if (!reader.choice(`${what}.has limits`, 1)) return { bone };
  return { bone, limits: readRecord(reader, LIMITS, `${what}.limits.`) };
}

export function writeBone(writer: PmxWriter, bone: PmxBone): void {
  const { flags, tail, append, fixedAxis, localAxes, externalParentKey, ik } = bone;
  writeRecord(writer, BONE_HEAD, bone);
  const isThere = (member: keyof PmxBone, bits: number): boolean => {
    const isAsked = (flags & bits) !== 0;
    if (isAsked && bone[member] === undefined)
      writer.refuse(member, 'is missing, but its bit in flags is set');
    if (!isAsked && bone[member] !== undefined)
      writer.refuse(member, 'is present, but its bit in flags is 0');
    return isAsked;
  };
  if (typeof tail === 'number') {
    if (!(flags & TAIL_IS_BONE)) writer.refuse('tail', 'is a bone, but its bit in flags is 0');
    writer.index('tail', tail, BONE_INDEX);
  } else {
    if (flags & TAIL_IS_BONE) writer.refuse('tail', 'is an offset, but flags says a bone');
    writer.vector3('tail', tail);
  }
  if (isThere('append', APPEND_ROTATION | APPEND_TRANSLATION))
    writeRecord(writer, BONE_APPEND, append!, 'append.');
  if (isThere('fixedAxis', FIXED_AXIS)) writer.vector3('fixedAxis', fixedAxis!);
  if (isThere('localAxes', HAS_LOCAL_AXES)) writeRecord(writer, LOCAL_AXES, localAxes!, 'localAxes.');
  if (isThere('externalParentKey', EXTERNAL_PARENT)) writer.i32('externalParentKey', externalParentKey!);
  if (isThere('ik', IK)) writeIk(writer, ik!);
}

function writeIk(writer: PmxWriter, ik: PmxIk): void {
  writeRecord(writer, IK_HEAD, ik, 'ik.');
  writer.count('count', ik.links.length);
  ik.links.forEach(({ bone, limits }, i) => {
    const what = `ik.links[${i}]`;
    writer.index(`${what}.bone`, bone, BONE_INDEX);
    writer.u8(what, limits ? 1 : 0);
    if (limits) writeRecord(writer, LIMITS, limits, `${what}.limits.`);
  });
}
