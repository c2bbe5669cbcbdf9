import { BONE } from './layout.js';
import type { PmxReader } from './pmx-reader.js';
import { PMX_BONE, type PmxBone, type PmxIk, type PmxIkLink } from './pmx.js';

/** Reads the bones: all of them, or the file is refused. */
export function readBones(reader: PmxReader): PmxBone[] {
  reader.enter('bones');
  const size = reader.sizes[BONE];
  const leastBytes =
    4 * 2 + // texts
    4 * 3 + // position
    2 * size + // parent, tail
    4 + // layer
    2; // flags
  const starts: number[] = [];
  const bones = reader.records(
    leastBytes,
    () => {
      starts.push(reader.offset);
      return readBone(reader);
    },
    BONE,
  );
  reportCycles(reader, bones, starts);
  return bones;
}

function readBone(reader: PmxReader): PmxBone {
  const name = reader.text('name');
  const nameEn = reader.text('nameEn');
  const position = reader.vector3('position');
  const parent = reader.index(BONE, 'parent');
  const layer = reader.i32('layer');
  const flags = reader.u16('flags');
  return {
    name,
    nameEn,
    position,
    parent,
    layer,
    flags,
    tail: flags & PMX_BONE.tailIsBone ? reader.index(BONE, 'tail') : reader.vector3('tail'),
    ...(flags & APPEND && {
      append: { parent: reader.index(BONE, 'append.parent'), ratio: reader.f32('append.ratio') },
    }),
    ...(flags & PMX_BONE.fixedAxis && { fixedAxis: reader.vector3('fixedAxis') }),
    ...(flags & PMX_BONE.localAxes && {
      localAxes: { x: reader.vector3('localAxes.x'), z: reader.vector3('localAxes.z') },
    }),
    ...(flags & PMX_BONE.externalParent && { externalParentKey: reader.i32('externalParentKey') }),
    ...(flags & PMX_BONE.ik && { ik: readIk(reader) }),
  };
}

const APPEND = PMX_BONE.appendRotation | PMX_BONE.appendTranslation;

function readIk(reader: PmxReader): PmxIk {
  const target = reader.index(BONE, 'ik.target');
  const loopCount = reader.i32('ik.loopCount');
  const limitAngle = reader.f32('ik.limitAngle');
  const links: PmxIkLink[] = [];
  const count = reader.count('ik.links', reader.sizes[BONE] + 1);
  while (links.length < count) links.push(readLink(reader, `ik.links[${links.length}]`));
  return { target, loopCount, limitAngle, links };
}

function readLink(reader: PmxReader, what: string): PmxIkLink {
  const bone = reader.index(BONE, what);
  if (!reader.choice(`${what}.has limits`, 1)) return { bone };
  return { bone, limits: { min: reader.vector3(what), max: reader.vector3(what) } };
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
    reader.record = bone;
    reader.warn('bone-cycle', 'parent', 'leads back to it', starts[bone]);
  }
}
