import type { Physics } from '@odori/physics';
import type { Rig } from '@odori/runtime';
import type { PlayerTimes } from '@odori/runtime/internal/player';
import type { FramePlace } from '../mmd-model/frame-place.js';

/*
 * A frame travels to a worker and back in one buffer of 64-bit numbers. There: what to pose, and where the
 * model stands. Back: what the rig shows, and where its bodies are. These two lie in it on the way there,
 * too, when the worker goes on with what this thread has shown.
 */
const MODEL = 0;
const GENERATION = 1;
const START = 2;
const START_TIMES = 3;
const START_CLOCK = 5;
const END_TIMES = 6;
const MOTION_SECONDS = 8;
const CLOCK_SECONDS = 9;
const FEELS_MOVES = 10;
const PLACE = 11;
const SETTINGS = 22;
const STATE = 36;

/** How a frame starts: after the last one, with a jump, or with the state that it brings. */
export const GOES_ON = 0;
export const JUMPS = 1;
export const BRINGS_STATE = 2;
/** @inline */
export type FrameStart = typeof GOES_ON | typeof JUMPS | typeof BRINGS_STATE;

const MODES = ['keyframes', 'always', 'off'] as const;

/** The buffer of one model, as both threads read and write it. Nothing in it allocates. */
export class PoseFrame {
  /** How many numbers it has. */
  static lengthFor(rig: Rig, physics: Physics | undefined): number {
    return STATE + rig.solvedLength + (physics?.state.length ?? 0);
  }

  /** Its numbers; replaced when the buffer comes back. */
  numbers: Float64Array;

  constructor(numbers: Float64Array) {
    this.numbers = numbers;
  }

  /** The number of its model. */
  get model(): number {
    return this.numbers[MODEL];
  }

  /** The jumps of the model so far: an answer from before one of them is not shown. */
  get generation(): number {
    return this.numbers[GENERATION];
  }

  mark(model: number, generation: number): void {
    this.numbers[MODEL] = model;
    this.numbers[GENERATION] = generation;
  }

  get start(): FrameStart {
    return this.numbers[START] as FrameStart;
  }

  /** The seconds of the caller's clock in the frame that jumped. */
  get startClock(): number {
    return this.numbers[START_CLOCK];
  }

  setStart(start: FrameStart, times: PlayerTimes, clockSeconds: number): void {
    this.numbers[START] = start;
    this.numbers.set(times, START_TIMES);
    this.numbers[START_CLOCK] = clockSeconds;
  }

  readStartTimes(out: PlayerTimes): void {
    for (let i = 0; i < out.length; i++) out[i] = this.numbers[START_TIMES + i];
  }

  get motionSeconds(): number {
    return this.numbers[MOTION_SECONDS];
  }

  get clockSeconds(): number {
    return this.numbers[CLOCK_SECONDS];
  }

  /** The times of the pose, and the seconds that lead to it: from `since`. Time that goes back has none. */
  setEnd(times: PlayerTimes, since: PlayerTimes): void {
    const { numbers } = this;
    numbers.set(times, END_TIMES);
    for (let i = 0; i < times.length; i++) numbers[MOTION_SECONDS + i] = Math.max(times[i] - since[i], 0);
  }

  readEndTimes(out: PlayerTimes): void {
    for (let i = 0; i < out.length; i++) out[i] = this.numbers[END_TIMES + i];
  }

  get feelsMoves(): boolean {
    return this.numbers[FEELS_MOVES] === 1;
  }

  setPlace({ end, size, mirror }: FramePlace, feelsMoves: boolean): void {
    const { numbers } = this;
    numbers[FEELS_MOVES] = feelsMoves ? 1 : 0;
    numbers.set(end, PLACE);
    numbers[PLACE + 7] = size;
    numbers.set(mirror, PLACE + 8);
  }

  readPlace(out: FramePlace): void {
    const { numbers } = this;
    for (let i = 0; i < 7; i++) out.end[i] = numbers[PLACE + i];
    out.size = numbers[PLACE + 7];
    for (let i = 0; i < 3; i++) out.mirror[i] = numbers[PLACE + 8 + i];
  }

  /** What a page may change of physics between two frames. */
  setSettings(physics: Physics): void {
    const { numbers } = this;
    numbers[SETTINGS] = MODES.indexOf(physics.mode);
    numbers.set(physics.gravity, SETTINGS + 1);
    numbers.set(physics.wind, SETTINGS + 4);
    numbers[SETTINGS + 7] = physics.ground ? 1 : 0;
    numbers[SETTINGS + 8] = physics.maxSubsteps;
    numbers[SETTINGS + 9] = physics.budget ?? Infinity;
    numbers[SETTINGS + 10] = physics.settleSeconds;
    numbers[SETTINGS + 11] = physics.runUpSeconds;
    numbers[SETTINGS + 12] = physics.jumpDistance;
    numbers[SETTINGS + 13] = physics.substep;
  }

  readSettings(out: Physics): void {
    const { numbers } = this;
    out.mode = MODES[numbers[SETTINGS]];
    for (let i = 0; i < 3; i++) {
      out.gravity[i] = numbers[SETTINGS + 1 + i];
      out.wind[i] = numbers[SETTINGS + 4 + i];
    }
    out.ground = numbers[SETTINGS + 7] === 1;
    out.maxSubsteps = numbers[SETTINGS + 8];
    const budget = numbers[SETTINGS + 9];
    out.budget = budget === Infinity ? undefined : budget;
    out.settleSeconds = numbers[SETTINGS + 10];
    out.runUpSeconds = numbers[SETTINGS + 11];
    out.jumpDistance = numbers[SETTINGS + 12];
    out.substep = numbers[SETTINGS + 13];
  }

  /** What the rig shows, and where its bodies are. */
  setState(rig: Rig, physics: Physics | undefined): void {
    rig.writeSolved(this.numbers, STATE);
    physics?.state.write(this.numbers, STATE + rig.solvedLength);
  }

  readState(rig: Rig, physics: Physics | undefined): void {
    rig.readSolved(this.numbers, STATE);
    physics?.state.read(this.numbers, STATE + rig.solvedLength);
  }
}
