import type { Pmm } from '@odori/format';
import type { PhysicsMode } from '@odori/physics';
import { KeyCursor } from '@odori/runtime';
import type { MmdModel, ModelPhysicsOptions } from '../mmd-model/mmd-model.js';
import { createGravityTrack, type GravityTrack, sampleGravity } from './gravity-track.js';

/** By the number in the file. 3 is tracing, which was not measured: it counts as `always`. */
const MODES: readonly PhysicsMode[] = ['off', 'always', 'keyframes', 'always'];

/** The physics of a project: its mode, its ground and its gravity, unless options say otherwise. */
export class ScenePhysics {
  readonly gravity: GravityTrack;
  /** undefined: refused. */
  readonly #options: ModelPhysicsOptions | undefined;
  readonly #cursor = new KeyCursor();
  readonly #acceleration = new Float64Array(3);

  constructor({ physics, gravity }: Pmm, option: boolean | ModelPhysicsOptions, gravitySeed: number) {
    this.gravity = createGravityTrack(gravity, gravitySeed);
    if (option === false) return;
    const ofProject = { mode: MODES[physics.mode] ?? 'keyframes', ground: physics.ground !== 0 };
    this.#options = { ...ofProject, ...(option === true ? {} : option) };
  }

  /** Gives physics to the models. Models that have it already take the mode and the ground. */
  async load(models: readonly (MmdModel | undefined)[]): Promise<void> {
    const options = this.#options;
    if (!options) return;
    const { mode, ground } = options;
    const loaded = models.filter((model) => model !== undefined);
    if (mode !== 'off') await Promise.all(loaded.map((model) => model.loadPhysics(options)));
    for (const { physics } of loaded) if (physics) Object.assign(physics, { mode, ground });
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
