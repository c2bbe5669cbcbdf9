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

/** Where an octahedral bone is widest, as a fraction of its length. */
const WAIST = 0.16;

/** An octahedron from (0, 0, 0) to (0, 1, 0), one unit wide to each side, with flat faces. */
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
const MIN_LENGTH = 1e-3;

/** The vector from a bone to its tail at rest, in three.js space; zero if the bone has no tail. */
export function tailOf(bones: readonly PmxBone[], bone: number, out: Vector3): Vector3 {
  const { tail, position, flags } = bones[bone];
  if (typeof tail !== 'number') return out.set(tail[0], tail[1], -tail[2]);
  const end = flags & PMX_BONE.tailIsBone ? bones[tail] : undefined;
  if (!end) return out.set(0, 0, 0);
  const [x, y, z] = end.position;
  return out.set(x - position[0], y - position[1], position[2] - z);
}

/**
 * A matrix per bone that places its shape, one unit along y, in the space of the bone: `16 * boneCount`,
 * column-major.
 *
 * Zero for bones without a tail, so that nothing is drawn.
 */
export function boneFrames(
  bones: readonly PmxBone[],
  { boneCount }: RigDefinition,
  maxWidth: number,
): Float32Array {
  const frames = new Float32Array(16 * boneCount);
  const tail = new Vector3();
  const rotation = new Quaternion();
  const matrix = new Matrix4();
  for (let bone = 0; bone < boneCount; bone++) {
    const length = tailOf(bones, bone, tail).length();
    if (!(length > MIN_LENGTH)) continue;
    const width = Math.min(0.09 * length, maxWidth);
    rotation.setFromUnitVectors(UP, tail.divideScalar(length));
    matrix.compose(new Vector3(), rotation, new Vector3(width, length, width)).toArray(frames, 16 * bone);
  }
  return frames;
}

/** The kind of a bone, by what moves it besides its own keyframes. Each kind has a colour. */
export type BoneKind = 'plain' | 'chain' | 'append' | 'goal';

/** The kind of each bone. An append bone that is also a link of an IK chain counts as a link. */
export function boneKinds(definition: RigDefinition): BoneKind[] {
  const { boneCount, appendKinds } = definition;
  const kinds = Array.from({ length: boneCount }, (_, bone): BoneKind =>
    appendKinds[bone] === 0 ? 'plain' : 'append',
  );
  for (const { bone, effector, links } of iksOf(definition)) {
    for (const link of links) kinds[link.bone] = 'chain';
    kinds[effector] = 'chain';
    kinds[bone] = 'goal';
  }
  return kinds;
}

/** All IK chains, in the order of their slots. */
export function iksOf({ beforePhysics, afterPhysics }: RigDefinition): RigDefinition['beforePhysics']['iks'] {
  return [...beforePhysics.iks, ...afterPhysics.iks];
}
