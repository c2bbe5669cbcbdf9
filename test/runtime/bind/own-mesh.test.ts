import { Box3, Matrix4, Object3D, Raycaster, Vector3 } from 'three';
import { expect, test } from 'vitest';
import { bindObject } from '#src/runtime/bind/bind-object.js';
import { dancerRig, expectNear, ownMesh, skinned, setRandomPose } from './bind-fixtures.js';

const POSES = [1, 2, 3, 4, 5];

test('bones of createBones rest at the model’s positions', () => {
  const rig = dancerRig();
  const { bones, root } = ownMesh(rig);
  const { restPositions } = rig.definition;
  bones.forEach((bone, i) => {
    const inRoot = root.worldToLocal(bone.getWorldPosition(new Vector3()));
    expectNear(inRoot.toArray(), restPositions.subarray(3 * i, 3 * i + 3), 1e-9);
  });
});

test('the world matrix of every bone is root · world of the rig', () => {
  const rig = dancerRig();
  const { root, mesh, bones } = ownMesh(rig);
  const binding = bindObject(rig, mesh);
  expect(binding.missing).toEqual({ bones: [], morphs: ['あ', 'い'] });
  for (const seed of POSES) {
    setRandomPose(rig, seed);
    binding.update();
    root.updateMatrixWorld();
    bones.forEach((bone, i) => {
      const expected = new Matrix4().fromArray(rig.worldMatrices, 16 * i).premultiply(root.matrixWorld);
      expectNear(bone.matrixWorld.elements, expected.elements, 1e-6);
      expectNear(bone.scale.toArray(), [1, 1, 1], 0);
    });
  }
});

test('binding a root, or a mesh in a pose, gives the same result', () => {
  const rig = dancerRig();
  const { root, mesh, bones } = ownMesh(rig);
  setRandomPose(rig, 9);
  bindObject(rig, mesh).update();
  const binding = bindObject(rig, root);
  setRandomPose(rig, 10);
  binding.update();
  root.updateMatrixWorld();
  bones.forEach((bone, i) => {
    const expected = new Matrix4().fromArray(rig.worldMatrices, 16 * i).premultiply(root.matrixWorld);
    expectNear(bone.matrixWorld.elements, expected.elements, 1e-6);
  });
});

test('a ray hits the hand at its pose and not at rest', () => {
  const rig = dancerRig();
  const { root, mesh } = ownMesh(rig);
  const binding = bindObject(rig, mesh);
  const hand = rig.boneIndex('左手首');
  const rest = Array.from(rig.definition.restPositions.subarray(3 * hand, 3 * hand + 3));
  const before = root.localToWorld(new Vector3(...rest));
  setRandomPose(rig, 3);
  binding.update();
  root.updateMatrixWorld();
  mesh.computeBoundingSphere();
  // The centre of the hand's triangle lies a little above and before its bone.
  const centre = [rest[0], rest[1] - 0.1 / 3, rest[2] + 0.1 / 3];
  const after = root.localToWorld(skinned(rig, hand, centre));
  const normal = new Vector3(0, 0, 1).transformDirection(
    new Matrix4().fromArray(rig.worldMatrices, 16 * hand).premultiply(root.matrixWorld),
  );
  const from = after.clone().addScaledVector(normal, 0.1);
  const hits = new Raycaster(from, normal.clone().negate(), 0, 0.2).intersectObject(mesh);
  expect(hits).toHaveLength(1);
  expect(hits[0].point.distanceTo(after)).toBeLessThan(1e-6);
  const missed = new Raycaster(before.clone().addScaledVector(normal, 0.1), normal.clone().negate(), 0, 0.2);
  expect(missed.intersectObject(mesh)).toHaveLength(0);
});

test('a precise Box3 contains the skinned vertices', () => {
  const rig = dancerRig();
  const { root, mesh } = ownMesh(rig);
  const binding = bindObject(rig, mesh);
  setRandomPose(rig, 4);
  binding.update();
  root.updateMatrixWorld();
  const expected = new Box3();
  const position = mesh.geometry.getAttribute('position');
  for (let vertex = 0; vertex < position.count; vertex++) {
    const rest = new Vector3().fromBufferAttribute(position, vertex).toArray();
    expected.expandByPoint(root.localToWorld(skinned(rig, Math.floor(vertex / 3), rest)));
  }
  const box = new Box3().setFromObject(mesh, true);
  expectNear(box.min.toArray(), expected.min.toArray(), 1e-6);
  expectNear(box.max.toArray(), expected.max.toArray(), 1e-6);
});

test('children of a hand move with it', () => {
  const rig = dancerRig();
  const { root, mesh, bones } = ownMesh(rig);
  const binding = bindObject(rig, mesh);
  const hand = rig.boneIndex('左手首');
  const [ring, leek] = [new Object3D(), new Object3D()];
  ring.position.set(0, -0.5, 0);
  bones[hand].add(ring);
  leek.position.set(1, 2, 3); // in the world, at rest
  bones[hand].attach(leek);
  const atRest = root.worldToLocal(new Vector3(1, 2, 3)).toArray();
  setRandomPose(rig, 5);
  binding.update();
  root.updateMatrixWorld();
  const rest = rig.definition.restPositions.subarray(3 * hand, 3 * hand + 3);
  const ringAt = root.localToWorld(skinned(rig, hand, [rest[0], rest[1] - 0.5, rest[2]]));
  const leekAt = root.localToWorld(skinned(rig, hand, atRest));
  expectNear(ring.getWorldPosition(new Vector3()).toArray(), ringAt.toArray(), 1e-6);
  expectNear(leek.getWorldPosition(new Vector3()).toArray(), leekAt.toArray(), 1e-6);
});
