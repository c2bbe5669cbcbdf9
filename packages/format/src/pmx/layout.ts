import type { PmxSectionName } from './pmx-source.js';

/*
 * What an index points into: its place among the sizes that the globals give.
 */
export const VERTEX = 0;
export const TEXTURE = 1;
export const MATERIAL = 2;
export const BONE = 3;
export const MORPH = 4;
export const BODY = 5;

/** Encoding, additional UVs, then the bytes per index of each kind. Files may have more globals; none are known. */
export const LEAST_GLOBALS = 8;
/** Of the globals: where {@link VERTEX} and its followers have their sizes. */
export const SIZES_AT = 2;

/** Bones that a vertex follows, by weight type. */
export const WEIGHT_BONES: readonly number[] = [1, 2, 4, 2, 4];
/** Floats after them. */
export const WEIGHT_FLOATS: readonly number[] = [
  0,
  1, // w of the first bone; the second has 1 − w
  4,
  1 + // w
    3 + // C
    3 + // R0
    3, // R1
  4,
];

/** The sections that a file may break off in, in its order. */
export const LATE_SECTIONS: readonly PmxSectionName[] = [
  'morphs',
  'displayFrames',
  'rigidBodies',
  'joints',
  'softBodies',
];

/** PMX 2.1, the only version besides 2. */
export const NEWER = 2.1;
