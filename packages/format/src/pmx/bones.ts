import { BONE } from './layout.js';
import type { PmxReader } from './pmx-reader.js';
import { PMX_BONE, type PmxBone, type PmxIk, type PmxIkLink } from './pmx.js';
import { readSection } from './read-section.js';
import { readRecord, type RecordLayout } from './record-layout.js';

/** Reads the bones: all of them, or the file is refused. */
export function readBones(reader: PmxReader): PmxBone[] {
  const starts: number[] = [];
  const readNext = (): PmxBone => {
    starts.push(reader.offset);
    return readBone(reader);
  };
  const bones = readSection(reader, 'bones', readNext, BONE, LEAST_BYTES);
  reportCycles(reader, bones, starts);
  return bones;
}

type BoneHead = Pick<PmxBone, 'name' | 'nameEn' | 'position' | 'parent' | 'layer' | 'flags'>;

const BONE_HEAD: RecordLayout<BoneHead> = [
  ['text', ['name', 'nameEn']],
  ['vector3', ['position']],
  ['index', ['parent'], BONE],
  ['i32', ['layer']],
  ['u16', ['flags']],
];

const LEAST_BYTES =
  4 * 2 + // texts
  4 * 3 + // position
  2 + // parent, tail
  4 + // layer
  2; // flags

function readBone(reader: PmxReader): PmxBone {
  const head = readRecord(reader, BONE_HEAD);
  const { flags } = head;
  return {
    ...head,
    tail: flags & PMX_BONE.tailIsBone ? reader.index('tail', BONE) : reader.vector3('tail'),
    ...(flags & APPEND && { append: readRecord(reader, BONE_APPEND) }),
    ...(flags & PMX_BONE.fixedAxis && { fixedAxis: reader.vector3('fixedAxis') }),
    ...(flags & PMX_BONE.localAxes && { localAxes: readRecord(reader, LOCAL_AXES) }),
    ...(flags & PMX_BONE.externalParent && { externalParentKey: reader.i32('externalParentKey') }),
    ...(flags & PMX_BONE.ik && { ik: readIk(reader) }),
  };
}

const APPEND = PMX_BONE.appendRotation | PMX_BONE.appendTranslation;

const BONE_APPEND: RecordLayout<NonNullable<PmxBone['append']>> = [
  ['index', ['parent'], BONE],
  ['f32', ['ratio']],
];

const LOCAL_AXES: RecordLayout<NonNullable<PmxBone['localAxes']>> = [['vector3', ['x', 'z']]];

const IK_HEAD: RecordLayout<Omit<PmxIk, 'links'>> = [
  ['index', ['target'], BONE],
  ['i32', ['loopCount']],
  ['f32', ['limitAngle']],
];

const LIMITS: RecordLayout<NonNullable<PmxIkLink['limits']>> = [['vector3', ['min', 'max']]];

function readIk(reader: PmxReader): PmxIk {
  const head = readRecord(reader, IK_HEAD);
  const links: PmxIkLink[] = [];
  const count = reader.count('ik.links', reader.sizes[BONE] + 1);
  while (links.length < count) links.push(readLink(reader, `ik.links[${links.length}]`));
  return { ...head, links };
}

function readLink(reader: PmxReader, what: string): PmxIkLink {
  const bone = reader.index(what, BONE);
  if (!reader.choice(`${what}.has limits`, 1)) return { bone };
  return { bone, limits: readRecord(reader, LIMITS) };
}

/** Each bone is visited once: a walk towards the root ends where another walk has been. */
function reportCycles(reader: PmxReader, bones: readonly PmxBone[], starts: readonly number[]): void {
  const walkOf = new Int32Array(bones.length).fill(-1);
  for (let i = 0; i < bones.length; i++) {
    let bone = i;
    while (bone >= 0 && bone < bones.length && walkOf[bone] < 0) {
      walkOf[bone] = i;
      bone = bones[bone].parent;
    }
    if (walkOf[bone] !== i) continue;
    reader.warn('bone-cycle', `[${bone}].parent`, 'leads back to it', starts[bone]);
  }
}
