import type { PmxJoint, PmxRigidBody } from '@odori/format';
import { length, mix, radians, sub } from '../mesh/vector.js';
import {
  ARM_AXIS,
  boneIndex,
  bonePosition,
  mirrored,
  onArm,
  oppositeName,
  SKIRT_STRANDS,
} from './bone-table.js';
import { BOX, capsule, collider, sphere } from './rigid-body.js';
import { type BodyIndex, type Strand, strandBodies, strandJoints } from './strand-physics.js';

/*
 * Bodies that follow bones, and strands of hair, skirt and sash that hang on them. Units as MMD has them:
 * gravity 98.
 */

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
  // With the sleeve, which hangs off it.
  collider('左腕', 'arm_L', 'arms', capsule(onArm(0.1), onArm(2.6, 0, -0.35), 0.7)),
  collider('左ひじ', 'elbow_L', 'arms', capsule(onArm(2.75), onArm(5.1), 0.32)),
  collider('左手首', 'wrist_L', 'arms', { shape: BOX, size: [0.75, 0.12, 0.4], position: onArm(5.95), rotation: [0, 0, Math.atan2(ARM_AXIS[1], ARM_AXIS[0])] }),
  collider('左足D', 'leg_L', 'legs', capsule([0.86, 10.2, 0.1], [0.92, 5.8, -0.08], 0.8)),
  collider('左ひざD', 'knee_L', 'legs', capsule([0.92, 5.75, -0.06], [0.92, 1.2, 0.25], 0.45)),
  collider('左足首D', 'ankle_L', 'legs', { shape: BOX, size: [0.5, 0.35, 1.15], position: [0.94, 0.4, -0.3], rotation: [0, 0, 0] }),
];

const hair = (name: string, joints: number, rest: Partial<Strand> = {}): Strand => ({
  name,
  joints,
  root: '頭',
  group: 'hair',
  mass: [0.4, 0.2],
  radius: [0.1, 0.08],
  out: [14, 22],
  into: [4, 4],
  aside: [8, 14],
  spring: [3, 3],
  damping: [0.9, 0.95],
  ...rest,
});

/** A lock that lies on the head: wider than it is thick, so that it does not spin about itself. */
const lock = (name: string, joints: number, rest: Partial<Strand> = {}): Strand =>
  hair(name, joints, { width: [0.3, 0.25], excess: 1.6, without: ['body', 'arms'], ...rest });

const LEFT_STRANDS: readonly Strand[] = [
  hair('左テール', 5, {
    mass: [1.5, 0.9, 0.8, 0.7, 0.6], // a light tie would twitch under the weight
    excess: 1.2,
    radius: [0.38, 0.34],
    out: [0, 38, 20, 14, 10],
    into: [0, 14, 9, 8, 7],
    aside: [0, 30, 16, 12, 10],
    fore: [0, 15, 9, 8, 7],
    spring: [0, 1, 1, 1, 1],
    damping: [0.98, 0.99],
  }),
  lock('左横髪', 3, { into: [3, 5], aside: [8, 12], fore: [3, 4], damping: [0.95, 0.98] }),
  lock('左前髪', 2, { into: [8, 6] }),
  lock('左後髪', 2),
  ...Array.from({ length: SKIRT_STRANDS }, (_, i): Strand => ({
    name: `左スカート${i + 1}_`,
    joints: 3,
    root: '下半身',
    group: 'skirt',
    following: 1, // its top lies on the thighs, as its bones say
    mass: [0.8, 0.6],
    radius: [0.12, 0.1],
    width: [0.38, 0.52],
    out: [25.5, 13.5], // a fast spin opens it like a bell, not like a plate
    into: [20, 20],
    aside: [10, 10],
    spring: [1, 1],
    damping: [0.95, 0.98],
  })),
  {
    name: '左帯', joints: 2, root: '下半身', group: 'sash', mass: [0.4, 0.3], radius: [0.12, 0.14], out: [40, 30], into: [45, 45],
    aside: [15, 15], spring: [1, 1], damping: [0.9, 0.95],
  },
]; // prettier-ignore

const MIDDLE_STRANDS: readonly Strand[] = [lock('前髪', 2, { into: [8, 6] }), lock('後髪', 2)];

/** Strand 0 to 11 round the waist. */
function skirtStrand(i: number): string {
  return i < SKIRT_STRANDS ? `左スカート${i + 1}_` : `右スカート${2 * SKIRT_STRANDS - i}_`;
}

/** Cloth between neighboring strands: it gives a bit. */
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
