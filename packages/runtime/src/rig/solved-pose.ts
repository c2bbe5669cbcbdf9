import type { RigState } from './rig-state.js';

/**
 * What a rig shows once it is solved, as 64-bit numbers that another thread can read: rotations and positions
 * of its bones in the model's space, the weights of its morphs, the pose that was solved, and what only a PMD
 * has, its sheared matrices.
 */
export class SolvedPose {
  /** How many numbers there are. */
  readonly length: number;
  readonly #state: RigState;
  readonly #parts: readonly (Float64Array | Uint8Array)[];

  constructor(state: RigState) {
    const { worldRotations, worldPositions, morphWeights, pose, definition } = state;
    const { translations, rotations, ikEnabled, physicsEnabled } = pose;
    this.#state = state;
    const solved = [worldRotations, worldPositions, morphWeights];
    const posed = [translations, rotations, pose.morphWeights, ikEnabled, physicsEnabled];
    const sheared = definition.fromPmd ? [state.shearedMatrices, state.isSheared] : [];
    this.#parts = [...solved, ...posed, ...sheared];
    this.length = this.#parts.reduce((sum, { length }) => sum + length, 1);
  }

  /** Writes the numbers from an index on. Allocates nothing; O(bones + morphs). */
  write(out: Float64Array, start: number): void {
    let at = start;
    for (let i = 0; i < this.#parts.length; i++) {
      out.set(this.#parts[i], at);
      at += this.#parts[i].length;
    }
    out[at] = this.#state.pose.visible ? 1 : 0;
  }

  /** Reads what was written for a rig of the same definition. Allocates nothing; O(bones + morphs). */
  read(from: Float64Array, start: number): void {
    let at = start;
    for (let i = 0; i < this.#parts.length; i++) {
      const part = this.#parts[i];
      for (let k = 0; k < part.length; k++) part[k] = from[at + k];
      at += part.length;
    }
    this.#state.pose.visible = from[at] === 1;
  }
}
