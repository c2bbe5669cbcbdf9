import { createPmx, createPmxBone, type PmxBone } from '@odori/format';
import {
  type Bone,
  BufferGeometry,
  Float32BufferAttribute,
  MeshBasicMaterial,
  type Matrix4,
  Object3D,
  Skeleton,
  SkinnedMesh,
  Uint16BufferAttribute,
  Vector3,
} from 'three';
import { expect } from 'vitest';
import { createBones } from '#src/runtime/bind/create-bones.js';
import { createRigDefinition, Rig } from '#src/runtime/rig/index.js';
import { randomNumbers } from '#test/runtime/clip/clip-fixtures.js';

/** Name, parent, position in MMD's space. */
const SKELETON: readonly [string, string, number, number, number][] = [
  ['全ての親', '', 0, 0, 0],
  ['センター', '全ての親', 0, 8, 0],
  ['上半身', 'センター', 0, 9, 0],
  ['頭', '上半身', 0, 15, 0],
  ['左腕', '上半身', 1.5, 13, 0],
  ['左ひじ', '左腕', 4, 11, 0],
  ['左手首', '左ひじ', 6, 9, 0],
  ['左足', 'センター', 0.8, 8, 0],
  ['左ひざ', '左足', 0.8, 4.5, -0.5],
  ['左足首', '左ひざ', 0.8, 1, 0.2],
  ['左つま先', '左足首', 0.8, 0, -1.5],
  ['左足ＩＫ', '全ての親', 0.8, 1, 0.2],
];

/** A torso, an arm, and a leg that follows 左足ＩＫ. */
export function dancerRig(): Rig {
  const indexOf = (name: string): number => SKELETON.findIndex(([own]) => own === name);
  const bones = SKELETON.map(([name, parent, x, y, z]): PmxBone => {
    const isIk = name === '左足ＩＫ';
    const limits = { min: [-Math.PI, 0, 0], max: [-0.01, 0, 0] } as const;
    const links = [
      { bone: indexOf('左ひざ'), limits: { min: [...limits.min], max: [...limits.max] } },
      { bone: indexOf('左足') },
    ];
    return createPmxBone({
      name,
      parent: indexOf(parent),
      position: [x, y, z],
      ...(isIk && {
        layer: 1,
        ik: { effector: indexOf('左足首'), loopCount: 40, limitAngle: 2, links },
      }),
    } as Partial<PmxBone>);
  });
  const morphs = ['あ', 'い'].map((name) => ({ name, nameEn: '', panel: 3, type: 'vertex', offsets: [] }));
  return new Rig(createRigDefinition(createPmx({ bones, morphs: morphs as never })));
}

/** Rotates every bone, moves the center and the foot's IK bone; each seed gives another pose. */
export function setRandomPose(rig: Rig, seed: number): void {
  const random = randomNumbers(seed);
  const { pose } = rig;
  for (let bone = 0; bone < rig.definition.boneCount; bone++) {
    const turn = [random() - 0.5, random() - 0.5, random() - 0.5, 0.3 + random()];
    const length = Math.hypot(...turn);
    turn.forEach((value, i) => (pose.rotations[4 * bone + i] = value / length));
  }
  for (const name of ['センター', '左足ＩＫ', '頭']) {
    for (let i = 0; i < 3; i++) pose.translations[3 * rig.boneIndex(name) + i] = 3 * (random() - 0.5);
  }
  rig.solve();
  rig.solveAfterPhysics();
}

/** A triangle at every bone, which follows only that bone. `toMesh` transforms the rest positions. */
export function skinGeometry(rig: Rig, toMesh?: Matrix4): BufferGeometry {
  const { boneCount, restPositions } = rig.definition;
  const geometry = new BufferGeometry();
  const corners = [-0.2, -0.2, 0, 0.2, -0.2, 0.1, 0, 0.3, 0];
  const positions: number[] = [];
  for (let bone = 0; bone < boneCount; bone++) {
    for (let i = 0; i < 9; i++) positions.push(restPositions[3 * bone + (i % 3)] + corners[i]);
  }
  geometry.setAttribute('position', new Float32BufferAttribute(positions, 3));
  if (toMesh) geometry.applyMatrix4(toMesh);
  const ofVertex = Array.from({ length: 3 * boneCount }, (_, vertex) => Math.floor(vertex / 3));
  geometry.setAttribute(
    'skinIndex',
    new Uint16BufferAttribute(
      ofVertex.flatMap((bone) => [bone, 0, 0, 0]),
      4,
    ),
  );
  geometry.setAttribute(
    'skinWeight',
    new Float32BufferAttribute(
      ofVertex.flatMap(() => [1, 0, 0, 0]),
      4,
    ),
  );
  return geometry;
}

/** The model's own mesh on bones of `createBones`, in a root that is moved, rotated and scaled. */
export function ownMesh(rig: Rig): { root: Object3D; mesh: SkinnedMesh; bones: Bone[] } {
  const bones = createBones(rig.definition);
  const mesh = new SkinnedMesh(skinGeometry(rig), new MeshBasicMaterial());
  mesh.add(...bones.filter(({ parent }) => parent === null));
  mesh.bind(new Skeleton(bones));
  const root = new Object3D();
  root.add(mesh);
  root.position.set(3, -2, 5);
  root.rotation.set(0.3, 1.2, -0.7);
  root.scale.setScalar(0.4);
  root.updateMatrixWorld(true);
  return { root, mesh, bones };
}

/** The position of a vertex by the rig's own matrices, in the model: skin = world · T(−rest), by hand. */
export function skinned(rig: Rig, bone: number, [x, y, z]: readonly number[]): Vector3 {
  const m = rig.worldMatrices.subarray(16 * bone, 16 * bone + 16);
  const [rx, ry, rz] = rig.definition.restPositions.subarray(3 * bone, 3 * bone + 3);
  const v = [x - rx, y - ry, z - rz];
  const at = (i: number): number => m[i] * v[0] + m[i + 4] * v[1] + m[i + 8] * v[2] + m[i + 12];
  return new Vector3(at(0), at(1), at(2));
}

export function expectNear(actual: ArrayLike<number>, expected: ArrayLike<number>, most: number): void {
  expect(actual.length).toBe(expected.length);
  const worst = Math.max(...Array.from(actual, (value, i) => Math.abs(value - expected[i])));
  expect(worst, `${Array.from(actual).join()} against ${Array.from(expected).join()}`).toBeLessThanOrEqual(
    most,
  );
}
