import type { Pmx, PmxRigidBody } from '@odori/format';
import { GROUP, type Group } from '../dancer/rigid-body.js';
import { add, dot, scale, sub, turned, type V3 } from '../mesh/vector.js';
import { type Joint, SKIRT, type Skeleton, STRAND, toThree, UNIT } from './skeleton.js';

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

/**
 * By the kind of the strand. Long tails hang and swing, locks keep their shape, the skirt lies on the thighs.
 */
const ROWS: readonly (readonly [pattern: RegExp, row: StrandRow])[] = [
  [/テール/, { root: { stiffness: 2.4, gravityPower: 0.2, dragForce: 0.5 }, tip: { stiffness: 0.8, gravityPower: 0.4, dragForce: 0.4 }, meets: ['body', 'arms'] }],
  [/髪/, { root: { stiffness: 3, gravityPower: 0, dragForce: 0.5 }, tip: { stiffness: 2, gravityPower: 0.05, dragForce: 0.45 }, meets: [] }],
  [SKIRT, { root: { stiffness: 3, gravityPower: 0.1, dragForce: 0.5 }, tip: { stiffness: 2, gravityPower: 0.2, dragForce: 0.45 }, meets: ['legs'] }],
  [/帯/, { root: { stiffness: 1, gravityPower: 0.2, dragForce: 0.4 }, tip: { stiffness: 0.6, gravityPower: 0.3, dragForce: 0.35 }, meets: ['body'] }],
]; // prettier-ignore

/**
 * `VRMC_springBone`: the strands, which collide with the bodies that follow human bones in the PMX. `nodeOf`:
 * of a joint.
 */
export function createSprings(pmx: Pmx, skeleton: Skeleton, nodeOf: (joint: number) => number): object {
  const { joints } = skeleton;
  const bodies = pmx.rigidBodies.filter(
    ({ bone, mode }) => mode === 0 && joints[skeleton.jointOf[bone]].human !== undefined,
  );
  const groups = [...new Set(bodies.map(({ group }) => group))].sort((a, b) => a - b);
  const springs = strandsOf(joints).map((strand) => {
    const { name } = joints[strand[0]];
    const [, row] = ROWS.find(([pattern]) => pattern.test(name))!;
    const meets = row.meets.map((group) => groups.indexOf(GROUP[group]));
    return {
      name: name.replace(/\d$/, ''),
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

/**
 * The joints of each strand, from its root to its tip. The first joints of the skirt follow the legs: springs
 * begin below them.
 */
function strandsOf(joints: readonly Joint[]): number[][] {
  const roots = joints.flatMap(({ name }, i) => (STRAND.exec(name)?.[2] === '1' ? [i] : []));
  return roots.map((root) => {
    const strand = [root];
    for (let next = root; next >= 0;) {
      next = joints.findIndex(({ parent, human }) => parent === next && human === undefined);
      if (next >= 0) strand.push(next);
    }
    return SKIRT.test(joints[root].name) ? strand.slice(1) : strand;
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

/**
 * Half the thickness of the body on a bone; tips have none. The skirt is wide between its strands: there it
 * is the mean of half the thickness and half the width, so that no thigh slips through.
 */
function radiusOf({ bones, rigidBodies }: Pmx, name: string): number {
  const body = rigidBodies.find(({ bone }) => bones[bone]?.name === name);
  if (!body) return 0;
  const [width, , depth] = body.size;
  if (body.shape !== BOX) return UNIT * width;
  return UNIT * (SKIRT.test(name) ? (width + depth) / 2 : depth);
}

/**
 * The shape of a body as its joint sees it, which is not turned in the T-pose. Springs know no boxes: a box
 * becomes a capsule.
 */
function shapeOf(body: PmxRigidBody, joint: Joint): object {
  const { shape, position, rotation } = body;
  const [thickness, way] = shape === BOX ? boxAxis(body) : [body.size[0], capsuleAxis(body)];
  const radius = round(thickness * UNIT);
  const middle = toThree([...position]);
  const inJoint = (place: V3): V3 => {
    const offset = sub(place, joint.placeBefore);
    return AXES.map((axis) => round(dot(joint.turnBack(axis), offset))) as V3;
  };
  if (shape === SPHERE) return { sphere: { offset: inJoint(middle), radius } };
  const half = toThree(turnedBy(rotation, way));
  return { capsule: { offset: inJoint(sub(middle, half)), radius, tail: inJoint(add(middle, half)) } };
}

const AXES: readonly V3[] = [[1, 0, 0], [0, 1, 0], [0, 0, 1]]; // prettier-ignore

/** From the middle of a capsule to the center of one of its ends. */
function capsuleAxis({ size }: PmxRigidBody): V3 {
  return [0, size[1] / 2, 0];
}

/**
 * The capsule along the longest side of a box: half the mean of its other sides, and from its middle to the
 * center of one of its ends.
 */
function boxAxis({ size }: PmxRigidBody): [radius: number, way: V3] {
  const longest = size.indexOf(Math.max(...size));
  const radius = (size[0] + size[1] + size[2] - size[longest]) / 2;
  return [radius, scale(AXES[longest], size[longest] - radius)];
}

/** MMD turns a body by Ry·Rx·Rz. */
function turnedBy([x, y, z]: readonly number[], direction: V3): V3 {
  return turned(turned(turned(direction, AXES[2], z), AXES[0], x), AXES[1], y);
}

/** Every machine writes the same digits. */
export function round(value: number): number {
  return Math.round(value * 1e6) / 1e6 + 0;
}
