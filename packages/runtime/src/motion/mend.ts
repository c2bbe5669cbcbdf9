import type { Keys } from './keys.js';
import type { MotionReport } from './motion-report.js';

/** Puts 0 where a float is not finite, in place, in every column of keys; reports how many keys that touched. */
export function mendColumns(keys: Keys, track: string, report: MotionReport): void {
  const mended = new Set<number>();
  for (const column of Object.values(keys)) {
    if (!(column instanceof Float32Array)) continue;
    const perKey = column.length / keys.frames.length;
    for (let i = 0; i < column.length; i++) {
      if (Number.isFinite(column[i])) continue;
      column[i] = 0;
      mended.add(Math.floor(i / perKey));
    }
  }
  report.add('not-finite', track, mended.size);
}

/** Normalizes rotations in place, x y z w a key; those that are none become the identity, and are reported. */
export function mendRotations(rotations: Float32Array, track: string, report: MotionReport): void {
  for (let i = 0; i < rotations.length; i += 4) {
    const rotation = rotations.subarray(i, i + 4);
    const [x, y, z, w] = rotation;
    const length = Math.sqrt(x * x + y * y + z * z + w * w); // in 64 bits no finite float32 overflows
    if (length > 0 && length < Infinity) {
      for (let j = i; j < i + 4; j++) rotations[j] /= length;
      continue;
    }
    rotation.set([0, 0, 0, 1]);
    report.add(length === 0 ? 'zero-quaternion' : 'not-finite', track, 1);
  }
}

/** Brings angles of view into 1..179 degrees, what a camera can have, in place; gives how many were outside. */
export function mendFovs(fovs: Float32Array): number {
  const given = fovs.slice();
  given.forEach((fov, i) => (fovs[i] = Math.min(Math.max(fov, 1), 179)));
  return given.filter((fov, i) => fov !== fovs[i]).length;
}
