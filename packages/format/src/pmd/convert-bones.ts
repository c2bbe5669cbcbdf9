import { findBoneCycles } from '../pmx/bone-cycles.js';
import { PMX_BONE, type PmxBone, type PmxIk, type PmxIkLink } from '../pmx/pmx.js';
import { ROTATION_FOLLOWER, ROTATION_PART, TWIST } from './bones.js';
import { placeIks } from './place-iks.js';
import type { Pmd, PmdBone, PmdIk } from './pmd.js';
import type { Vector3 } from '../tuples.js';

/**
 * The bones of a PMD, and after them the helpers of its IKs.
 *
 * A parent that is not there, or that would close a circle, becomes −1; an IK without its bones is left out.
 */
export function convertBones(pmd: Pmd): PmxBone[] {
  const parents = soundParents(pmd.bones);
  const iks = pmd.iks.filter(({ bone: target, effector }) => pmd.bones[target] && pmd.bones[effector]);
  const places = placeIks(
    parents,
    iks.map(({ bone: target }) => target),
    pmd.bones.flatMap(({ type }, i) => (type === ROTATION_FOLLOWER ? [i] : [])),
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
  for (const bone of findBoneCycles(bones)) parents[bone] = -1;
  return parents;
}

type Typed = Pick<PmxBone, 'flags' | 'tail' | 'append' | 'fixedAxis'>;

const HIDDEN = PMX_BONE.tailIsBone | PMX_BONE.rotatable | PMX_BONE.enabled;
const TURNS = HIDDEN | PMX_BONE.visible;
const MOVES = TURNS | PMX_BONE.movable;

/** By type: turns, turns and moves, IK, unknown, link, follower, effector, hidden, twist, part. */
const FLAGS = [TURNS, MOVES, MOVES, TURNS, TURNS, TURNS, HIDDEN, HIDDEN, TURNS, HIDDEN];

/** What the type of a bone says, and the two fields that mean something else by type. */
function convertType(bones: readonly PmdBone[], { type, tail, ik, position }: PmdBone): Typed {
  // In these fields 0 is nothing, like −1: the first bone is センター, which is the tail of no bone.
  const other = (index: number): number => (index > 0 && bones[index] ? index : -1);
  const typed: Typed = { flags: FLAGS[type] ?? TURNS, tail: type === ROTATION_PART ? -1 : other(tail) };
  const source = other(type === ROTATION_FOLLOWER ? ik : type === ROTATION_PART ? tail : -1);
  if (source >= 0) {
    typed.flags |= PMX_BONE.appendRotation;
    typed.append = { parent: source, ratio: type === ROTATION_PART ? ik / 100 : 1 };
  }
  const axis = type === TWIST ? direction(position, bones[other(tail)]?.position) : undefined;
  if (axis) {
    typed.flags |= PMX_BONE.fixedAxis;
    typed.fixedAxis = axis;
  }
  return typed;
}

/** Of length 1; undefined if both are in one place. */
function direction(from: Vector3, to: Vector3 = from): Vector3 | undefined {
  const line = to.map((value, axis) => value - from[axis]);
  const length = Math.hypot(...line);
  return length > 0 && length < Infinity ? (line.map((value) => value / length) as Vector3) : undefined;
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

/** MMD knows knees by how their names begin, left or right knee, and no other limits. */
const KNEE = /^[左右]ひざ/;

const DEGREE = Math.PI / 180;

/**
 * An IK, in PMX terms: the unit angle is four times what a PMD has. Links that are not there are left out.
 */
function convertIk(bones: readonly PmdBone[], ik: PmdIk): PmxIk {
  return {
    effector: ik.effector,
    loopCount: ik.loopCount,
    limitAngle: 4 * ik.limitAngle,
    links: Array.from(ik.links)
      .filter((bone) => bones[bone])
      .map((bone) => convertLink(bones, bone)),
  };
}

function convertLink(bones: readonly PmdBone[], bone: number): PmxIkLink {
  if (!KNEE.test(bones[bone].name.text)) return { bone };
  return { bone, limits: { min: [-180 * DEGREE, 0, 0], max: [-0.5 * DEGREE, 0, 0] } };
}
