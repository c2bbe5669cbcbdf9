import type { PhysicsOptions, SharedWorld } from '@odori/physics';

/** Options of a model's physics; those of {@link PhysicsOptions} are also properties of `model.physics`. */
export interface ModelPhysicsOptions extends PhysicsOptions {
  /** See `feelsMoves` of the model. */
  readonly feelsMoves?: boolean; // false
}

/** The options that a value of the option `physics` stands for. */
export function physicsOptions(physics: true | ModelPhysicsOptions | SharedWorld): ModelPhysicsOptions {
  if (physics === true) return {};
  return 'addBody' in physics ? { world: physics } : physics;
}
