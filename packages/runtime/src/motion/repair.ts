import type { Keys } from './keys.js';
import type { MotionReport } from './motion-report.js';

/** Puts 0 where a float is not finite, in place, in every column of keys; reports how many keys that touched. */
export function repairColumns(keys: Keys, track: string, report: MotionReport): void {
  const mended = new Set<number>();
  for (const column of Object.values(keys)) {
    if (column instanceof Float32Array) repairColumn(column, column.length / keys.frames.length, mended);
  }
  report.add('not-finite', track, mended.size);
}

/** Apart from its caller, as every long loop here: V8 forgets what it compiled with the last object of a shape. */
function repairColumn(column: Float32Array, perKey: number, mended: Set<number>): void {
  for (let i = 0; i < column.length; i++) {
    if (Number.isFinite(column[i])) continue;
    column[i] = 0;
    mended.add(Math.floor(i / perKey));
  }
}

/** Normalizes rotations in place, x y z w a key; those that are none become the identity, and are reported. */
export function repairRotations(rotations: Float32Array, track: string, report: MotionReport): void {
  for (let i = 0; i < rotations.length; i += 4) {
    let length = 0; // in 64 bits no finite float32 overflows
    for (let j = i; j < i + 4; j++) length += rotations[j] ** 2;
    length = Math.sqrt(length);
    if (length > 0 && length < Infinity) {
      for (let j = i; j < i + 4; j++) rotations[j] /= length;
      continue;
    }
    rotations.set([0, 0, 0, 1], i);
    report.add(length === 0 ? 'zero-quaternion' : 'not-finite', track, 1);
  }
}

/** Brings angles of view into 1..179 degrees, what a camera can have, in place; gives how many were outside. */
export function repairFovs(fovs: Float32Array): number {
  let mended = 0;
  fovs.forEach((fov, i) => {
    fovs[i] = Math.min(Math.max(fov, 1), 179);
    if (fovs[i] !== fov) mended++;
  });
  return mended;
}
