import type { PmxJoint, PmxRigidBody, PmxVector3 } from '@odori/format';
import { along, length, lerp, mix, radians, scale, sub, unit, type V3 } from '../mesh/vector.js';
import {
  ARM_AXIS,
  BONE_ROWS,
  boneIndex,
  bonePosition,
  mirrored,
  onArm,
  oppositeName,
  SKIRT_STRANDS,
} from './bone-table.js';

/* Bodies that follow bones, and strands of hair, skirt and sash that hang on them. Units as MMD has them: gravity 98. */

const GROUP = { body: 0, arms: 1, legs: 2, hair: 3, skirt: 4, sash: 5 } as const;
const FOLLOWS = 0;
const MOVES = 1;
const TURNS = 2;
const SPHERE = 0;
const BOX = 1;
const CAPSULE = 2;

type Group = keyof typeof GROUP;

const maskOf = (groups: readonly Group[]): number =>
  groups.reduce((mask, group) => mask | (1 << GROUP[group]), 0);

const MEETS: Record<Group, readonly Group[]> = {
  body: ['hair', 'sash'],
  arms: ['hair'],
  legs: ['skirt'],
  hair: ['body', 'arms'],
  skirt: ['legs'],
  sash: ['body'],
};

interface Shape {
  shape: number;
  size: PmxVector3;
  position: PmxVector3;
  rotation: PmxVector3;
}

/** R = Ry·Rx turns y to a direction; a capsule looks the same from both its ends, so it points upwards. */
function turnTo(direction: V3): PmxVector3 {
  const [x, y, z] = direction[1] < 0 ? scale(direction, -1) : direction;
  return [Math.acos(Math.min(y, 1)), Math.abs(x) + Math.abs(z) < 1e-9 ? 0 : Math.atan2(x, z), 0];
}

function capsule(from: V3, to: V3, radius: number): Shape {
  const size = length(sub(to, from));
  return {
    shape: CAPSULE,
    size: [radius, Math.max(size - 2 * radius, 0.05), 0],
    position: mix(from, to, 0.5),
    rotation: turnTo(unit(sub(to, from))),
  };
}

const sphere = (position: V3, radius: number): Shape => ({
  shape: SPHERE,
  size: [radius, 0, 0],
  position,
  rotation: [0, 0, 0],
});

function collider(bone: string, nameEn: string, group: Group, shape: Shape): PmxRigidBody {
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

// prettier-ignore
const MIDDLE: readonly PmxRigidBody[] = [
  collider('頭', 'head', 'body', sphere([0, 17.72, 0.18], 1.12)),
  collider('首', 'neck', 'body', capsule([0, 15.5, 0.25], [0, 16.4, 0.2], 0.33)),
  collider('上半身2', 'upper body2', 'body', capsule([-0.75, 14.35, 0.12], [0.75, 14.35, 0.12], 0.78)),
  collider('上半身', 'upper body', 'body', capsule([0, 12.1, 0.12], [0, 13.9, 0.12], 0.68)),
  collider('下半身', 'lower body', 'body', capsule([-0.95, 10.85, 0.12], [0.95, 10.85, 0.12], 0.72)),
];

// prettier-ignore
const LEFT: readonly PmxRigidBody[] = [
  collider('左腕', 'arm_L', 'arms', capsule(onArm(0.1), onArm(2.7), 0.38)),
  collider('左ひじ', 'elbow_L', 'arms', capsule(onArm(2.75), onArm(5.1), 0.32)),
  collider('左手首', 'wrist_L', 'arms', { shape: BOX, size: [0.75, 0.12, 0.4], position: onArm(5.95), rotation: [0, 0, Math.atan2(ARM_AXIS[1], ARM_AXIS[0])] }),
  collider('左足D', 'leg_L', 'legs', capsule([0.86, 10.2, 0.1], [0.92, 5.8, -0.08], 0.6)),
  collider('左ひざD', 'knee_L', 'legs', capsule([0.92, 5.75, -0.06], [0.92, 1.2, 0.25], 0.45)),
  collider('左足首D', 'ankle_L', 'legs', { shape: BOX, size: [0.5, 0.35, 1.15], position: [0.94, 0.4, -0.3], rotation: [0, 0, 0] }),
];

/** The physics of a strand: masses and radii from root to tip, limits of rotation, and springs. */
interface Strand {
  name: string;
  joints: number;
  root: string;
  group: Group;
  /** The groups that it does not collide with, because it lies on them. */
  without?: readonly Group[];
  mass: readonly [root: number, tip: number];
  radius: readonly [root: number, tip: number];
  /** Degrees about the joint's x, y and z at the root, and at the tip. */
  bend: readonly [root: number, tip: number];
  twist: number;
  spring: readonly [root: number, tip: number];
}

const hair = (name: string, joints: number, rest: Partial<Strand> = {}): Strand => ({
  name,
  joints,
  root: '頭',
  group: 'hair',
  mass: [0.5, 0.15],
  radius: [0.12, 0.1],
  bend: [10, 20],
  twist: 5,
  spring: [60, 20],
  without: ['body'],
  ...rest,
});

const LEFT_STRANDS: readonly Strand[] = [
  hair('左テール', 5, { mass: [1.2, 0.3], radius: [0.3, 0.2], bend: [30, 35], spring: [25, 5], twist: 10, without: [] }),
  hair('左横髪', 3),
  hair('左前髪', 2),
  hair('左後髪', 2),
  ...Array.from({ length: SKIRT_STRANDS }, (_, i): Strand => ({
    name: `左スカート${i + 1}_`,
    joints: 3,
    root: '下半身',
    group: 'skirt',
    mass: [0.8, 0.4],
    radius: [0.16, 0.2],
    bend: [50, 30],
    twist: 4,
    spring: [30, 10],
  })),
  {
    name: '左帯', joints: 2, root: '下半身', group: 'sash', mass: [0.4, 0.2], radius: [0.12, 0.14], bend: [40, 30], twist: 8,
    spring: [15, 5], without: ['body'],
  },
]; // prettier-ignore

const MIDDLE_STRANDS: readonly Strand[] = [hair('前髪', 2), hair('後髪', 2)];

/** From a bone to where it points. */
function reach(bone: string): [from: V3, to: V3] {
  const { position, tail } = BONE_ROWS[boneIndex(bone)];
  if (typeof tail === 'string') return [position, bonePosition(tail)];
  return [position, along(position, tail ?? [0, 0, 0], 1)];
}

function strandBodies({ name, joints, group, mass, radius, without = [] }: Strand): PmxRigidBody[] {
  return Array.from({ length: joints }, (_, i) => {
    const bone = `${name}${i + 1}`;
    const share = joints === 1 ? 0 : i / (joints - 1);
    return {
      ...collider(
        bone,
        BONE_ROWS[boneIndex(bone)].nameEn,
        group,
        capsule(...reach(bone), lerp(...radius, share)),
      ),
      collisionMask: maskOf(MEETS[group].filter((other) => !without.includes(other))),
      mass: lerp(...mass, share),
      linearDamping: group === 'skirt' ? 0.85 : 0.7,
      angularDamping: group === 'skirt' ? 0.95 : 0.9,
      mode: i === 0 ? TURNS : MOVES,
    };
  });
}

type BodyIndex = (name: string) => number;

function strandJoints({ name, joints, root, bend, twist, spring }: Strand, bodyIndex: BodyIndex): PmxJoint[] {
  return Array.from({ length: joints }, (_, i) => {
    const bone = `${name}${i + 1}`;
    const share = joints === 1 ? 0 : i / (joints - 1);
    const [from, to] = reach(bone);
    const [most, k] = [radians(lerp(...bend, share)), lerp(...spring, share)];
    return {
      name: bone,
      nameEn: BONE_ROWS[boneIndex(bone)].nameEn,
      type: 0,
      bodyA: bodyIndex(i === 0 ? root : `${name}${i}`),
      bodyB: bodyIndex(bone),
      position: from,
      rotation: turnTo(unit(sub(to, from))),
      linearLower: [0, 0, 0],
      linearUpper: [0, 0, 0],
      angularLower: [-most, -radians(twist), -most],
      angularUpper: [most, radians(twist), most],
      linearSpring: [0, 0, 0],
      angularSpring: [k, k, k],
    };
  });
}

/** Strand 0 to 11 round the waist. */
function skirtStrand(i: number): string {
  return i < SKIRT_STRANDS ? `左スカート${i + 1}_` : `右スカート${2 * SKIRT_STRANDS - i}_`;
}

/** Cloth between neighbouring strands: it gives a bit, and less inwards. */
function skirtCloth(bodyIndex: BodyIndex): PmxJoint[] {
  const joints: PmxJoint[] = [];
  for (let i = 0; i < 2 * SKIRT_STRANDS; i++) {
    const [own, next] = [skirtStrand(i), skirtStrand((i + 1) % (2 * SKIRT_STRANDS))];
    for (const joint of [2, 3]) {
      const [a, b] = [own, next].map((name) => bonePosition(`${name}${joint}`));
      const [dx, , dz] = sub(b, a);
      const give = 0.12 * length(sub(b, a)) * joint;
      const most = radians(35);
      joints.push({
        name: `${own}${joint}横`,
        nameEn: `skirt cloth ${i + 1} ${joint}`,
        type: 0,
        bodyA: bodyIndex(`${own}${joint}`),
        bodyB: bodyIndex(`${next}${joint}`),
        position: mix(a, b, 0.5),
        rotation: [0, Math.atan2(-dz, dx), 0],
        linearLower: [-give, -give, -give],
        linearUpper: [give, give, give],
        angularLower: [-most, -most, -most],
        angularUpper: [most, most, most],
        linearSpring: [0, 0, 0],
        angularSpring: [0, 0, 0],
      });
    }
  }
  return joints;
}

/** Mirrored in x: turns about y and z go the other way. */
function mirroredBody(body: PmxRigidBody): PmxRigidBody {
  const name = oppositeName(body.name);
  const [x, y, z] = body.rotation;
  return {
    ...body,
    name,
    nameEn: body.nameEn.replace(/_L$/, '_R'),
    bone: boneIndex(name),
    position: mirrored(body.position),
    rotation: [x, -y, -z],
  };
}

const opposite = (strand: Strand): Strand => ({ ...strand, name: oppositeName(strand.name) });

export function createPhysics(): { rigidBodies: PmxRigidBody[]; joints: PmxJoint[] } {
  const strands = [...MIDDLE_STRANDS, ...LEFT_STRANDS, ...LEFT_STRANDS.map(opposite)];
  const rigidBodies = [...MIDDLE, ...LEFT, ...LEFT.map(mirroredBody), ...strands.flatMap(strandBodies)];
  const indices = new Map(rigidBodies.map(({ name }, i) => [name, i]));
  const bodyIndex = (name: string): number => {
    const index = indices.get(name);
    if (index === undefined) throw new RangeError(`no body ${name}`);
    return index;
  };
  const joints = [...strands.flatMap((strand) => strandJoints(strand, bodyIndex)), ...skirtCloth(bodyIndex)];
  return { rigidBodies, joints };
}
