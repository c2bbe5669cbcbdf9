import { BULLET_275, type PhysicsBackend } from './backend.js';
import { GRAVITY } from './solver/world.js';
import type { SharedWorld } from './shared/shared-world.js';
import type { Vector } from './solver/bodies.js';
import { SUBSTEP } from './substep-clock.js';

/**
 * When bodies are simulated. `keyframes`: when the keyframes of their bones say so, MMD's default. `always`:
 * whatever keyframes say. `off`: never, and all bones follow their keyframes.
 */
export type PhysicsMode = 'keyframes' | 'always' | 'off';

/** Options of `createPhysics`; all but `backend`, `world` and `worker` are also properties of `Physics`. */
export interface PhysicsOptions {
  /** Another physics engine. */
  readonly backend?: PhysicsBackend;
  /**
   * A world of `createPhysicsWorld`, in which models touch each other. undefined: the model has its own. Not
   * together with `backend`.
   */
  readonly world?: SharedWorld | undefined; // undefined
  /**
   * Simulates in a module worker, one for each model. The page only evaluates poses. Hair and clothes come
   * one frame late, and a film is the same from run to run only if it waits for `physics.isBusy`. For
   * browsers; not together with `backend`.
   */
  readonly worker?: boolean; // false
  readonly mode?: PhysicsMode; // 'keyframes'
  /** Units per second², in three's space. */
  readonly gravity?: Vector; // [0, -98, 0], MMD's
  /** An acceleration besides gravity, units per second², in three's space. */
  readonly wind?: Vector; // [0, 0, 0]
  /** Whether the plane y = 0 of the model's space holds bodies. */
  readonly ground?: boolean; // true
  /** The most substeps that one `advance` makes. */
  readonly maxSubsteps?: number; // 10
  /**
   * The most milliseconds that one `advance` takes; it always makes one substep. While bodies settle, it
   * takes a quarter of that. undefined: there is no limit, and poses do not depend on the machine.
   */
  readonly budget?: number | undefined; // undefined
  /** Seconds in which hair comes to rest after a jump, at most 10. 0: as in MMD, see `settle`. */
  readonly settleSeconds?: number; // 0.5
  /**
   * Seconds before the new time that follow, at most 10, so that hair swings as without a jump. With a
   * `budget`, a jump makes 40 % of them.
   */
  readonly runUpSeconds?: number; // 3
  /** How far a body may move with its bone in 1/60 s, in units; a larger move counts as a jump. */
  readonly jumpDistance?: number; // 8
  /** Seconds of a substep, 1/1000 to 1/30. With any other than 1/60, hair moves differently than in MMD. */
  readonly substep?: number; // 1/60
}

export const PHYSICS_DEFAULTS: Required<PhysicsOptions> = {
  backend: BULLET_275,
  world: undefined,
  worker: false,
  mode: 'keyframes',
  gravity: GRAVITY,
  wind: [0, 0, 0],
  ground: true,
  maxSubsteps: 10,
  budget: undefined,
  settleSeconds: 0.5,
  runUpSeconds: 3,
  jumpDistance: 8,
  substep: SUBSTEP,
};

export function vectorOf([x, y, z]: ArrayLike<number> & Iterable<number>): Vector {
  return [x, y, z];
}
