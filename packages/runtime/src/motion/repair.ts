import type { Keys } from './keys.js';
import type { MotionReport } from './motion-report.js';

/**
 * Sets floats that are not finite to 0, in place, in all columns. Reports the number of keyframes with such
 * floats.
 */
export function repairColumns(keys: Keys, track: string, report: MotionReport): void {
  const repaired = new Set<number>();
  for (const column of Object.values(keys)) {
    if (!(column instanceof Float32Array) || areFinite(column)) continue;
    const perKey = column.length / keys.frames.length;
    column.forEach((value, i) => {
      if (Number.isFinite(value)) return;
      column[i] = 0;
      repaired.add(Math.floor(i / perKey));
    });
  }
  report.add('not-finite', track, repaired.size);
}

/** Asks loops of the engine, which are fast from the first call. */
function areFinite(column: Float32Array): boolean {
  return !(column.includes(NaN) || column.includes(Infinity) || column.includes(-Infinity));
}

/**
 * Clamps angles of view to 1..179 degrees, the range of a camera, in place. Returns the number of clamped
 * angles.
 */
export function repairFovs(fovs: Float32Array): number {
  let repaired = 0;
  fovs.forEach((fov, i) => {
    fovs[i] = Math.min(Math.max(fov, 1), 179);
    if (fovs[i] !== fov) repaired++;
  });
  return repaired;
}
