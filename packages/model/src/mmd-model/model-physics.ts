import { createPhysics, type Physics, type PhysicsModel, type PhysicsOptions } from '@odori/physics';
import type { PoseAt, Rig } from '@odori/runtime';
import type { Object3D } from 'three';
import type { FramePlace } from './frame-place.js';
import { RootPlace } from './root-place.js';

export { createPhysicsWorld } from '@odori/physics'; // of the same copy of the package

/**
 * Milliseconds of physics in a frame of a page, by default. A frame has more to do, and browsers call it long
 * beyond 50.
 */
const PAGE_BUDGET = 30;

/**
 * The physics of one model in a scene.
 *
 * Nothing imports this file at once, so that a page without rigid bodies need not load it. It does not import
 * three either, of which a page without a bundler would get a second copy.
 */
export class ModelPhysics {
  readonly physics: Physics;
  readonly #place: FramePlace;
  #poseAt: PoseAt | undefined;
  #length = 0;
  #hasBegun = false;

  /** `show`: shows the rig when its bones are held later, because the model shares a world with others. */
  constructor(physics: Physics, place: FramePlace, show?: () => void) {
    this.physics = physics;
    this.#place = place;
    physics.onHold = show;
  }

  /**
   * Lets `seconds` pass, and leaves the rig solved and its bones held as `physics.advance` does. Without
   * `poseAt`, the rig has to be solved before. `feelsMoves`: bodies feel how the model was moved since the
   * last call.
   */
  advance(seconds: number, poseAt: PoseAt | undefined, feelsMoves: boolean, isExact: boolean): void {
    this.#follow(feelsMoves);
    this.#length = seconds;
    this.#poseAt = poseAt;
    this.physics.advance(seconds, poseAt && feelsMoves ? this.#placeAndPose : poseAt, isExact);
    this.#poseAt = undefined;
  }

  /** Starts again from the pose of the rig, and from where the model is now. */
  reset(feelsMoves: boolean): void {
    this.#follow(feelsMoves);
    this.physics.restart();
  }

  /** Physics of a copy, which begins with the pose that the copy has. */
  clone(rig: Rig, root: Object3D, show: () => void): ModelPhysics | Promise<ModelPhysics> {
    const physics = this.physics.clone(rig);
    return 'then' in physics
      ? physics.then((loaded) => new ModelPhysics(loaded, new RootPlace(root), show))
      : new ModelPhysics(physics, new RootPlace(root), show);
  }

  readonly #placeAndPose = (seconds: number): void => {
    const isBetween = seconds >= 0 && seconds < this.#length;
    this.#place.blend(isBetween ? seconds / this.#length : 1);
    this.#poseAt!(seconds);
  };

  #follow(feelsMoves: boolean): void {
    const { physics } = this;
    const place = this.#place;
    place.read();
    physics.worldRotation = place.rotation;
    physics.worldMirror = place.mirror;
    physics.worldPosition = place.position;
    physics.worldScale = place.size;
    if (feelsMoves !== (physics.placement === place)) {
      physics.placement = feelsMoves ? place : undefined;
      if (this.#hasBegun) this.physics.restart(); // where the bodies are is known in the other space only
    }
    this.#hasBegun = true;
  }
}

/**
 * Makes the physics of a model. In a page, it has a budget unless the options have another one. Rejects if
 * `options.backend` does.
 */
export async function createModelPhysics(
  model: PhysicsModel,
  rig: Rig,
  root: Object3D,
  options: PhysicsOptions,
  show: () => void,
): Promise<ModelPhysics> {
  const budget = options.budget ?? (typeof document === 'undefined' ? undefined : PAGE_BUDGET);
  const physics = await createPhysics(model, rig, { ...options, budget });
  return new ModelPhysics(physics, new RootPlace(root), show);
}
