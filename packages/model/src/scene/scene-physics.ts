import type { Pmm } from '@odori/format';
import type { PhysicsMode, SharedWorld } from '@odori/physics';
import { KeyCursor } from '@odori/runtime';
import { loadPhysicsWorld } from '../mmd-model/load-physics.js';
import type { MmdModel } from '../mmd-model/mmd-model.js';
import { type ModelPhysicsOptions, physicsOptions } from '../mmd-model/model-physics-options.js';
import { createGravityTrack, type GravityTrack, sampleGravity } from './gravity-track.js';

/** By the number in the file. 3 is tracing, which was not measured: it counts as `always`. */
const MODES: readonly PhysicsMode[] = ['off', 'always', 'keyframes', 'always'];

/** Options of a project's physics. */
export interface ScenePhysicsOptions extends ModelPhysicsOptions {
  /** `models`: bodies of all models touch, as in MMD. `none`: each model has a world of its own. */
  readonly sharing?: 'models' | 'none'; // 'models', without `worker` and `backend`
}

/** The physics of a project: its mode, its ground and its gravity, unless options say otherwise. */
export class ScenePhysics {
  readonly gravity: GravityTrack;
  /** undefined: refused. */
  readonly #options: ScenePhysicsOptions | undefined;
  readonly #unit: number = 1;
  /** The world that the models of the project share. It is the scene's own unless an option gives it. */
  #world: SharedWorld | undefined;
  readonly #cursor = new KeyCursor();
  readonly #acceleration = new Float64Array(3);

  constructor(
    { physics, gravity }: Pmm,
    option: boolean | ScenePhysicsOptions | SharedWorld,
    gravitySeed: number,
    unit: number,
  ) {
    this.gravity = createGravityTrack(gravity, gravitySeed);
    if (option === false) return;
    this.#unit = unit;
    const ofProject = { mode: MODES[physics.mode] ?? 'keyframes', ground: physics.ground !== 0 };
    this.#options = { ...ofProject, ...physicsOptions(option) };
  }

  /** Gives physics to the models. Models that have it already take the mode and the ground. */
  async load(models: readonly (MmdModel | undefined)[]): Promise<void> {
    const options = this.#options;
    if (!options) return;
    const { mode, ground } = options;
    const loaded = models.filter((model) => model !== undefined);
    if (mode !== 'off') {
      const world = await this.#loadWorld(loaded);
      await Promise.all(loaded.map((model) => model.loadPhysics({ world, ...options })));
      // MMD solves bodies in the order of the project
      for (const { physics } of loaded) if (world && physics?.canShare) world.remove(physics).add(physics);
    }
    for (const { physics } of loaded) if (physics) Object.assign(physics, { mode, ground });
  }

  /** Several models with bodies share one world, as in MMD. Without its code, none has physics anyway. */
  async #loadWorld(models: readonly MmdModel[]): Promise<SharedWorld | undefined> {
    const { sharing = 'models', world, worker, backend } = this.#options!;
    const isShared = sharing === 'models' && !worker && !backend;
    if (world || !isShared || models.filter(({ hasBodies }) => hasBodies).length < 2) return world;
    try {
      return (this.#world = await loadPhysicsWorld({ unit: this.#unit }));
    } catch {
      return undefined; // each model reports that physics is missing
    }
  }

  /** Frees the scene's own world. */
  dispose(): void {
    this.#world?.dispose();
  }

  /** Sets the gravity at a frame. Allocates nothing. */
  sample(frame: number, models: readonly (MmdModel | undefined)[]): void {
    if (!this.#options || this.#options.gravity) return;
    sampleGravity(this.gravity, frame, this.#acceleration, this.#cursor);
    for (let i = 0; i < models.length; i++) {
      const gravity = models[i]?.physics?.gravity;
      if (gravity) for (let axis = 0; axis < 3; axis++) gravity[axis] = this.#acceleration[axis];
    }
  }
}
