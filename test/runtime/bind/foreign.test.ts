import {
  Bone,
  BufferGeometry,
  Group,
  Matrix4,
  MeshBasicMaterial,
  Object3D,
  Quaternion,
  Skeleton,
  SkinnedMesh,
  Vector3,
} from 'three';
import { describe, expect, test } from 'vitest';
import { bindObject } from '#src/runtime/bind/bind-object.js';
import { readSkeletonDefinition } from '#src/runtime/bind/read-skeleton-definition.js';
import { Rig, type RigDefinition } from '#src/runtime/rig/index.js';
import { randomNumbers } from '#test/runtime/clip/clip-fixtures.js';
import { dancerRig, expectNear, skinGeometry, skinned, setRandomPose } from './bind-fixtures.js';

const UNIT = 0.08;

/** As Blender writes it: centimetres, z up. */
function armature(): Object3D {
  const object = new Object3D();
  object.name = 'Armature';
  object.rotation.x = -Math.PI / 2;
  object.scale.setScalar(0.01);
  return object;
}

/**
 * Bones at the rig's rest positions times `unit`, with random rotations, some below objects that are not
 * bones.
 */
function turnedBones(
  { boneNames, parents, restPositions }: RigDefinition,
  root: Object3D,
  unit: number,
): Bone[] {
  const random = randomNumbers(11);
  const bones = boneNames.map((name) => Object.assign(new Bone(), { name }));
  bones.forEach((bone, i) => {
    let parent = parents[i] < 0 ? root : bones[parents[i]];
    if (i % 3 === 1) {
      const between = new Group();
      between.position.set(random(), random(), random());
      between.rotation.set(random(), random(), random());
      between.scale.setScalar(0.5 + random());
      parent.add(between);
      parent = between;
    }
    parent.add(bone);
    root.updateWorldMatrix(true, true);
    const turn = new Quaternion(random() - 0.5, random() - 0.5, random() - 0.5, random() - 0.5).normalize();
    const place = new Vector3().fromArray(restPositions, 3 * i).multiplyScalar(unit);
    const world = new Matrix4().compose(place, turn, new Vector3(1, 1, 1));
    const local = parent.matrixWorld.clone().invert().multiply(world);
    local.decompose(bone.position, bone.quaternion, bone.scale);
    root.updateWorldMatrix(true, true);
  });
  return bones;
}

/** The inverses begin in the mesh's node or in the scene; a loader binds them without a bind matrix. */
function blenderScene(rig: Rig, inversesFrom: 'mesh' | 'scene'): { scene: Group; mesh: SkinnedMesh } {
  const scene = new Group();
  const top = armature();
  scene.add(top);
  const bones = turnedBones(rig.definition, top, UNIT);
  const toMesh = inversesFrom === 'mesh' ? top.matrixWorld.clone().invert() : new Matrix4();
  const geometry = skinGeometry(rig, toMesh.clone().scale(new Vector3(UNIT, UNIT, UNIT)));
  const mesh = new SkinnedMesh(geometry, new MeshBasicMaterial());
  top.add(mesh);
  const inverses = bones.map(({ matrixWorld }) =>
    matrixWorld.clone().invert().multiply(toMesh.clone().invert()),
  );
  mesh.bind(new Skeleton(bones, inverses), new Matrix4());
  return { scene, mesh };
}

/** Compares every vertex of the mesh, in the scene, with the rig's own skinning. */
function expectSkinned(
  rig: Rig,
  { scene, mesh }: { scene: Object3D; mesh: SkinnedMesh },
  unit: number,
): void {
  scene.updateMatrixWorld(true);
  const rest = skinGeometry(rig).getAttribute('position');
  const shown = new Vector3();
  for (let vertex = 0; vertex < rest.count; vertex++) {
    mesh.getVertexPosition(vertex, shown).applyMatrix4(mesh.matrixWorld);
    scene.worldToLocal(shown);
    const expected = skinned(
      rig,
      Math.floor(vertex / 3),
      new Vector3().fromBufferAttribute(rest, vertex).toArray(),
    );
    expectNear(shown.toArray(), expected.multiplyScalar(unit).toArray(), 1e-5);
  }
}

describe.each(['mesh', 'scene'] as const)(
  'a skeleton that rests turned and scaled, bound in the %s',
  (from) => {
    test('shows the pose of the model’s rig', () => {
      const rig = dancerRig();
      const scene = blenderScene(rig, from);
      const binding = bindObject(rig, scene.scene, { unit: UNIT });
      expect(binding.missing.bones).toEqual([]);
      scene.scene.position.set(4, 5, 6);
      scene.scene.rotation.set(0.5, -1, 2);
      scene.scene.scale.setScalar(3);
      for (const seed of [0, 1, 2, 3]) {
        if (seed > 0) setRandomPose(rig, seed);
        binding.update();
        expectSkinned(rig, scene, UNIT);
      }
    });

    test('may have any pose when it is bound', () => {
      const rig = dancerRig();
      const scene = blenderScene(rig, from);
      setRandomPose(rig, 5);
      bindObject(rig, scene.scene, { unit: UNIT }).update();
      setRandomPose(rig, 6);
      bindObject(rig, scene.scene, { unit: UNIT }).update();
      expectSkinned(rig, scene, UNIT);
    });

    test('gives a rig by readSkeletonDefinition', () => {
      const model = dancerRig();
      const scene = blenderScene(model, from);
      const definition = readSkeletonDefinition(scene.scene, { unit: UNIT });
      const rig = new Rig(definition);
      expect([...definition.boneNames].sort()).toEqual([...model.definition.boneNames].sort());
      for (const name of definition.boneNames) {
        const [own, models] = [rig.boneIndex(name), model.boneIndex(name)];
        const restOf = ({ restPositions }: RigDefinition, bone: number): Float64Array =>
          restPositions.subarray(3 * bone, 3 * bone + 3);
        expectNear(restOf(definition, own), restOf(model.definition, models), 1e-9);
        const parentOf = ({ parents, boneNames }: RigDefinition, bone: number): string | undefined =>
          boneNames[parents[bone]];
        expect(parentOf(definition, own)).toBe(parentOf(model.definition, models));
      }
    });
  },
);

test('the foot of a rig that was read from a skeleton in metres follows 左足ＩＫ', () => {
  const model = dancerRig();
  const { scene } = blenderScene(model, 'mesh');
  const rig = new Rig(readSkeletonDefinition(scene, { unit: UNIT }));
  expect(rig.definition.ikNames).toEqual(['左足ＩＫ']);
  const binding = bindObject(rig, scene, { unit: UNIT });
  expect(binding.missing).toEqual({ bones: [], morphs: [] });
  rig.pose.translations.set([0.5, 2, 1], 3 * rig.boneIndex('左足ＩＫ'));
  rig.solve();
  rig.solveAfterPhysics();
  binding.update();
  scene.updateMatrixWorld(true);
  // 左足ＩＫ rests at (0.8, 1, 0.2) in MMD's space, (0.8, 1, -0.2) in three's.
  const ankle = scene.getObjectByName('左足首')!.getWorldPosition(new Vector3()).divideScalar(UNIT);
  expectNear(ankle.toArray(), [1.3, 3, 0.8], 0.05);
});

test('the vertices of a skeleton with other proportions move by the skin matrices', () => {
  const rig = dancerRig();
  const smaller = {
    ...rig.definition,
    restPositions: rig.definition.restPositions.map((value) => 0.8 * value),
  };
  const scene = new Group();
  const bones = turnedBones(smaller, scene, 1);
  const mesh = new SkinnedMesh(skinGeometry(rig), new MeshBasicMaterial());
  scene.add(mesh);
  mesh.bind(new Skeleton(bones));
  const binding = bindObject(rig, scene);
  setRandomPose(rig, 7);
  binding.update();
  expectSkinned(rig, { scene, mesh }, 1);
});

test('plain objects rest as they are when they are bound', () => {
  const root = new Object3D();
  const [center, body, head] = ['センター', '飾り', '頭'].map((name) =>
    Object.assign(new Object3D(), { name }),
  );
  center.position.set(0, 8, 0);
  body.position.set(0, 3, 0);
  body.rotation.y = Math.PI / 2;
  head.position.set(0, 4, 1);
  root.add(center.add(body.add(head)));
  const definition = readSkeletonDefinition(root);
  expect(definition.boneNames).toEqual(['センター', '飾り', '頭']);
  // The head's z lies along the body's x: (0, 8 + 3 + 4, 0) + Ry(90°)·(0, 0, 1).
  expectNear(definition.restPositions, [0, 8, 0, 0, 11, 0, 1, 15, 0], 1e-12);
  const rig = new Rig(definition);
  const binding = bindObject(rig, root);
  rig.pose.translations.set([0, 1, 0], 0);
  rig.pose.rotations.set([0, 0, Math.SQRT1_2, Math.SQRT1_2], 0); // 90° about z
  rig.solve();
  rig.solveAfterPhysics();
  binding.update();
  root.updateMatrixWorld();
  // From (0, 9, 0): (1, 7, 0) turned to (-7, 1, 0).
  expectNear(head.getWorldPosition(new Vector3()).toArray(), [-7, 10, 0], 1e-12);
});

test('bones that the rig lacks stay at rest, and their children follow', () => {
  const rig = dancerRig();
  const { bones, mesh, scene } = namedSkeleton(rig);
  bones[rig.boneIndex('左ひじ')].name = 'elbow';
  const binding = bindObject(rig, scene);
  expect(binding.missing.bones).toEqual(['左ひじ']);
  setRandomPose(rig, 8);
  binding.update();
  scene.updateMatrixWorld(true);
  const hand = rig.boneIndex('左手首');
  const shown = new Matrix4().copy(bones[hand].matrixWorld);
  expectNear(shown.elements, rig.worldMatrices.subarray(16 * hand, 16 * hand + 16), 1e-6);
  expect(mesh.skeleton.bones).toContain(bones[hand]);
});

function namedSkeleton(rig: Rig): { scene: Group; mesh: SkinnedMesh; bones: Bone[] } {
  const { boneNames, parents, restOffsets } = rig.definition;
  const bones = boneNames.map((name) => Object.assign(new Bone(), { name }));
  const scene = new Group();
  bones.forEach((bone, i) => {
    bone.position.fromArray(restOffsets, 3 * i);
    (parents[i] < 0 ? scene : bones[parents[i]]).add(bone);
  });
  scene.updateMatrixWorld(true);
  const mesh = new SkinnedMesh(new BufferGeometry());
  scene.add(mesh);
  mesh.bind(new Skeleton(bones));
  return { scene, mesh, bones };
}

test('several skeletons with the same names have the same pose', () => {
  const rig = dancerRig();
  const [a, b] = [namedSkeleton(rig), namedSkeleton(rig)];
  const scene = new Group();
  scene.add(a.scene, b.scene);
  expect([...readSkeletonDefinition(scene).boneNames].sort()).toEqual([...rig.definition.boneNames].sort());
  const binding = bindObject(rig, scene);
  setRandomPose(rig, 2);
  binding.update();
  const locals = (bones: readonly Bone[]): number[] =>
    bones.flatMap(({ position, quaternion }) => [...position.toArray(), ...quaternion.toArray()]);
  expect(locals(a.bones)).toEqual(locals(b.bones));
  scene.updateMatrixWorld(true);
  const hand = rig.boneIndex('左手首');
  expectNear(b.bones[hand].matrixWorld.elements, rig.worldMatrices.subarray(16 * hand, 16 * hand + 16), 1e-6);
});

test.each([0, -1, NaN, Infinity])('unit %s is a RangeError', (unit) => {
  expect(() => readSkeletonDefinition(new Object3D(), { unit })).toThrow(RangeError);
  expect(() => bindObject(dancerRig(), new Object3D(), { unit })).toThrow(RangeError);
});
