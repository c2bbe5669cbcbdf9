import { createPhysics } from '@odori/physics';
import { type PlayedMotion, PlayerEntry } from '@odori/runtime/internal/player';
import { Rig } from '@odori/runtime/rig';
import { FramePlace } from '../mmd-model/frame-place.js';
import { ModelPhysics } from '../mmd-model/model-physics.js';
import { GOES_ON, JUMPS, PoseFrame } from './pose-frame.js';
import type { OpenMessage } from './messages.js';

type PoseAt = (seconds: number) => void;

/** Where a model stands that another thread has: each frame says so. */
class SentPlace extends FramePlace {
  frame: PoseFrame | undefined;

  protected readEnd(): void {
    this.frame!.readPlace(this);
  }
}

/** In a worker: a model without anything to draw, posed as `MmdModel` poses its own rig. */
export class ServedModel {
  readonly rig: Rig;
  readonly #entry: PlayerEntry;
  readonly #place: SentPlace;
  readonly #physics: ModelPhysics | undefined;
  readonly #times = new Float64Array(2);
  readonly #step = { motionSeconds: 0, clockSeconds: 0, isJump: false, isExact: false, loop: undefined };
  #feelsMoves = false;

  constructor(rig: Rig, place: SentPlace, physics: ModelPhysics | undefined) {
    this.rig = rig;
    this.#place = place;
    this.#physics = physics;
    this.#entry = new PlayerEntry(this);
  }

  get usesPoseAt(): boolean {
    return this.#physics !== undefined;
  }

  play(played: PlayedMotion, fadeSeconds: number): void {
    this.#entry.play(played, fadeSeconds);
  }

  /** Poses a frame, and writes what it shows into it. */
  pose(frame: PoseFrame): void {
    const { rig } = this;
    const physics = this.#physics?.physics;
    this.#place.frame = frame;
    this.#feelsMoves = frame.feelsMoves;
    if (physics) frame.readSettings(physics);
    const step = this.#step;
    if (frame.start !== GOES_ON) frame.readState(rig, physics);
    if (frame.start === JUMPS) {
      frame.readStartTimes(this.#times);
      step.isJump = true;
      step.motionSeconds = 0;
      step.clockSeconds = frame.startClock;
      this.#entry.show(this.#times, step);
    }
    frame.readEndTimes(this.#times);
    step.isJump = false;
    step.motionSeconds = frame.motionSeconds;
    step.clockSeconds = frame.clockSeconds;
    this.#entry.show(this.#times, step);
    frame.setState(rig, physics);
  }

  /** For its entry. */
  update(deltaSeconds: number, poseAt: PoseAt): void {
    if (this.#physics) this.#physics.advance(deltaSeconds, poseAt, this.#feelsMoves, false);
    else this.rig.solve();
    this.rig.solveAfterPhysics();
  }

  /** For its entry. */
  reset(): void {
    if (this.#physics) this.#physics.reset(this.#feelsMoves);
    else this.rig.solve();
    this.rig.solveAfterPhysics();
  }
}

/** Makes the model that a message describes. */
export async function createServedModel({
  definition,
  rigOptions,
  bodies,
}: OpenMessage): Promise<ServedModel> {
  const rig = new Rig(definition, rigOptions);
  const place = new SentPlace();
  const physics = bodies && new ModelPhysics(await createPhysics(bodies, rig), place);
  return new ServedModel(rig, place, physics);
}
