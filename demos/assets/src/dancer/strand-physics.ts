import type { PmxJoint, PmxRigidBody, Vector3 } from '@odori/format';
import { along, cross, dot, length, lerp, mix, radians, sub, unit, type V3 } from '../mesh/vector.js';
import { BONE_ROWS, boneIndex, bonePosition } from './bone-table.js';
import { box, capsule, collider, FOLLOWS, type Group, maskOf, MEETS, TURNS } from './rigid-body.js';

/** The physics of a strand; a `Range` has values from its root to its tip. */
export interface Strand {
  name: string;
  joints: number;
  root: string;
  group: Group;
  /** The groups that it does not collide with, because it lies on them. */
  without?: readonly Group[];
  /** How many of its first bodies follow their bones, and belong to the body for others. */
  following?: number;
  mass: Range;
  radius: Range;
  /** Half of the width of flat bodies; without it, bodies are round. */
  width?: Range;
  /**
   * How much longer than its bone a body is: joints of bodies with more inertia stay together when she spins.
   */
  excess?: number;
  /** How far it bends at a joint, in degrees: outwards, inwards, and to both sides. */
  out: Range;
  into: Range;
  aside: Range;
  /** Forwards, where that differs from backwards. */
  fore?: Range;
  /** How often its springs alone would swing it per second. */
  spring: Range;
  /** The shares of its velocities that it loses per second. */
  damping: readonly [linear: number, angular: number];
}

type Range = readonly number[];

/** The value at a place of a strand: the numbers lie at equal distances, from its root to its tip. */
function at(range: Range, share: number): number {
  const place = share * (range.length - 1);
  const i = Math.min(Math.floor(place), range.length - 2);
  return lerp(range[i], range[i + 1], place - i);
}

/** The middle of head and trunk, from which strands point outwards. */
const AXIS_Z = 0.15;

/** A bone of a strand at rest. */
interface Piece {
  readonly from: V3;
  readonly to: V3;
  /** The angles of its axes: y up along it, z outwards from the middle of the body. */
  readonly rotation: Vector3;
  /** Its place in the strand: 0 at the root, 1 at the tip. */
  readonly share: number;
}

function piecesOf({ name, joints }: Strand): Piece[] {
  return Array.from({ length: joints }, (_, i) => {
    const [from, to] = reach(`${name}${i + 1}`);
    const [x, , z] = mix(from, to, 0.5);
    const up = unit(sub(from, to));
    const outwards: V3 = [x, 0, z - AXIS_Z];
    return { from, to, rotation: turnToAxes(up, outwards), share: joints === 1 ? 0 : i / (joints - 1) };
  });
}

/** From a bone to where it points. */
function reach(bone: string): [from: V3, to: V3] {
  const { position, tail } = BONE_ROWS[boneIndex(bone)];
  if (typeof tail === 'string') return [position, bonePosition(tail)];
  return [position, along(position, tail ?? [0, 0, 0], 1)];
}

/** The angles of R = Ry·Rx·Rz that turns y to `up`, and z as near to `outwards` as that allows. */
function turnToAxes(up: V3, outwards: V3): Vector3 {
  const z = unit(along(outwards, up, -dot(outwards, up)));
  const x = cross(up, z);
  return [Math.asin(-z[1]), Math.atan2(z[0], z[2]), Math.atan2(x[1], up[1])];
}

export function strandBodies(strand: Strand): PmxRigidBody[] {
  const { name, group, mass, radius, width, excess = 1, damping, following = 0, without = [] } = strand;
  return piecesOf(strand).map(({ from, to, rotation, share }, i) => {
    const bone = `${name}${i + 1}`;
    const thickness = at(radius, share);
    const shape = width
      ? box(from, to, rotation, [at(width, share), thickness], excess)
      : capsule(from, mix(from, to, excess), thickness);
    return {
      ...collider(bone, BONE_ROWS[boneIndex(bone)].nameEn, i < following ? 'body' : group, shape),
      ...(i >= following && {
        collisionMask: maskOf(MEETS[group].filter((other) => !without.includes(other))),
      }),
      mass: at(mass, share),
      linearDamping: damping[0],
      angularDamping: damping[1],
      mode: i < following ? FOLLOWS : TURNS,
    };
  });
}

/**
 * Where a joint holds its two ends against each other. MMD's engine lets go of an axis for a step in which
 * the error is exactly 0, and a strand at rest would twitch; so it aims at places that float32 never meets.
 */
const NEVER_MET: Vector3 = [1.3e-4, 2.1e-4, 1.7e-4];

/** An angle in degrees, aside by so little that a locked axis never meets it either. */
const angle = (degrees: number): number => radians(degrees) + 1e-3;

export type BodyIndex = (name: string) => number;

export function strandJoints(strand: Strand, bodyIndex: BodyIndex): PmxJoint[] {
  const { name, root, out, into, aside, fore = aside, spring, following = 0 } = strand;
  const pieces = piecesOf(strand);
  return pieces.slice(following).map(({ from, rotation, share }, i): PmxJoint => {
    const bone = `${name}${i + following + 1}`;
    const [forth, back] = [at(fore, share), at(aside, share)];
    const isLeft = from[0] > 0; // the other side has the other signs
    const k = stiffness(strand, pieces.slice(i + following), at(spring, share));
    return {
      name: bone,
      nameEn: BONE_ROWS[boneIndex(bone)].nameEn,
      type: 0,
      bodyA: bodyIndex(i + following === 0 ? root : `${name}${i + following}`),
      bodyB: bodyIndex(bone),
      position: from,
      rotation,
      linearLower: NEVER_MET,
      linearUpper: NEVER_MET,
      // A positive angle about x swings it outwards.
      angularLower: [-at(into, share), 0, isLeft ? -forth : -back].map(angle) as Vector3,
      angularUpper: [at(out, share), 0, isLeft ? back : forth].map(angle) as Vector3,
      linearSpring: [0, 0, 0],
      angularSpring: [k, k, k],
    };
  });
}

/** The spring that would swing the rest of a strand about its joint so many times per second: I·(2πf)². */
function stiffness({ mass }: Strand, pieces: readonly Piece[], frequency: number): number {
  const inertia = pieces.reduce((sum, { from, to, share }) => {
    const distance = length(sub(mix(from, to, 0.5), pieces[0].from));
    return sum + at(mass, share) * (distance ** 2 + length(sub(to, from)) ** 2 / 12);
  }, 0);
  return Math.round(inertia * (2 * Math.PI * frequency) ** 2);
}
