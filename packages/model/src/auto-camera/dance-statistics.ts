import type { Body } from './measure-body.js';
import { smoothPath } from './smooth-path.js';
import { type Dance, DIRECTIONS, DOWN, TILT, TILTED_DOWN, TILTED_UP, UP } from './watch-dance.js';

const FRAMES_PER_SECOND = 30;
/** Seconds over which the paths are smoothed that the camera follows. */
const CENTER_SECONDS = 0.8;
const FACE_SECONDS = 0.35;
/** Mean facing of a dance below which it has no front. */
const NO_FRONT = 0.3;
/** Radians to the side that still count as straight ahead. */
const AHEAD = Math.PI / 4;

/** A dance, with what the camera asks about it. */
export class DanceStatistics {
  readonly dance: Dance;
  readonly body: Body;
  /** `3 * count`, smoothed: the middle of the body. */
  readonly centerPath: Float64Array;
  /** `3 * count`, smoothed: the point between the eyes. */
  readonly facePath: Float64Array;
  /** Radians about y: the direction from which the audience looks. 0 = from +z. */
  readonly front: number;

  constructor(dance: Dance, body: Body) {
    this.dance = dance;
    this.body = body;
    const perSecond = FRAMES_PER_SECOND / dance.step;
    this.centerPath = smoothPath(dance.center, 3, CENTER_SECONDS * perSecond);
    this.facePath = smoothPath(dance.face, 3, FACE_SECONDS * perSecond);
    const [x, z] = this.#meanFacing(0, dance.count - 1);
    const angle = Math.atan2(x, z);
    this.front = Math.hypot(x, z) < NO_FRONT || Math.abs(angle) < AHEAD ? 0 : angle;
  }

  /** The moment at a time, fractional. Before and after the dance: its first and its last. */
  momentAt(seconds: number): number {
    const moment = (seconds * FRAMES_PER_SECOND) / this.dance.step;
    return Math.min(Math.max(moment, 0), this.dance.count - 1);
  }

  /** The moments that lie around a span of time. */
  momentsOf(start: number, end: number): [first: number, last: number] {
    return [Math.floor(this.momentAt(start)), Math.ceil(this.momentAt(end))];
  }

  /** How far the body reaches from the center path in a direction: radians about y. */
  reach(moment: number, direction: number): number {
    return this.#interpolate(moment, 0, direction) - this.#centerIn(moment, direction);
  }

  /**
   * How far the body reaches in the direction (up or down) + `slope` · (the horizontal direction), from the
   * center path and the height 0. `up`: 1 or −1.
   */
  tiltedReach(moment: number, up: number, slope: number, direction: number): number {
    const [ahead, lean] = slope < 0 ? [direction + Math.PI, -slope] : [direction, slope];
    const { reaches } = this.dance;
    const part = Math.min(lean / TILT, 1);
    const straight = reaches[DIRECTIONS.length * moment + (up > 0 ? UP : DOWN)];
    const tilted = this.#interpolate(moment, up > 0 ? TILTED_UP : TILTED_DOWN, ahead);
    const within = (1 - part) * straight + part * (tilted - TILT * this.#centerIn(moment, ahead));
    // further away than the tilt, no body reaches further than both of its parts
    return within + Math.max(lean - TILT, 0) * this.reach(moment, ahead);
  }

  /** Between the two of eight directions that are known; the first one is at an index. */
  #interpolate(moment: number, index: number, direction: number): number {
    const eighth = Math.PI / 4;
    const at = direction / eighth - 8 * Math.floor(direction / eighth / 8);
    const before = Math.floor(at) % 8;
    const t = (at - Math.floor(at)) * eighth;
    // direction = a · before + b · after, and no body reaches further in a sum than the sum of its reaches
    let [a, b] = [Math.sin(eighth - t) / Math.sin(eighth), Math.sin(t) / Math.sin(eighth)];
    if (index > 0) [a, b] = [a / (a + b), b / (a + b)]; // up must stay up
    const from = DIRECTIONS.length * moment + index;
    return a * this.dance.reaches[from + before] + b * this.dance.reaches[from + ((before + 1) % 8)];
  }

  #centerIn(moment: number, direction: number): number {
    const [x, z] = [this.centerPath[3 * moment], this.centerPath[3 * moment + 2]];
    return x * Math.sin(direction) + z * Math.cos(direction);
  }

  /** Radians about y: where the dancer mostly looks in that time. */
  facing(start: number, end: number): number {
    const [x, z] = this.#meanFacing(...this.momentsOf(start, end));
    return Math.atan2(x, z);
  }

  /** How far the face is from its smoothed path at most. */
  faceSway(start: number, end: number): number {
    const [first, last] = this.momentsOf(start, end);
    let sway = 0;
    for (let i = first; i <= last; i++) sway = Math.max(sway, distance(this.dance.face, this.facePath, i));
    return sway;
  }

  /**
   * Seconds of the strongest accent between two times: the center and the face change their speed most. The
   * middle if nothing moves.
   */
  accent(from: number, to: number): number {
    const { step, face, center, count } = this.dance;
    const [first, last] = [Math.ceil(this.momentAt(from)), Math.floor(this.momentAt(to))];
    let [best, strongest] = [(from + to) / 2, this.body.height * 1e-3];
    for (let i = Math.max(first, 1); i <= last && i < count - 1; i++) {
      const strength = change(face, i) + change(center, i);
      if (strength > strongest) [best, strongest] = [(i * step) / FRAMES_PER_SECOND, strength];
    }
    return best;
  }

  #meanFacing(first: number, last: number): [x: number, z: number] {
    const { facing } = this.dance;
    let [x, z] = [0, 0];
    for (let i = first; i <= last; i++) [x, z] = [x + facing[2 * i], z + facing[2 * i + 1]];
    const count = last - first + 1;
    return [x / count, z / count];
  }
}

function distance(a: Float64Array, b: Float64Array, i: number): number {
  return Math.hypot(a[3 * i] - b[3 * i], a[3 * i + 1] - b[3 * i + 1], a[3 * i + 2] - b[3 * i + 2]);
}

/** How much a path bends or brakes at a moment. */
function change(path: Float64Array, i: number): number {
  let squares = 0;
  for (let axis = 0; axis < 3; axis++) {
    squares += (path[3 * i + 3 + axis] - 2 * path[3 * i + axis] + path[3 * i - 3 + axis]) ** 2;
  }
  return Math.sqrt(squares);
}
