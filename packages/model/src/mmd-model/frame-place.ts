import type { Placement } from '@odori/physics';

/** Where a model stands in the world, in its own units, from one frame to the next. */
export abstract class FramePlace implements Placement {
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
  /** At this frame: x y z of the position, x y z w of the rotation. */
  readonly end: Float64Array = Float64Array.of(0, 0, 0, 0, 0, 0, 1);
  /** The same at the last frame. */
  readonly #from: Float64Array = this.end.slice();
  #isRead = false;

  /** Reads the place for a new frame. O(ancestors); allocates nothing. */
  read(): void {
    this.#from.set(this.end);
    this.readEnd();
    if (!this.#isRead) this.#from.set(this.end);
    this.#isRead = true;
    this.blend(1);
  }

  /** Takes a place between that of the last frame (0) and that of this one (1). */
  blend(weight: number): void {
    const [from, to] = [this.#from, this.end];
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

  /** Reads `end`, `size` and `mirror`, unless the place is none. */
  protected abstract readEnd(): void;
}
