import type { Motion } from '@odori/runtime/motion';
import { bindMotion, type MotionBinding, Rig, type RigDefinition, type RigOptions } from '@odori/runtime/rig';
import { FOLLOWS, type PhysicsModel, TURNS } from '../body-simulation.js';
import type { PhysicsOptions } from '../physics-options.js';
import { Physics } from '../physics.js';
import { Simulation } from '../simulation.js';
import { World } from '../solver/world.js';
import { SUBSTEP } from '../substep-clock.js';
import { type MovedBone, RecordedDance } from './recorded-dance.js';

/** What {@link recordDance} simulates. */
export interface Dance {
  readonly motion: Motion;
  readonly model: PhysicsModel;
  readonly definition: RigDefinition;
  readonly rigOptions: RigOptions;
  readonly physicsOptions: PhysicsOptions;
}

/**
 * Simulates a motion from frame 0 to its end at 60 substeps per second, and records where bodies hold their
 * bones at each whole frame. Bodies start at their bones and come to rest; they do so again wherever a bone
 * leaps. O(frames · (physics + solving)).
 */
export function recordDance(dance: Dance): RecordedDance {
  const { motion, model, definition, rigOptions, physicsOptions } = dance;
  const simulation = new Simulation(new World(), model);
  const rig = new Rig(definition, rigOptions);
  // Before frame 0 there is no motion, and before a leap another one.
  const physics = new Physics(model, rig, simulation, { ...physicsOptions, runUpSeconds: 0 });
  const bones = movedBones(model.rigidBodies.slice(0, simulation.count), definition);
  const recorded = new RecordedDance(motion, new Rig(definition, rigOptions), bones);
  if (bones.size === 0) return recorded;
  const run = new DanceRun(physics, rig, bindMotion(motion, rig));
  run.start();
  for (let frame = 0; ; frame++) {
    recorded.record(frame, rig);
    rig.solveAfterPhysics();
    if (frame >= motion.lastFrame) break;
    run.advanceTo(frame + 0.5);
    rig.solveAfterPhysics();
    run.advanceTo(frame + 1);
  }
  physics.dispose();
  return recorded;
}

/**
 * The bones that bodies move, parents first, and whether bodies only turn them. Of several bodies on a bone,
 * the last one counts.
 */
function movedBones(
  bodies: PhysicsModel['rigidBodies'],
  { boneCount, beforePhysics, afterPhysics }: RigDefinition,
): ReadonlyMap<number, MovedBone> {
  const modes = new Map<number, number>();
  for (const { bone, mode } of bodies)
    if (bone >= 0 && bone < boneCount && mode !== FOLLOWS) modes.set(bone, mode);
  const order = [...beforePhysics.bones, ...afterPhysics.bones].filter((bone) => modes.has(bone));
  return new Map(order.map((bone) => [bone, { turnsOnly: modes.get(bone) === TURNS }]));
}

/** A motion that is played from frame 0 on, one substep at a time. */
class DanceRun {
  readonly #physics: Physics;
  readonly #rig: Rig;
  readonly #binding: MotionBinding;

  constructor(physics: Physics, rig: Rig, binding: MotionBinding) {
    this.#physics = physics;
    this.#rig = rig;
    this.#binding = binding;
  }

  /** Puts the bodies to their bones at frame 0. */
  start(): void {
    this.#binding.sample(0);
    this.#physics.reset();
    this.#physics.settle();
    this.#comeToRest(0);
  }

  /** Makes the substep that ends at a frame. */
  advanceTo(frame: number): void {
    this.#physics.advance(SUBSTEP, () => this.#pose(frame));
    this.#comeToRest(frame);
  }

  #comeToRest(frame: number): void {
    while (this.#physics.isSettling) {
      this.#rig.solveAfterPhysics();
      this.#physics.advance(0, () => this.#pose(frame));
    }
  }

  #pose(frame: number): void {
    this.#binding.sample(frame);
    this.#rig.solve();
  }
}
