import { writeRotation } from '@odori/runtime/internal';

/** The poses of many bodies. */
export interface Poses {
  /** `3 * bodies`, x y z. */
  readonly positions: Float64Array;
  /** `4 * bodies`, x y z w, of length 1. */
  readonly rotations: Float64Array;
}

export function createPoses(bodies: number): Poses {
  return { positions: new Float64Array(3 * bodies), rotations: new Float64Array(4 * bodies) };
}

/**
 * Writes a pose as a matrix of 16 numbers, column by column. The rotation is rounded to the 32 bits that MMD
 * keeps: bodies feel in their velocities what that changes.
 */
export function writePoseMatrix({ positions, rotations }: Poses, body: number, m: Float64Array): void {
  for (let i = 0; i < 4; i++) rounded[i] = Math.fround(rotations[4 * body + i]);
  writeRotation(rounded, 0, m, 0);
  for (let i = 0; i < 3; i++) m[12 + i] = positions[3 * body + i];
  m[3] = m[7] = m[11] = 0;
  m[15] = 1;
}

const rounded = /* @__PURE__ */ new Float64Array(4);

/** Reads a pose from a matrix of 16 numbers: the inverse of {@link writePoseMatrix}. */
export function readPoseMatrix(m: Float64Array, { positions, rotations }: Poses, body: number): void {
  for (let i = 0; i < 3; i++) positions[3 * body + i] = m[12 + i];
  const q = 4 * body;
  const trace = m[0] + m[5] + m[10];
  const i = largestOf(trace, m);
  if (i === 3) {
    rotations[q] = m[6] - m[9];
    rotations[q + 1] = m[8] - m[2];
    rotations[q + 2] = m[1] - m[4];
    rotations[q + 3] = 1 + trace;
  } else {
    const j = (i + 1) % 3;
    const k = (i + 2) % 3;
    rotations[q + i] = 1 + m[5 * i] - m[5 * j] - m[5 * k];
    rotations[q + j] = m[4 * i + j] + m[4 * j + i];
    rotations[q + k] = m[4 * i + k] + m[4 * k + i];
    rotations[q + 3] = m[4 * j + k] - m[4 * k + j];
  }
  normalize(rotations, q);
}

/**
 * Which part of the quaternion is the largest, so that no division magnifies rounding: 0 to 2 for x to z, 3
 * for w.
 */
function largestOf(trace: number, m: Float64Array): number {
  let most = trace;
  let largest = 3;
  for (let i = 0; i < 3; i++) {
    if (m[5 * i] <= most) continue;
    most = m[5 * i];
    largest = i;
  }
  return largest;
}

export function copyPoses(from: Poses, to: Poses): void {
  to.positions.set(from.positions);
  to.rotations.set(from.rotations);
}

/** Copies the pose of one body. */
export function copyPose(from: Poses, to: Poses, body: number): void {
  for (let i = 3 * body; i < 3 * body + 3; i++) to.positions[i] = from.positions[i];
  for (let i = 4 * body; i < 4 * body + 4; i++) to.rotations[i] = from.rotations[i];
}

/** Writes poses between two others, in a straight line: weight 0 gives `from`, 1 gives `to`. */
export function blendPoses(from: Poses, to: Poses, weight: number, out: Poses): void {
  if (weight === 1) {
    copyPoses(to, out);
    return;
  }
  for (let i = 0; i < out.positions.length; i++)
    out.positions[i] = from.positions[i] + (to.positions[i] - from.positions[i]) * weight;
  for (let q = 0; q < out.rotations.length; q += 4)
    blendRotation(from.rotations, to.rotations, q, weight, out.rotations);
}

/** Writes a rotation between two others, by the shorter way. */
export function blendRotation(
  from: Float64Array,
  to: Float64Array,
  q: number,
  weight: number,
  out: Float64Array,
): void {
  let dot = 0;
  for (let i = q; i < q + 4; i++) dot += from[i] * to[i];
  const side = dot < 0 ? -weight : weight;
  for (let i = q; i < q + 4; i++) out[i] = from[i] * (1 - weight) + to[i] * side;
  normalize(out, q);
}

function normalize(rotations: Float64Array, q: number): void {
  let square = 0; // Math.hypot would allocate
  for (let i = q; i < q + 4; i++) square += rotations[i] * rotations[i];
  const size = Math.sqrt(square);
  for (let i = q; i < q + 4; i++) rotations[i] /= size;
}
