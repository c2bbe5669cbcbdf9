import { invertRotation } from '@odori/runtime/internal';
import { rotateVector } from '@odori/runtime/rig';

/*
 * three's space ⇄ MMD's: the only file of this package, besides its debug drawing, where a minus sign means
 * handedness. Bones and options are in three's space, bodies in MMD's. Each function that flips is its own
 * inverse.
 */

/** A position or a direction: x y z from `i` on. */
export function flipPosition(positions: { [index: number]: number }, i = 0): void {
  positions[i + 2] = -positions[i + 2];
}

/** A rotation: x y z w from `i` on. */
export function flipRotation(rotations: { [index: number]: number }, i = 0): void {
  rotations[i] = -rotations[i];
  rotations[i + 1] = -rotations[i + 1];
}

/** Where a model stands, in three's space and MMD units. */
export interface Placement {
  /** x y z w, of length 1. */
  readonly rotation: Float64Array;
  /** x y z. */
  readonly position: Float64Array;
}

/** Where a model stands in the world, in three's space. */
export interface WorldPlace {
  /** x y z w, of length 1. undefined: not turned. */
  readonly rotation: Float64Array | undefined;
  /** x y z, in units of the model. undefined: 0. */
  readonly position: Float64Array | undefined;
  /** −1 for axes that the world mirrors. */
  readonly mirror: Float64Array | undefined;
  /** Size of a unit of the model in the world. */
  readonly scale: number;
}

/** Where `Physics` says that its model stands. Bodies with a `placement` are in the world's space already. */
export class ModelPlace implements WorldPlace {
  readonly #model: Forces;

  constructor(model: Forces) {
    this.#model = model;
  }

  get rotation(): Float64Array | undefined {
    return this.#model.placement ? undefined : this.#model.worldRotation;
  }

  get position(): Float64Array | undefined {
    return this.#model.placement ? undefined : this.#model.worldPosition;
  }

  get mirror(): Float64Array | undefined {
    return this.#model.worldMirror;
  }

  get scale(): number {
    return this.#model.worldScale;
  }
}

/** Forces, and how the model is turned in the world to which they belong: properties of `Physics`. */
export interface Forces {
  readonly gravity: Float64Array;
  readonly wind: Float64Array;
  readonly worldRotation: Float64Array | undefined;
  readonly worldMirror: Float64Array | undefined;
  readonly worldPosition: Float64Array | undefined;
  readonly worldScale: number;
  readonly placement: Placement | undefined;
}

/** Writes gravity and wind together as bodies feel them. */
export function writeAcceleration(forces: Forces, out: Float32Array): void {
  const { gravity, wind, worldRotation, worldMirror, placement } = forces;
  for (let i = 0; i < 3; i++) acceleration[i] = gravity[i] + wind[i];
  if (worldRotation && !placement) {
    invertRotation(worldRotation, 0, toModel, 0);
    rotateVector(toModel, 0, acceleration, 0, acceleration, 0);
    if (worldMirror) for (let i = 0; i < 3; i++) acceleration[i] *= worldMirror[i];
  }
  flipPosition(acceleration);
  for (let i = 0; i < 3; i++) out[i] = acceleration[i];
}

const acceleration = /* @__PURE__ */ new Float64Array(3);
const toModel = /* @__PURE__ */ new Float64Array(4);
