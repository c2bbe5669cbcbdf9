import type { PmmAccessoryKeys } from '@odori/format/internal';
import type { KeyCursor } from '@odori/runtime';
import { findKey, flipRotations, segmentFraction } from '@odori/runtime/internal';
import { finiteColumn, flippedColumn } from '../geometry/columns.js';
import { framesOf } from './anchor.js';

/** The keyframes of one accessory. */
export interface AccessoryTrack {
  readonly frames: Float64Array;
  /** `3 * keys`, three's space, relative to the parent. */
  readonly positions: Float32Array;
  /**
   * `3 * keys`, radians about x, y, z in MMD's space, R = Ry·Rx·Rz. The angles are interpolated, not the
   * rotation.
   */
  readonly angles: Float32Array;
  readonly scales: Float32Array;
  /** `keys`, 0..1. */
  readonly opacities: Float32Array;
  /** `keys`, 1 = shown. */
  readonly visible: Uint8Array;
  /** `keys`, 1 = casts and receives shadows. */
  readonly shadows: Uint8Array;
}

/** The pose of an accessory relative to its parent, in three's space. */
interface AccessoryPose {
  /** x y z. */
  readonly position: Float64Array;
  /** x y z w. */
  readonly rotation: Float64Array;
  scale: number;
  /** 0..1. */
  opacity: number;
  visible: boolean;
  shadow: boolean;
}

export function createAccessoryPose(): AccessoryPose {
  return {
    position: new Float64Array(3),
    rotation: Float64Array.of(0, 0, 0, 1),
    scale: 1,
    opacity: 1,
    visible: true,
    shadow: true,
  };
}

export function createAccessoryTrack(keys: PmmAccessoryKeys): AccessoryTrack {
  const frames = framesOf(keys);
  const count = frames.length;
  return {
    frames,
    positions: flippedColumn(keys.positions.subarray(0, 3 * count)),
    angles: finiteColumn(keys.rotations.subarray(0, 3 * count)),
    scales: finiteColumn(keys.scales.subarray(0, count)),
    opacities: Float32Array.from(keys.transparencies.subarray(0, count), (percent) =>
      Math.max(1 - percent / 100, 0),
    ),
    visible: keys.visible.slice(0, count),
    shadows: keys.shadows.slice(0, count),
  };
}

/**
 * Samples an accessory at a frame into `outPose`, and returns it.
 *
 * Position, angles, scale and opacity are interpolated linearly, also between neighbouring frames; visibility
 * and shadow change at keyframes. Allocates nothing.
 *
 * @example
 * sampleAccessory(track, 15, pose).opacity; // → 0.5, halfway between 1 and 0
 */
export function sampleAccessory(
  track: AccessoryTrack,
  frame: number,
  outPose: AccessoryPose,
  cursor?: KeyCursor,
): AccessoryPose {
  const { frames, positions, angles, scales, opacities } = track;
  const key = Math.max(findKey(frames, frame, cursor), 0);
  const t = segmentFraction(frames, key, frame);
  const next = t > 0 ? key + 1 : key;
  for (let axis = 0; axis < 3; axis++) {
    const from = 3 * key + axis;
    const to = 3 * next + axis;
    outPose.position[axis] = positions[from] + (positions[to] - positions[from]) * t;
    halves[axis] = (angles[from] + (angles[to] - angles[from]) * t) / 2;
  }
  rotationOf(halves, outPose.rotation);
  flipRotations(outPose.rotation);
  outPose.scale = scales[key] + (scales[next] - scales[key]) * t;
  outPose.opacity = opacities[key] + (opacities[next] - opacities[key]) * t;
  outPose.visible = track.visible[key] !== 0;
  outPose.shadow = track.shadows[key] !== 0;
  return outPose;
}

const halves = /* @__PURE__ */ new Float64Array(3);

/**
 * Writes Ry·Rx·Rz as x y z w to `out`. `half`: half the angles about x, y and z.
 *
 * It takes and returns arrays: a number passed to or from a function that is not inlined is allocated on the
 * heap.
 */
function rotationOf(half: Float64Array, out: Float64Array): void {
  const sx = Math.sin(half[0]);
  const cx = Math.cos(half[0]);
  const sy = Math.sin(half[1]);
  const cy = Math.cos(half[1]);
  const sz = Math.sin(half[2]);
  const cz = Math.cos(half[2]);
  out[0] = cy * sx * cz + sy * cx * sz;
  out[1] = sy * cx * cz - cy * sx * sz;
  out[2] = cy * cx * sz - sy * sx * cz;
  out[3] = cy * cx * cz + sy * sx * sz;
}
