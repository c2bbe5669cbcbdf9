/**
 * Where a rig is in the world: `model.root` of an `MmdModel`, `space` of an avatar. In its own space, one
 * unit is MMD's, and the rig faces +z.
 */
export interface RigSpace {
  /** Takes a point of the rig into the world: 16 numbers, column-major. It must be up to date. */
  readonly matrixWorld: { readonly elements: ArrayLike<number> };
  /** The point between the eyes in the last frame, x y z in the rig's space. The default: the rig's own. */
  readonly eyes?: ArrayLike<number> | undefined;
}

/**
 * Writes a point of the world, x y z, into `point`. `eyes` is where her eyes are in the world. false: there
 * is nothing to look at. Called once a frame; must not allocate.
 */
export type LookFunction = (point: Float64Array, eyes: Float64Array) => boolean | void;

/** A point of the world, an object of three's (such as the camera), or a function. */
export type LookTarget =
  | { readonly x: number; readonly y: number; readonly z: number }
  | readonly [x: number, y: number, z: number]
  | { readonly matrixWorld: { readonly elements: ArrayLike<number> } }
  | LookFunction;

/** Writes where a target is in the world. false: there is nothing to look at. */
export function writeTarget(target: LookTarget, point: Float64Array, eyes: Float64Array): boolean {
  if (typeof target === 'function') return target(point, eyes) !== false;
  if ('matrixWorld' in target) {
    const { elements } = target.matrixWorld;
    for (let k = 0; k < 3; k++) point[k] = elements[12 + k];
  } else if ('x' in target) {
    point[0] = target.x;
    point[1] = target.y;
    point[2] = target.z;
  } else for (let k = 0; k < 3; k++) point[k] = target[k];
  return true;
}

/** Takes a point of the rig into the world. */
export function toWorld(m: ArrayLike<number>, point: Float64Array): void {
  const x = point[0];
  const y = point[1];
  const z = point[2];
  for (let k = 0; k < 3; k++) point[k] = m[k] * x + m[4 + k] * y + m[8 + k] * z + m[12 + k];
}

/** The inverse of `toWorld`, for a matrix without shear; not finite if a scale is 0. */
export function toRig(m: ArrayLike<number>, point: Float64Array): void {
  const x = point[0] - m[12];
  const y = point[1] - m[13];
  const z = point[2] - m[14];
  for (let k = 0; k < 3; k++) {
    const i = 4 * k;
    point[k] =
      (m[i] * x + m[i + 1] * y + m[i + 2] * z) / (m[i] * m[i] + m[i + 1] * m[i + 1] + m[i + 2] * m[i + 2]);
  }
}
