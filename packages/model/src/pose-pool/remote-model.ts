import type { PlayedMotion, PlayerTimes, RemotePoser, TimeStep } from '@odori/runtime/internal/player';
import { IDLE, MOTION } from '@odori/runtime/internal/player';
import type { MmdModel } from '../mmd-model/mmd-model.js';
import { RootPlace } from '../mmd-model/root-place.js';
import { createMemory, markOf, numbersOf } from './messages.js';
import { BRINGS_STATE, type FrameStart, GOES_ON, JUMPS, PoseFrame } from './pose-frame.js';
import type { PoseLane } from './pose-lane.js';

/** A page that poses a model itself so often, before a worker does, goes on with that. */
const MOST_STRIKES = 2;
const NO_TIMES: PlayerTimes = /* @__PURE__ */ new Float64Array(2);

/**
 * Poses one model in a worker. One frame is with the worker at a time; where it needs longer, the next one
 * covers the time that has passed.
 */
export class RemoteModel implements RemotePoser {
  readonly #lane: PoseLane;
  /** In its worker; 0: it is not there. */
  #id = 0;
  readonly #model: MmdModel;
  readonly #place: RootPlace;
  readonly #frame = new PoseFrame(new Float64Array(0));
  #memory: SharedArrayBuffer | undefined;
  #isOpen = false;
  #hasPhysics = false;
  #isPosing = false;
  #isBusy = false;
  /** The worker has posed a frame that was not shown yet. */
  #hasAnswer = false;
  /** An answer was shown since {@link begin}. */
  #hasShown = false;
  #framesLate = 0;
  #generation = 0;
  #start: FrameStart = GOES_ON;
  readonly #startTimes: PlayerTimes = NO_TIMES.slice();
  #startClock = 0;
  /** The times that the worker was asked for last, and those of the next frame. */
  readonly #asked: PlayerTimes = NO_TIMES.slice();
  readonly #wanted: PlayerTimes = NO_TIMES.slice();
  /** See `updates` of the model. */
  #updates = 0;
  #strikes = 0;

  constructor(lane: PoseLane, model: MmdModel) {
    this.#lane = lane;
    this.#model = model;
    this.#place = new RootPlace(model.root);
    this.#open();
  }

  canPose(): boolean {
    const { physics, pace, rig } = this.#model;
    if (this.#lane.isLost || pace || rig.hasExternalParent || this.#strikes >= MOST_STRIKES) return false;
    if ((physics !== undefined) !== this.#hasPhysics) this.#open();
    if (!this.#isOpen) return false;
    if (physics ? physics.state.length === 0 : rig.pose.held!.count > 0) return false;
    return !this.#isPosing || !this.#wasPosed();
  }

  get isPosing(): boolean {
    return this.#isPosing;
  }

  /** The frames in which its pose did not come in time, one after another. */
  get framesLate(): number {
    return this.#isPosing ? this.#framesLate : 0;
  }

  play(played: PlayedMotion, fadeSeconds: number): void {
    this.#lane.play(this.#id, played, fadeSeconds);
  }

  begin(times: PlayerTimes, step: TimeStep): void {
    this.#isPosing = true;
    this.#hasShown = false;
    this.#framesLate = 0;
    this.#generation++;
    this.#updates = this.#model.remote.updates;
    this.#start = step.isJump ? JUMPS : BRINGS_STATE;
    this.#startTimes.set(times);
    this.#startClock = step.clockSeconds;
    this.#asked.set(times);
    this.#model.remote.awaitsPose = true;
    this.#want(times, step);
    this.#receive();
    if (!this.#isBusy) this.#send();
  }

  show(times: PlayerTimes, step: TimeStep): void {
    if (step.loop) this.#asked[MOTION] -= step.loop.end - step.loop.start;
    this.#want(times, step);
    this.#receive();
    this.#lane.count(this.#isBusy);
    if (this.#isBusy) {
      this.#framesLate++;
      return;
    }
    this.#framesLate = 0;
    if (this.#hasAnswer) this.#show();
    this.#send();
  }

  end(): void {
    this.#isPosing = this.#hasAnswer = false;
    this.#model.remote.awaitsPose = false;
  }

  close(): void {
    this.end();
    this.#lane.close(this.#id);
  }

  /** The worker has the model. */
  opened(): void {
    this.#isOpen = true;
  }

  /** A frame has come back; one that waits for it goes at once. */
  receive(buffer: ArrayBuffer): void {
    this.#frame.numbers = new Float64Array(buffer);
    this.#isBusy = false;
    this.#hasAnswer = true;
    if (this.#isPosing && this.#start !== GOES_ON) this.#send();
  }

  /** In shared memory, looks whether a frame is posed. */
  #receive(): void {
    if (!this.#isBusy || !this.#memory || Atomics.load(markOf(this.#memory), 0) === 0) return;
    this.#isBusy = false;
    this.#hasAnswer = true;
  }

  #open(): void {
    const { parts, physics, rig } = this.#model;
    const length = PoseFrame.lengthFor(rig, physics);
    this.#hasPhysics = physics !== undefined;
    this.#isOpen = this.#isBusy = this.#hasAnswer = false;
    this.#memory = this.#lane.isShared ? createMemory(length) : undefined;
    this.#frame.numbers = this.#memory ? numbersOf(this.#memory) : new Float64Array(length);
    this.#lane.close(this.#id);
    this.#id = this.#lane.open(this, {
      definition: parts.definition,
      rigOptions: parts.rigOptions,
      bodies: physics && parts.bodies,
      memory: this.#memory,
    });
  }

  /** Whether the page has posed the model, or its bodies, since this poser did. */
  #wasPosed(): boolean {
    const { physics, remote } = this.#model;
    const wasPosed = remote.updates !== this.#updates || (this.#hasShown && physics?.state.isRead === false);
    if (wasPosed && !this.#hasShown) this.#strikes++;
    return wasPosed;
  }

  /** The next frame will show the pose that its time has, if it is as long as this one. */
  #want(times: PlayerTimes, { motionSeconds, clockSeconds }: TimeStep): void {
    this.#wanted[MOTION] = times[MOTION] + motionSeconds;
    this.#wanted[IDLE] = times[IDLE] + clockSeconds;
  }

  #show(): void {
    const { rig, physics } = this.#model;
    this.#hasAnswer = false;
    if (this.#frame.generation !== this.#generation) return;
    this.#frame.readState(rig, physics);
    this.#hasShown = true;
    this.#strikes = 0;
    this.#model.remote.awaitsPose = this.#asked[MOTION] !== this.#wanted[MOTION];
    this.#model.showSolved();
  }

  #send(): void {
    const frame = this.#frame;
    const { rig, physics, feelsMoves } = this.#model;
    frame.mark(this.#id, this.#generation);
    frame.setStart(this.#start, this.#startTimes, this.#startClock);
    frame.setEnd(this.#wanted, this.#asked);
    this.#place.read();
    frame.setPlace(this.#place, feelsMoves);
    if (physics) frame.setSettings(physics);
    if (this.#start !== GOES_ON) frame.setState(rig, physics);
    this.#asked.set(this.#wanted);
    this.#start = GOES_ON;
    this.#isBusy = true;
    this.#hasAnswer = false;
    if (this.#memory) Atomics.store(markOf(this.#memory), 0, 0);
    this.#lane.send(this.#memory ? this.#id : (frame.numbers.buffer as ArrayBuffer));
  }
}
