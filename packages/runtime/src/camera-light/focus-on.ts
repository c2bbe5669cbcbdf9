import { type Camera, type Matrix4, Vector3 } from 'three';
import type { RigSpace } from '../companion/look-target.js';
import type { Rig } from '../rig/index.js';

/** What a camera can focus on: an `MmdModel` of @odori/model, or the avatar that `bindVrm` gives. */
export interface FocusTarget {
  readonly rig: Rig;
  /** Where the rig is in the world; without it, the rig stands at the origin, in units of MMD. */
  readonly root?: RigSpace;
  /** In place of `root`, where that has another space. */
  readonly space?: RigSpace;
}

/**
 * The place of a bone in the world, for effects such as depth of field.
 *
 * @example
 * const eyes = focusOn(model, '両目');
 * eyes.update(); // in each frame
 * eyes.distanceFrom(camera); // → 39.8
 */
export class Focus {
  /** Of the last {@link update}, in the world. It is the same object each time. */
  readonly point: Vector3 = new Vector3();
  readonly #target: FocusTarget;
  readonly #bones: readonly number[];

  /** Made by {@link focusOn}; the point is the middle of these bones. */
  constructor(target: FocusTarget, bones: readonly number[]) {
    this.#target = target;
    this.#bones = bones;
    this.update();
  }

  /**
   * Writes {@link point}, and returns it. Call it after the rig is posed, and after matrices of the world are
   * up to date: a renderer does that when it draws. Allocates nothing.
   */
  update(): Vector3 {
    const { rig, space, root } = this.#target;
    const { worldMatrices } = rig;
    const point = this.point.set(0, 0, 0);
    for (let i = 0; i < this.#bones.length; i++) {
      const start = 16 * this.#bones[i] + 12;
      point.x += worldMatrices[start];
      point.y += worldMatrices[start + 1];
      point.z += worldMatrices[start + 2];
    }
    point.divideScalar(this.#bones.length);
    const matrix = (space ?? root)?.matrixWorld as Matrix4 | undefined; // only its elements are read
    return matrix ? point.applyMatrix4(matrix) : point;
  }

  /**
   * How far the last {@link point} is from a camera, along its line of sight, in units of the world; below 0
   * behind it. Allocates nothing.
   */
  distanceFrom({ matrixWorldInverse: { elements: m } }: Camera): number {
    const { x, y, z } = this.point;
    return -(m[2] * x + m[6] * y + m[10] * z + m[14]);
  }
}

/**
 * Follows a bone of a model: the first of these names that its rig has. Of 両目 (both eyes) it is the point
 * between 左目 and 右目, because models have that bone above the head.
 *
 * @throws RangeError if the rig has none of these bones.
 * @example
 * const eyes = focusOn(model, '両目');
 * depthOfField.target = eyes.point; // of the library postprocessing
 * eyes.update(); // in each frame
 * eyes.distanceFrom(camera); // → 39.8
 */
export function focusOn(target: FocusTarget, ...names: string[]): Focus {
  const index = (name: string): number => target.rig.boneIndex(name);
  for (const name of names) {
    const eyes = name === '両目' ? [index('左目'), index('右目')] : [];
    const bones = eyes.length > 0 && eyes.every((eye) => eye >= 0) ? eyes : [index(name)];
    if (bones[0] >= 0) return new Focus(target, bones);
  }
  throw new RangeError(`the model has no bone ${names.map((name) => `'${name}'`).join(', ')} to focus on`);
}
