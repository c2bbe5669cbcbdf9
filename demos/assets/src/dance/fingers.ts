import { Quaternion, Vector3 } from 'three';
import { ARM_AXIS, BACK_OF_HAND } from '../dancer/bone-table.js';
import { DEGREE } from './beat.js';

/**
 * How far thumb, fore, middle, third and little finger are closed (0..1), and how far they are apart
 * (degrees).
 */
type Shape = readonly [
  thumb: number,
  fore: number,
  middle: number,
  third: number,
  little: number,
  spread: number,
];

export type ShapeName = 'relaxed' | 'soft' | 'open' | 'flat' | 'fist' | 'point' | 'peace' | 'cup' | 'heart';

export const SHAPES: Readonly<Record<ShapeName, Shape>> = {
  relaxed: [0.25, 0.16, 0.24, 0.3, 0.34, 3],
  soft: [0.15, 0.08, 0.13, 0.17, 0.12, 7],
  open: [0.02, 0.03, 0.02, 0.05, 0.03, 11],
  flat: [0.2, 0.04, 0.03, 0.04, 0.05, 4],
  fist: [0.85, 0.96, 1, 0.98, 0.95, 0],
  point: [0.8, 0.03, 0.92, 0.97, 0.95, 2],
  peace: [0.9, 0.04, 0.03, 0.95, 0.93, 12],
  cup: [0.3, 0.3, 0.33, 0.36, 0.38, 6],
  heart: [0.1, 0.5, 0.5, 0.52, 0.55, 1],
};

const FINGERS = ['人指', '中指', '薬指', '小指'] as const;
/** The angles of a closed finger, joint by joint. */
const CURL = [78, 95, 65];
const back = /* @__PURE__ */ new Vector3(BACK_OF_HAND[0], BACK_OF_HAND[1], -BACK_OF_HAND[2]);
const along = /* @__PURE__ */ new Vector3(ARM_AXIS[0], ARM_AXIS[1], -ARM_AXIS[2]);
const across = /* @__PURE__ */ new Vector3().crossVectors(back, along).negate();

/** The rotations of the fingers of the left hand. `shape` has the six numbers of a shape. */
export function turnFingers([thumb, ...rest]: readonly number[]): Map<string, Quaternion> {
  const turns = new Map<string, Quaternion>();
  const spread = rest[4];
  FINGERS.forEach((finger, i) => {
    const apart = new Quaternion().setFromAxisAngle(back, -spread * (1.25 - 0.85 * i) * DEGREE);
    ['１', '２', '３'].forEach((digit, joint) => {
      const bend = new Quaternion().setFromAxisAngle(across, -CURL[joint] * rest[i] * DEGREE);
      turns.set(finger + digit, joint === 0 ? apart.clone().multiply(bend) : bend);
    });
  });
  turns.set(
    '親指０',
    about(across, -18 * thumb)
      .multiply(about(along, -28 * thumb))
      .multiply(about(back, 8 * (1 - thumb) - spread)),
  );
  turns.set('親指１', about(back, 42 * thumb).multiply(about(across, -20 * thumb)));
  turns.set('親指２', about(back, 55 * thumb).multiply(about(across, -20 * thumb)));
  return turns;
}

function about(axis: Vector3, degrees: number): Quaternion {
  return new Quaternion().setFromAxisAngle(axis, degrees * DEGREE);
}
