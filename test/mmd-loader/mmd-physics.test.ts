import { Group, type LineSegments, Scene, Vector3 } from 'three';
import { expect, test, vi } from 'vitest';
import { MMDPhysics } from '#src/mmd-loader/mmd-physics.js';
import { CENTER, dancerPmx, HAIR, pageMesh, skinOf } from './page-mesh.js';

test('hair falls by the gravity that is set, and starts anew with reset()', async () => {
  const page = await pageMesh();
  const physics = new MMDPhysics(page.mesh, undefined, [], { gravity: -10 });
  expect(physics.gravity.toArray()).toEqual([0, -10, 0]);
  const numbered = new MMDPhysics(page.mesh, undefined, [], { gravity: 9.8 });
  expect(numbered.gravity.toArray()).toEqual([0, -9.8, 0]);
  physics.setGravity(physics.gravity);
  physics.reset();
  for (let step = 0; step < 30; step++) physics.update(1 / 60);
  expect(skinOf(page, HAIR)[1]).toBeCloseTo(18 - 1.25, 0); // ½·10·0.5²
  physics.reset().setGravity(new Vector3(0, 0, 0));
  physics.update(1 / 60);
  expect(skinOf(page, HAIR)[1]).toBeCloseTo(18, 1);
  expect(physics.gravity.y).toBe(0);
});

test('bodies and joints are those of the file', async () => {
  const { mesh } = await pageMesh();
  const { rigidBodies, constraints } = mesh.geometry.userData['MMD'];
  const physics = new MMDPhysics(mesh, rigidBodies, constraints);
  expect(physics.bodies).toEqual([{ params: rigidBodies[0], bone: mesh.skeleton.bones[HAIR] }]);
  expect(physics.constraints).toEqual([]);
  expect([physics.unitStep, physics.maxStepNum]).toEqual([1 / 60, 10]);
});

test('warmup() lets hair come to rest in the next updates', async () => {
  const page = await pageMesh();
  const physics = new MMDPhysics(page.mesh).reset().warmup(30);
  physics.update(0);
  for (let call = 0; call < 10; call++) physics.update(0);
  expect(skinOf(page, HAIR)[1]).toBeLessThan(17); // no time has passed, but 30 steps
  expect(page.model.isSettling).toBe(false);
});

test('the helper draws bodies where the mesh is, wherever it is added itself', async () => {
  const { mesh } = await pageMesh();
  const physics = new MMDPhysics(mesh);
  const helper = physics.createHelper();
  const [lines] = helper.children;
  const moved = new Group().add(helper);
  moved.position.x = 5;
  const scene = new Scene().add(moved, mesh);
  mesh.position.y = -10;
  scene.updateMatrixWorld();
  expect(new Vector3().setFromMatrixPosition(lines.matrixWorld).toArray()).toEqual([0, -10, 0]);
  expect([helper.root, helper.physics]).toEqual([mesh, physics]);
  const dispose = vi.spyOn((lines as LineSegments).geometry, 'dispose');
  helper.dispose();
  expect(dispose).toHaveBeenCalledTimes(1);
});

test('a model without bodies has physics that does nothing', async () => {
  const page = await pageMesh({ ...dancerPmx(), rigidBodies: [] });
  expect(page.model.physics).toBeUndefined();
  const physics = new MMDPhysics(page.mesh, undefined, undefined, { unitStep: 1 / 65 });
  physics
    .setGravity(new Vector3(0, 1, 0))
    .reset()
    .warmup(60)
    .update(1);
  expect([physics.bodies, physics.unitStep]).toEqual([[], 1 / 65]);
  expect(skinOf(page, HAIR)).toEqual([0, 18, -2]);
  const helper = physics.createHelper();
  expect(helper.children).toEqual([]);
  helper.dispose();
});

test('steps that a page sets later count, and steps that physics cannot make become the nearest one', async () => {
  const { mesh, model } = await pageMesh();
  const physics = new MMDPhysics(mesh, undefined, undefined, { unitStep: 1 / 20 });
  expect(model.physics!.substep).toBe(1 / 30);
  physics.unitStep = 1 / 120;
  physics.maxStepNum = 4;
  physics.update(1 / 60);
  expect([model.physics!.substep, model.physics!.maxSubsteps]).toEqual([1 / 120, 4]);
});

test('reset() begins where the page has put the bones', async () => {
  const page = await pageMesh();
  const physics = new MMDPhysics(page.mesh, undefined, undefined, { gravity: 0 });
  page.mesh.skeleton.bones[CENTER].position.y += 5;
  physics.reset();
  expect(skinOf(page, HAIR)).toEqual([0, 23, -2].map((x) => expect.closeTo(x, 3)));
  expect(page.mesh.skeleton.bones[CENTER].position.y).toBeCloseTo(13, 6);
});
