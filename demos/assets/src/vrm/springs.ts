import type { Pmx, PmxRigidBody } from '@odori/format';
import { GROUP, type Group } from '../dancer/rigid-body.js';
import { add, dot, scale, sub, type V3 } from '../mesh/vector.js';
import { type Joint, type Skeleton, STRAND, toThree, UNIT } from './skeleton.js';

/** What `VRMC_springBone` says of a joint, without its node and its size. */
interface Spring {
  readonly stiffness: number;
  readonly gravityPower: number;
  readonly dragForce: number;
}

/** From the root of a strand to its tip, and the bodies that it collides with. */
interface StrandRow {
  readonly root: Spring;
  readonly tip: Spring;
  readonly meets: readonly Group[];
}

/** By the kind of the strand. Long tails hang and swing, locks keep their shape, the skirt lies on the thighs. */
const ROWS: readonly (readonly [pattern: RegExp, row: StrandRow])[] = [
  [/テール/, { root: { stiffness: 1.2, gravityPower: 0.1, dragForce: 0.35 }, tip: { stiffness: 0.4, gravityPower: 0.3, dragForce: 0.3 }, meets: ['body', 'arms'] }],
  [/髪/, { root: { stiffness: 3, gravityPower: 0, dragForce: 0.5 }, tip: { stiffness: 2, gravityPower: 0.05, dragForce: 0.45 }, meets: [] }],
  [/スカート/, { root: { stiffness: 2, gravityPower: 0.1, dragForce: 0.5 }, tip: { stiffness: 1, gravityPower: 0.2, dragForce: 0.45 }, meets: ['legs'] }],
  [/帯/, { root: { stiffness: 1, gravityPower: 0.2, dragForce: 0.4 }, tip: { stiffness: 0.6, gravityPower: 0.3, dragForce: 0.35 }, meets: ['body'] }],
]; // prettier-ignore

/** `VRMC_springBone`: the strands, which collide with the bodies that follow human bones in the PMX. `nodeOf`: of a joint. */
export function createSprings(pmx: Pmx, skeleton: Skeleton, nodeOf: (joint: number) => number): object {
  const { joints } = skeleton;
  const bodies = pmx.rigidBodies.filter(
    ({ bone, mode, shape }) =>
      mode === 0 && shape !== BOX && joints[skeleton.jointOf[bone]].human !== undefined,
  );
  const groups = [...new Set(bodies.map(({ group }) => group))].sort((a, b) => a - b);
  const springs = strandsOf(joints).map((strand) => {
    const { name } = joints[strand[0]];
    const [, row] = ROWS.find(([pattern]) => pattern.test(name))!;
    const meets = row.meets.map((group) => groups.indexOf(GROUP[group]));
    return {
      name: name.replace(/1$/, ''),
      joints: strand.map((joint, i) => ({
        node: nodeOf(joint),
        hitRadius: round(radiusOf(pmx, joints[joint].name)),
        ...between(row, strand.length === 1 ? 0 : i / (strand.length - 1)),
        gravityDir: [0, -1, 0],
      })),
      ...(meets.length > 0 && { colliderGroups: meets }),
    };
  });
  return {
    specVersion: '1.0',
    colliders: bodies.map((body) => {
      const joint = skeleton.jointOf[body.bone];
      return { node: nodeOf(joint), shape: shapeOf(body, joints[joint]) };
    }),
    colliderGroups: groups.map((group) => ({
      name: Object.entries(GROUP).find(([, number]) => number === group)![0],
      colliders: bodies.flatMap((body, i) => (body.group === group ? [i] : [])),
    })),
    springs,
  };
}

/** The joints of each strand, from its root to its tip. */
function strandsOf(joints: readonly Joint[]): number[][] {
  const roots = joints.flatMap(({ name }, i) => (STRAND.exec(name)?.[2] === '1' ? [i] : []));
  return roots.map((root) => {
    const strand = [root];
    for (let next = root; next >= 0;) {
      next = joints.findIndex(({ parent, human }) => parent === next && human === undefined);
      if (next >= 0) strand.push(next);
    }
    return strand;
  });
}

function between({ root, tip }: StrandRow, share: number): Spring {
  const mixed = (key: keyof Spring): number => round(root[key] + (tip[key] - root[key]) * share);
  return {
    stiffness: mixed('stiffness'),
    gravityPower: mixed('gravityPower'),
    dragForce: mixed('dragForce'),
  };
}

const [SPHERE, BOX] = [0, 1];

/** Half the thickness of the body on a bone; tips have none. */
function radiusOf({ bones, rigidBodies }: Pmx, name: string): number {
  const body = rigidBodies.find(({ bone }) => bones[bone]?.name === name);
  if (!body) return 0;
  return UNIT * (body.shape === BOX ? body.size[2] : body.size[0]);
}

/** The shape of a body as its joint sees it, which is not turned in the T-pose. */
function shapeOf({ shape, size, position, rotation }: PmxRigidBody, joint: Joint): object {
  const radius = round(size[0] * UNIT);
  const middle = toThree([...position]);
  const inJoint = (place: V3): V3 => {
    const way = sub(place, joint.placeBefore);
    const axes: V3[] = [[1, 0, 0], [0, 1, 0], [0, 0, 1]]; // prettier-ignore
    return axes.map((axis) => round(dot(joint.turnBack(axis), way))) as V3;
  };
  if (shape === SPHERE) return { sphere: { offset: inJoint(middle), radius } };
  const [x, y] = rotation;
  const along = toThree([Math.sin(x) * Math.sin(y), Math.cos(x), Math.sin(x) * Math.cos(y)]);
  const half = scale(along, size[1] / 2);
  return { capsule: { offset: inJoint(sub(middle, half)), radius, tail: inJoint(add(middle, half)) } };
}

/** Every machine writes the same digits. */
export function round(value: number): number {
  return Math.round(value * 1e6) / 1e6 + 0;
}
