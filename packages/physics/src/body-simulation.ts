import type { Pmx } from '@odori/format';
import type { PhysicsWorld } from './backend.js';
import type { FramePlan } from './frame-plan.js';
import type { Poses } from './pose-matrix.js';

/** Why a world refuses physics. */
export const CANNOT_SHARE =
  'physics in a worker, with a `backend`, of another copy of @odori/physics, or after `dispose()` cannot share a world';

/** The rigid bodies and joints of a model, in MMD's space: a `Pmx` has them. */
export type PhysicsModel = Pick<Pmx, 'rigidBodies' | 'joints'>;

/** The mode of a body that follows its bone. */
export const FOLLOWS = 0;
/** The mode of a body that only turns its bone. */
export const TURNS = 2;

/** No known model has more: 1,000 bodies are many. Further ones are left out. */
export const MAX_BODIES = 4096;

/** Bodies that know where the bones are that they hang on. */
export interface Anchored {
  writeAnchors(out: Poses): void;
}

/** What `Physics` needs of a simulation: of `Simulation`, or of one that runs elsewhere. */
export interface BodySimulation {
  readonly count: number;
  /** Where bodies go that are not dynamic, and where lost ones are put. To be written before each substep. */
  readonly targets: Poses;
  /** Where the bodies are. */
  readonly poses: Poses;
  /** How often a body was put back because it was lost. */
  readonly faults: number;
  readonly world: Pick<PhysicsWorld, 'gravity' | 'hasGround' | 'substep' | 'dispose'>;
  isDynamic(body: number): boolean;
  setDynamic(body: number, dynamic: boolean): void;
  placeAll(): void;
  /** One substep, which takes bodies to their targets. `pace`: what it has of the time that it stands for. */
  step(pace?: number): void;
  /** Of the engine of this package: the state of the bodies as numbers, for another thread. */
  readonly stateLength?: number;
  writeState?(out: Float64Array, start: number): void;
  readState?(from: Float64Array, start: number): void;
  /** With other models: begins a frame. True if its substeps are made together with those of others. */
  attend?(): boolean;
  /** With others: the frame that all of them make. */
  readonly plan?: FramePlan;
  /** With others: all substeps of the frame are recorded. False if the model left in between. */
  submit?(): boolean;
  /** With others: true until the last one has recorded the frame. */
  readonly isWaiting?: boolean;
  /** With others: the bodies hold their bones, and can go on together with other models. */
  markReady?(): void;
  /** With others: the model does not move by physics any more. */
  leave?(): void;
  /** Elsewhere: shows bodies at their targets until the next poses arrive. */
  showTargets?(): void;
  /** Elsewhere: {@link isBehind} until the poses after all substeps of now have arrived. */
  expectAnswer?(): void;
  readonly isBehind?: boolean;
  /** Elsewhere: sends what happened in a frame, and shows the poses that have arrived. */
  finishFrame?(bodies: Anchored): void;
  /** Elsewhere: whether an answer is still to come, and how many substeps were left out. */
  readonly isBusy?: boolean;
  readonly droppedSubsteps?: number;
}
