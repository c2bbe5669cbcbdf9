import type { Object3D, Quaternion, Vector3 } from 'three';
import { FramePlace } from './frame-place.js';

/**
 * Where a model stands in the world: its root's place without its scale, in units of the model. While the
 * scale is 0 or a number is not finite, the last place counts.
 */
export class RootPlace extends FramePlace {
  readonly #root: Object3D;
  readonly #worldPosition: Vector3;
  readonly #worldRotation: Quaternion;
  readonly #worldScale: Vector3;

  constructor(root: Object3D) {
    super();
    this.#root = root;
    this.#worldPosition = root.position.clone();
    this.#worldRotation = root.quaternion.clone();
    this.#worldScale = root.scale.clone();
  }

  /** O(ancestors); allocates nothing. */
  protected readEnd(): void {
    const { matrixWorld } = this.#root;
    this.#root.updateWorldMatrix(true, false);
    const volume = Math.abs(matrixWorld.determinant());
    matrixWorld.decompose(this.#worldPosition, this.#worldRotation, this.#worldScale);
    const { x, y, z } = this.#worldPosition;
    const size = Math.cbrt(volume);
    if (!(volume > 0 && size < Infinity && Number.isFinite((x + y + z) / size))) return;
    this.size = size;
    const to = this.end;
    this.#worldPosition.toArray(to);
    this.#worldRotation.toArray(to, 3);
    const length = this.#worldRotation.length();
    for (let i = 0; i < 7; i++) to[i] /= i < 3 ? size : length;
    for (let axis = 0; axis < 3; axis++) this.mirror[axis] = Math.sign(this.#worldScale.getComponent(axis));
  }
}
