/**
 * MMD's linear curve, the default of every keyframe: x1 y1 x2 y2, 0..127.
 *
 * @example
 * curveWeight(...LINEAR_CURVE, 0.25); // → 0.25
 */
export const LINEAR_CURVE: readonly [number, number, number, number] = [20, 20, 107, 107];

/**
 * The camera of a new MMD project, as a key of a `Vmd` has it: MMD's space and units, angles in radians, fov
 * in degrees.
 */
export const MMD_CAMERA = {
  distance: -45,
  target: [0, 10, 0],
  rotation: [0, 0, 0],
  fov: 30,
  perspective: true,
} as const;

/**
 * The light of a new MMD project, in MMD's space: its color, gamma encoded, and the direction in which it
 * shines.
 *
 * @see MMD shows 154, 154, 154 for the color and writes 154 / 256 = 0.6015625.
 */
export const MMD_LIGHT = {
  color: [0.6015625, 0.6015625, 0.6015625],
  direction: [-0.5, -1, 0.5],
} as const;

/** The self shadow of a new MMD project. MMD shows the distance as 8875: 0.01125 = 0.1 − 0.00001 × 8875. */
export const MMD_SELF_SHADOW = { mode: 1, distance: 0.01125 } as const;

/**
 * The gravity of a new MMD project, as its panel shows it. Bodies fall ten times as fast: by 98 units per
 * second².
 */
export const MMD_GRAVITY = { acceleration: 9.8, noise: 10, direction: [0, -1, 0] } as const;

/** The last frame that MMD can keep in a project: two years of motion. */
export const FRAME_LIMIT = 0x7fffffff;

/** Bytes of a bone or morph name in a VMD. Longer names are truncated. */
export const VMD_NAME_BYTES = 15;
