import type { Placement } from '@odori/physics';
import type { Object3D, Quaternion, Vector3 } from 'three';

/**
 * Where a model stands in the world: its root's place without its scale, in units of the model. While the
 * scale is 0 or a number is not finite, the last place counts.
 */
export class RootPlace implements Placement {
  /** x y z w, of length 1. */
  readonly rotation: Float64Array = Float64Array.of(0, 0, 0, 1);
  /** x y z. */
  readonly position: Float64Array = new Float64Array(3);
  /**
   * x y z: 1, or −1 for an axis of the model that a negative scale mirrors, once it is turned back by
   * `rotation`.
   */
  readonly mirror: Float64Array = Float64Array.of(1, 1, 1);
  /** Size of a unit of the model in the world. */
  size = 1;
  readonly #root: Object3D;
  /** At the last frame and at this one: x y z of the position, x y z w of the rotation. */
  readonly #from: Float64Array = Float64Array.of(0, 0, 0, 0, 0, 0, 1);
  readonly #to: Float64Array = this.#from.slice();
  #isRead = false;
  readonly #worldPosition: Vector3;
  readonly #worldRotation: Quaternion;
  readonly #worldScale: Vector3;

  constructor(root: Object3D) {
    this.#root = root;
    this.#worldPosition = root.position.clone();
    this.#worldRotation = root.quaternion.clone();
    this.#worldScale = root.scale.clone();
  }

  /** Reads the place for a new frame. O(ancestors); allocates nothing. */
  read(): void {
    this.#from.set(this.#to);
    this.#readTo();
    if (!this.#isRead) this.#from.set(this.#to);
    this.#isRead = true;
    this.blend(1);
  }

  /** Takes a place between that of the last frame (0) and that of this one (1). */
  blend(weight: number): void {
    const [from, to] = [this.#from, this.#to];
    for (let i = 0; i < 3; i++) this.position[i] = from[i] + (to[i] - from[i]) * weight;
    let dot = 0;
    for (let i = 3; i < 7; i++) dot += from[i] * to[i];
    const side = dot < 0 ? -1 : 1;
    let square = 0;
    for (let i = 0; i < 4; i++) {
      const value = side * from[3 + i] * (1 - weight) + to[3 + i] * weight;
      this.rotation[i] = value;
      square += value * value;
    }
    const length = Math.sqrt(square);
    for (let i = 0; i < 4; i++) this.rotation[i] /= length;
  }

  #readTo(): void {
    const { matrixWorld } = this.#root;
    this.#root.updateWorldMatrix(true, false);
    const volume = Math.abs(matrixWorld.determinant());
    matrixWorld.decompose(this.#worldPosition, this.#worldRotation, this.#worldScale);
    const { x, y, z } = this.#worldPosition;
    const size = Math.cbrt(volume);
    if (!(volume > 0 && size < Infinity && Number.isFinite((x + y + z) / size))) return;
    this.size = size;
    const to = this.#to;
    this.#worldPosition.toArray(to);
    this.#worldRotation.toArray(to, 3);
    const length = this.#worldRotation.length();
    for (let i = 0; i < 7; i++) to[i] /= i < 3 ? size : length;
    for (let axis = 0; axis < 3; axis++) this.mirror[axis] = Math.sign(this.#worldScale.getComponent(axis));
  }
}
