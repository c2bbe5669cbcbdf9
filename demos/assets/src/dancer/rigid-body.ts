import type { PmxRigidBody, Vector3 } from '@odori/format';
import { length, mix, scale, sub, unit, type V2, type V3 } from '../mesh/vector.js';
import { boneIndex } from './bone-table.js';

/** Collision groups. */
export const GROUP = { body: 0, arms: 1, legs: 2, hair: 3, skirt: 4, sash: 5 } as const;
/** Modes of a body: it follows its bone, or forces move it and it turns its bone. */
export const FOLLOWS = 0;
export const TURNS = 2;
const SPHERE = 0;
export const BOX = 1;
const CAPSULE = 2;

export type Group = keyof typeof GROUP;

export const maskOf = (groups: readonly Group[]): number =>
  groups.reduce((mask, group) => mask | (1 << GROUP[group]), 0);

/** The groups that a body collides with; two bodies meet only if both name each other. */
export const MEETS: Record<Group, readonly Group[]> = {
  body: ['hair', 'sash'],
  arms: ['hair'],
  legs: ['skirt'],
  hair: ['body', 'arms'],
  skirt: ['legs'],
  sash: ['body'],
};

/** The shape and the place of a body, in MMD's space. */
export interface Shape {
  shape: number;
  size: Vector3;
  position: Vector3;
  rotation: Vector3;
}

/** R = Ry·Rx turns y to a direction; a capsule looks the same from both its ends, so it points upwards. */
function turnTo(direction: V3): Vector3 {
  const [x, y, z] = direction[1] < 0 ? scale(direction, -1) : direction;
  return [Math.acos(Math.min(y, 1)), Math.abs(x) + Math.abs(z) < 1e-9 ? 0 : Math.atan2(x, z), 0];
}

export function capsule(from: V3, to: V3, radius: number): Shape {
  const size = length(sub(to, from));
  return {
    shape: CAPSULE,
    size: [radius, Math.max(size - 2 * radius, 0.05), 0],
    position: mix(from, to, 0.5),
    rotation: turnTo(unit(sub(to, from))),
  };
}

/** A flat body from place to place, `excess` times as long as the way between them. */
export function box(from: V3, to: V3, rotation: Vector3, [width, thickness]: V2, excess: number): Shape {
  const size: Vector3 = [width, (excess * length(sub(to, from))) / 2, thickness];
  return { shape: BOX, size, position: mix(from, to, 0.5), rotation };
}

export const sphere = (position: V3, radius: number): Shape => ({
  shape: SPHERE,
  size: [radius, 0, 0],
  position,
  rotation: [0, 0, 0],
});

/** A body that follows its bone. */
export function collider(bone: string, nameEn: string, group: Group, shape: Shape): PmxRigidBody {
  return {
    name: bone,
    nameEn,
    bone: boneIndex(bone),
    group: GROUP[group],
    collisionMask: maskOf(MEETS[group]),
    ...shape,
    mass: 1,
    linearDamping: 0.5,
    angularDamping: 0.5,
    restitution: 0,
    friction: 0.5,
    mode: FOLLOWS,
  };
}
