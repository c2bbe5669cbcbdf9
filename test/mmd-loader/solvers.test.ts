import {
  Bone,
  BufferAttribute,
  BufferGeometry,
  Quaternion,
  Scene,
  Skeleton,
  SkinnedMesh,
  Vector3,
} from 'three';
import { expect, test } from 'vitest';
import { CCDIKSolver, GrantSolver } from '#src/mmd-loader/solvers.js';
import { ANKLE, CENTER, EYE, EYES, HEAD, pageMesh, skinOf } from './page-mesh.js';

test('update() solves the legs of a mesh of the loader from the bones that the page has written', async () => {
  const page = await pageMesh();
  const solver = new CCDIKSolver(page.mesh);
  expect(solver.iks).toBe(page.mesh.geometry.userData['MMD'].iks);
  page.mesh.skeleton.bones[CENTER].position.y -= 3;
  page.mesh.updateMatrixWorld();
  expect(skinOf(page, ANKLE)[1]).toBeCloseTo(-2, 5);
  solver.update();
  expect(skinOf(page, ANKLE)[1]).toBeCloseTo(1, 1);
});

test('updateOne() solves one chain only', async () => {
  const page = await pageMesh();
  const solver = new CCDIKSolver(page.mesh);
  page.mesh.skeleton.bones[CENTER].position.y -= 3;
  solver.updateOne({ ...solver.iks[0], target: CENTER });
  expect(skinOf(page, ANKLE)[1]).toBeCloseTo(-2, 5);
  page.mesh.skeleton.bones[CENTER].position.y -= 0.5;
  solver.updateOne(solver.iks[0]);
  expect(skinOf(page, ANKLE)[1]).toBeCloseTo(1, 1);
  expect([...page.model.rig.pose.ikEnabled]).toEqual([1]);
});

test('legs stay as they were solved until the page writes them', async () => {
  const page = await pageMesh();
  const { bones } = page.mesh.skeleton;
  bones[CENTER].position.y -= 3;
  new CCDIKSolver(page.mesh).update();
  bones[HEAD].rotation.y = 1;
  page.mesh.updateMatrixWorld();
  expect(skinOf(page, ANKLE)[1]).toBeCloseTo(1, 1);
  const ankle = skinOf(page, ANKLE);
  bones[ANKLE + 1].position.y += 2; // the IK bone, which nothing follows now
  page.mesh.updateMatrixWorld();
  expect(skinOf(page, ANKLE)).toEqual(ankle.map((x) => expect.closeTo(x, 6)));
});

test('update() solves only the chains that the page has given', async () => {
  const page = await pageMesh();
  page.mesh.skeleton.bones[CENTER].position.y -= 3;
  new CCDIKSolver(page.mesh, []).update();
  expect(skinOf(page, ANKLE)[1]).toBeCloseTo(-2, 5);
});

test('a mesh from elsewhere has no chains unless the page gives some', () => {
  const mesh = new SkinnedMesh(new BufferGeometry());
  mesh.bind(new Skeleton([new Bone()]));
  expect(new CCDIKSolver(mesh).update().iks).toEqual([]);
});

test('the helper is three’s own, and stands at the bones', async () => {
  const { mesh } = await pageMesh();
  const helper = new CCDIKSolver(mesh).createHelper();
  mesh.position.y = -10;
  new Scene().add(mesh, helper).updateMatrixWorld();
  const places = helper.children.map((child) => new Vector3().setFromMatrixPosition(child.matrixWorld).y);
  expect(places).toContainEqual(expect.closeTo(-9, 1)); // the ankle and its IK bone, at 1 − 10
});

test('a mesh from elsewhere is solved by three’s own CCDIKSolver', () => {
  const bones = [0, 1, 2, 3].map(() => new Bone());
  bones[0].add(bones[1]);
  bones[1].add(bones[2]);
  bones[1].position.y = bones[2].position.y = 1;
  bones[3].position.set(1, 1, 0);
  const geometry = new BufferGeometry().setAttribute('position', new BufferAttribute(new Float32Array(3), 3));
  const mesh = new SkinnedMesh(geometry);
  mesh.add(bones[0], bones[3]);
  mesh.bind(new Skeleton(bones));
  const ik = {
    target: 3,
    effector: 2,
    iteration: 50,
    maxAngle: 1,
    links: [
      { index: 1, enabled: true },
      { index: 0, enabled: true },
    ],
  };
  mesh.updateMatrixWorld();
  new CCDIKSolver(mesh, [ik]).update();
  const tip = new Vector3().setFromMatrixPosition(bones[2].matrixWorld);
  expect(tip.distanceTo(new Vector3(1, 1, 0))).toBeLessThan(0.05);
});

test('the grant solver solves append from the bones that the page has written', async () => {
  const page = await pageMesh();
  page.isGrantOn = false;
  page.mesh.skeleton.bones[EYES].quaternion.set(0, Math.SQRT1_2, 0, Math.SQRT1_2);
  page.mesh.updateMatrixWorld();
  expect(page.model.rig.worldRotations[4 * EYE + 1]).toBe(0);
  new GrantSolver(page.mesh).update();
  expect(page.model.rig.worldRotations[4 * EYE + 1]).toBeCloseTo(Math.sin(Math.PI / 8), 6);
});

test('the grant solver turns a bone by a part of a rotation', async () => {
  const { mesh } = await pageMesh();
  const half = Math.sin(Math.PI / 8); // of 45°, half of 90°
  const quarter = new Quaternion(0, Math.SQRT1_2, 0, Math.SQRT1_2);
  const solver = new GrantSolver(mesh).addGrantRotation(mesh.skeleton.bones[HEAD], quarter, 0.5);
  expect(mesh.skeleton.bones[HEAD].quaternion.y).toBeCloseTo(half, 6);
  solver.updateOne(solver.grants[0]);
  expect(mesh.skeleton.bones[HEAD].quaternion.y).toBeCloseTo(half, 6);
});
