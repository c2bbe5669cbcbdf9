import { PMX_BONE, type PmxBone } from '@odori/format';
import type { RigDefinition } from '@odori/runtime';
import { Matrix4, Quaternion, Vector3 } from 'three';

const UP = /* @__PURE__ */ new Vector3(0, 1, 0);
const SHORTEST = 1e-3;

/** From a bone to its tail at rest, three's space; no length if it points nowhere. */
export function tailOf(bones: readonly PmxBone[], bone: number, out: Vector3): Vector3 {
  const { tail, position, flags } = bones[bone];
  if (typeof tail !== 'number') return out.set(tail[0], tail[1], -tail[2]);
  const end = flags & PMX_BONE.tailIsBone ? bones[tail] : undefined;
  if (!end) return out.set(0, 0, 0);
  const [x, y, z] = end.position;
  return out.set(x - position[0], y - position[1], position[2] - z);
}

/**
 * How the shape of each bone, a unit upwards, lies in the bone's own space: `16 * bones`, column-major.
 *
 * All zero where the tail is where the bone is: nothing is drawn.
 */
export function boneFrames(
  bones: readonly PmxBone[],
  { boneCount }: RigDefinition,
  mostWidth: number,
): Float32Array {
  const frames = new Float32Array(16 * boneCount);
  const tail = new Vector3();
  const turn = new Quaternion();
  const matrix = new Matrix4();
  for (let bone = 0; bone < boneCount; bone++) {
    const length = tailOf(bones, bone, tail).length();
    if (!(length > SHORTEST)) continue;
    const width = Math.min(0.09 * length, mostWidth);
    turn.setFromUnitVectors(UP, tail.divideScalar(length));
    matrix.compose(new Vector3(), turn, new Vector3(width, length, width)).toArray(frames, 16 * bone);
  }
  return frames;
}
