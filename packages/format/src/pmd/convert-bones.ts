import { PMX_BONE, type PmxBone, type PmxVector3 } from '../pmx/pmx.js';
import { firstOfCycles } from './bone-cycles.js';
import { BONE_TYPE } from './bones.js';
import { convertIk } from './convert-ik.js';
import { placeIks } from './place-iks.js';
import type { Pmd, PmdBone } from './pmd.js';

/**
 * The bones of a PMD, and the helpers of its IKs behind them.
 *
 * A parent that is not there, or that would close a circle, becomes −1; an IK without its bones is left out.
 */
export function convertBones(pmd: Pmd): PmxBone[] {
  const parents = soundParents(pmd.bones);
  const iks = pmd.iks.filter(({ target, effector }) => pmd.bones[target] && pmd.bones[effector]);
  const places = placeIks(
    parents,
    iks.map(({ target }) => target),
    pmd.bones.flatMap(({ type }, i) => (type === BONE_TYPE.rotationFollower ? [i] : [])),
  );
  const bones = pmd.bones.map((bone, i): PmxBone => ({
    name: bone.name.text,
    nameEn: pmd.english?.boneNames[i]?.text ?? '',
    position: [...bone.position],
    parent: parents[i],
    layer: places.layers[i],
    ...convertType(pmd.bones, bone),
  }));
  places.helpers.forEach((parent, i) =>
    bones.push(ikHelper(bones, parent, places.layers[pmd.bones.length + i])),
  );
  iks.forEach((ik, i) => {
    const holder = bones[places.holders[i]];
    holder.flags |= PMX_BONE.ik;
    holder.ik = convertIk(pmd.bones, ik);
  });
  return bones;
}

function soundParents(bones: readonly PmdBone[]): number[] {
  const parents = bones.map(({ parent }) => (bones[parent] ? parent : -1));
  for (const bone of firstOfCycles(bones)) parents[bone] = -1;
  return parents;
}

type Typed = Pick<PmxBone, 'flags' | 'tail' | 'append' | 'fixedAxis'>;

/** What the type of a bone says, and the two fields that mean something else by type. */
function convertType(bones: readonly PmdBone[], bone: PmdBone): Typed {
  const tail = otherBone(bones, bone.tail);
  const flags = flagsOf(bone.type);
  switch (bone.type) {
    case BONE_TYPE.rotationFollower:
      return withAppend(flags, tail, otherBone(bones, bone.ik), 1);
    case BONE_TYPE.rotationPart:
      return withAppend(flags, -1, tail, bone.ik / 100);
    case BONE_TYPE.twist:
      return withFixedAxis(flags, tail, bone.position, bones[tail]?.position);
    default:
      return { flags, tail };
  }
}

/** In these fields 0 is nothing, like −1: the first bone is センター, which is nobody's tail. */
function otherBone(bones: readonly PmdBone[], index: number): number {
  return index > 0 && bones[index] ? index : -1;
}

function flagsOf(type: number): number {
  const all = PMX_BONE.tailIsBone | PMX_BONE.rotatable | PMX_BONE.enabled;
  switch (type) {
    case BONE_TYPE.move:
    case BONE_TYPE.ik:
      return all | PMX_BONE.visible | PMX_BONE.movable;
    case BONE_TYPE.ikEffector:
    case BONE_TYPE.hidden:
    case BONE_TYPE.rotationPart:
      return all;
    default:
      return all | PMX_BONE.visible;
  }
}

function withAppend(flags: number, tail: number, source: number, ratio: number): Typed {
  if (source < 0) return { flags, tail };
  return { flags: flags | PMX_BONE.appendRotation, tail, append: { parent: source, ratio } };
}

function withFixedAxis(flags: number, tail: number, from: PmxVector3, to: PmxVector3 | undefined): Typed {
  const line = (to ?? from).map((value, axis) => value - from[axis]) as PmxVector3;
  const length = Math.hypot(...line);
  if (!(length > 0 && length < Infinity)) return { flags, tail };
  const fixedAxis = line.map((value) => value / length) as PmxVector3;
  return { flags: flags | PMX_BONE.fixedAxis, tail, fixedAxis };
}

/** A bone at the place of its parent, to hold an IK that the parent cannot. */
function ikHelper(bones: readonly PmxBone[], parent: number, layer: number): PmxBone {
  const { name, nameEn, position } = bones[parent];
  return {
    name: `${name}+`,
    nameEn: nameEn && `${nameEn}+`,
    position: [...position],
    parent,
    layer,
    flags: PMX_BONE.tailIsBone | PMX_BONE.rotatable,
    tail: -1,
  };
}
