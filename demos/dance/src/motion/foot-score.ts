import { MathUtils } from 'three';
import { LOOP_BEATS, PHRASE_BEATS } from './beat.js';

/** A foot leaves the floor, and stands again: to the left, ahead, turned to the left. */
export interface Step {
  from: number;
  to: number;
  x: number;
  z: number;
  /** Radians; of a whole turn they are counted on. */
  yaw: number;
  /** How far the heel stays up after it. */
  heel: number;
}

function step(from: number, to: number, x: number, z: number, yaw: number, heel = 0): Step {
  return { from, to, x, z, yaw, heel };
}

const TURN = 2 * Math.PI;

/** A step while the body turns: seen from the body, `x` to its left. */
function turnStep(from: number, to: number, x: number, z: number, facing: number): Step {
  const sine = Math.sin(facing);
  const cosine = Math.cos(facing);
  return step(from, to, x * cosine + z * sine, z * cosine - x * sine, facing);
}

const LEFT: readonly Step[] = [
  step(0.1, 0.9, 2.7, 0.2, 0.3),
  step(3.1, 3.85, 0.3, -0.1, 0.1, 0.45),
  step(4.1, 4.9, 1.9, 0.3, 0.55),
  step(7.05, 7.8, 1.05, 0.1, 0.2),
  step(9.1, 9.5, 1.05, 0.1, 0.2, 0.5),
  step(9.9, 10.2, 1.05, 0.1, 0.2),
  step(10.45, 10.7, 1.05, 0.1, 0.2, 0.45),
  step(10.95, 11.2, 1.05, 0.1, 0.2),
  turnStep(12.45, 12.9, 0.8, 0.1, 3.3),
  turnStep(13.4, 13.9, 1.6, 0.3, TURN + 0.35),
  step(15.15, 15.8, 1.0, 0.1, TURN + 0.1),
];

const RIGHT: readonly Step[] = [
  step(1.1, 1.85, 0.75, -0.15, -0.05, 0.45),
  step(2.1, 2.9, -1.9, 0.2, -0.3),
  step(5.1, 5.8, 0.55, 1.5, 0.35, 0.25),
  step(6.1, 6.85, -1.15, 0, -0.25),
  step(8.1, 8.5, -1.1, 0.1, -0.25, 0.5),
  step(8.95, 9.3, -1.1, 0.1, -0.25),
  step(9.9, 10.2, -1.1, 0.1, -0.25, 0.45),
  step(10.45, 10.7, -1.1, 0.1, -0.25),
  step(10.95, 11.2, -1.1, 0.1, -0.25, 0.5),
  turnStep(12.0, 12.45, -0.85, 0, 1.5),
  turnStep(12.95, 13.4, -0.8, 0, 4.7),
  turnStep(13.95, 14.3, -1.45, -0.35, TURN - 0.4),
  step(15.4, 15.95, -1.0, 0.1, TURN - 0.1),
];
RIGHT[11].heel = 0.55;

/** The steps of one foot through the whole dance, in order. */
export function footSteps(side: 'left' | 'right'): readonly Step[] {
  const [own, others] = side === 'left' ? [LEFT, RIGHT] : [RIGHT, LEFT];
  const mirrored = others.map(({ from, to, x, z, yaw, heel }) => ({
    from: from + PHRASE_BEATS,
    to: to + PHRASE_BEATS,
    x: -x,
    z,
    yaw: TURN - yaw,
    heel,
  }));
  return [...own, ...mirrored];
}

/** Where a foot is. */
export interface FootPlace {
  x: number;
  z: number;
  yaw: number;
  /** How far the whole foot is above the floor, 0..1 of a step's height. */
  lift: number;
  /** How far the heel is up, in radians; the ball of the foot stays where it is. */
  heel: number;
}

const HEEL_LEADS = 0.5;

/** Where a foot is at a beat: where its last step has left it, or on its way to where the next one leads. */
export function footAt(steps: readonly Step[], beat: number): FootPlace {
  const time = MathUtils.euclideanModulo(beat, LOOP_BEATS);
  const next = steps.find(({ to }) => to > time) ?? steps[0];
  const last = steps.at(steps.indexOf(next) - 1) ?? next;
  const share = next.from > time || next.to <= time ? 0 : (time - next.from) / (next.to - next.from);
  const way = MathUtils.smootherstep(share, 0, 1);
  const arch = Math.sin(Math.PI * share) ** 2;
  const isMove = Math.hypot(next.x - last.x, next.z - last.z) > 0.1;
  return {
    x: MathUtils.lerp(last.x, next.x, way),
    z: MathUtils.lerp(last.z, next.z, way),
    yaw: MathUtils.lerp(last.yaw, next.yaw, way),
    lift: isMove ? arch : 0,
    heel: MathUtils.lerp(last.heel, next.heel, way) + (isMove ? HEEL_LEADS * arch * (1 - share) : 0),
  };
}
