import { PMX_BONE, type PmxBone } from '@odori/format';
import type { RigDefinition } from '@odori/runtime';
import {
  BufferGeometry,
  CylinderGeometry,
  Float32BufferAttribute,
  Matrix4,
  OctahedronGeometry,
  Quaternion,
  SphereGeometry,
  Vector3,
} from 'three';

/** Where an octahedral bone is widest, of its length. */
const WAIST = 0.16;

/** A bone from (0, 0, 0) to (0, 1, 0), half a unit wide to each side, every face flat. */
export function boneShape(): BufferGeometry {
  const around = [
    [1, 0],
    [0, 1],
    [-1, 0],
    [0, -1],
  ];
  const positions = around.flatMap(([x, z], i) => {
    const [nextX, nextZ] = around[(i + 1) % 4];
    const lower = [0, 0, 0, x, WAIST, z, nextX, WAIST, nextZ];
    const upper = [0, 1, 0, nextX, WAIST, nextZ, x, WAIST, z];
    return [...lower, ...upper];
  });
  const geometry = new BufferGeometry();
  geometry.setAttribute('position', new Float32BufferAttribute(positions, 3));
  geometry.computeVertexNormals();
  return geometry;
}

export function jointShape(): BufferGeometry {
  return new SphereGeometry(1, 10, 8);
}

export function goalShape(): BufferGeometry {
  return new OctahedronGeometry(1);
}

/** A rod from (0, 0, 0) to (0, 1, 0). */
export function rodShape(): BufferGeometry {
  return new CylinderGeometry(1, 1, 1, 6, 1, true).translate(0, 0.5, 0);
}

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
