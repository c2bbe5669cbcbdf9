import type { Keys } from './keys.js';
import type { MotionReport } from './motion-report.js';

/** Sets floats that are not finite to 0, in place, in all columns. Reports the number of keyframes with such floats. */
export function repairColumns(keys: Keys, track: string, report: MotionReport): void {
  const repaired = new Set<number>();
  for (const column of Object.values(keys)) {
    if (column instanceof Float32Array) repairColumn(column, column.length / keys.frames.length, repaired);
  }
  report.add('not-finite', track, repaired.size);
}

/**
 * A function of its own, like every long loop here: V8 discards compiled code together with the last object of a shape
 * that the code knows.
 */
function repairColumn(column: Float32Array, perKey: number, repaired: Set<number>): void {
  for (let i = 0; i < column.length; i++) {
    if (Number.isFinite(column[i])) continue;
    column[i] = 0;
    repaired.add(Math.floor(i / perKey));
  }
}

/** Normalizes rotations in place, x y z w per keyframe. Invalid ones become the identity, and are reported. */
export function repairRotations(rotations: Float32Array, track: string, report: MotionReport): void {
  for (let i = 0; i < rotations.length; i += 4) {
    const x = rotations[i];
    const y = rotations[i + 1];
    const z = rotations[i + 2];
    const w = rotations[i + 3];
    const length = Math.sqrt(x * x + y * y + z * z + w * w); // in 64 bits no finite float32 overflows
    if (length > 0 && length < Infinity) {
      rotations[i] = x / length;
      rotations[i + 1] = y / length;
      rotations[i + 2] = z / length;
      rotations[i + 3] = w / length;
      continue;
    }
    rotations.set([0, 0, 0, 1], i);
    report.add(length === 0 ? 'zero-quaternion' : 'not-finite', track, 1);
  }
}

/** Clamps angles of view to 1..179 degrees, the range of a camera, in place. Returns the number of clamped angles. */
export function repairFovs(fovs: Float32Array): number {
  let repaired = 0;
  fovs.forEach((fov, i) => {
    fovs[i] = Math.min(Math.max(fov, 1), 179);
    if (fovs[i] !== fov) repaired++;
  });
  return repaired;
}
