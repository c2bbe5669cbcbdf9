import { FRAMES_PER_BEAT } from '../song/form.js';
import { LOOP_FRAMES } from './beat.js';
import type { LoopCurve } from './loop-curve.js';

/** How a part of the body follows the score. */
export interface Spring {
  /** The natural frequency in hertz. */
  readonly frequency: number;
  /** The damping. Below 1, the part overshoots its goal and settles. */
  readonly damping: number;
  /** The response: 0 starts slowly, 1 at once, above 1 overshoots. */
  readonly response: number;
  /** Frames by which it is ahead of the score (negative: behind). */
  readonly lead: number;
}

const FRAME = 1 / 30;
const STEPS = 4;
const WARM_UP = 240;

/**
 * A value for every frame of the loop: the score, followed like a weight on a spring. So every move
 * accelerates, overshoots its end and settles.
 *
 * y + k1·y′ + k2·y″ = x + k3·x′, by semi-implicit steps. One extra loop before makes the start fit the end.
 */
export function followCurve(
  curve: LoopCurve,
  { frequency, damping, response, lead }: Spring,
): Float64Array<ArrayBuffer> {
  const omega = 2 * Math.PI * frequency;
  const k1 = (2 * damping) / omega;
  const k2 = 1 / omega ** 2;
  const k3 = (response * damping) / omega;
  const out = new Float64Array(LOOP_FRAMES);
  const time = FRAME / STEPS;
  const goalAt = (frame: number): number => curve.at((frame + lead) / FRAMES_PER_BEAT);
  let y = goalAt(-WARM_UP);
  let speed = 0;
  let last = y;
  for (let step = 1 - WARM_UP * STEPS; step < LOOP_FRAMES * STEPS; step++) {
    const goal = goalAt(step / STEPS);
    const goalSpeed = (goal - last) / time;
    last = goal;
    y += time * speed;
    speed += (time * (goal + k3 * goalSpeed - y - k1 * speed)) / k2;
    if (step >= 0 && step % STEPS === 0) out[step / STEPS] = y;
  }
  return out;
}
