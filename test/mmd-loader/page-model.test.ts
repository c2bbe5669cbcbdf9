import { type BufferAttribute, Group, MeshPhongMaterial, Quaternion, Scene, Vector3 } from 'three';
import { describe, expect, test, vi } from 'vitest';
import { pageModelOf } from '#src/mmd-loader/page-model.js';
import { createMeshClip } from '#src/mmd-loader/clips.js';
import { MMDAnimationHelper } from '#src/mmd-loader/mmd-animation-helper.js';
import { ANKLE, CENTER, EYE, EYES, HEAD, motionOf, pageMesh, placeOf, skinOf } from './page-mesh.js';

const QUARTER = new Quaternion().setFromAxisAngle(new Vector3(0, 1, 0), Math.PI / 2);

describe('the mesh in a scene', () => {
  test('stands by itself, and its bones move with it', async () => {
    const { mesh } = await pageMesh();
    const scene = new Scene().add(mesh);
    mesh.position.y = -10;
    scene.updateMatrixWorld();
    expect(mesh.parent).toBe(scene);
    expect(placeOf(mesh, HEAD)).toEqual([0, 6, 1]); // 16 − 10; MMD's z points the other way
    expect(mesh.geometry.getAttribute('position').count).toBe(4);
    expect(mesh.isSkinnedMesh).toBe(true);
  });

  test('neither casts shadows nor draws an edge or a ground shadow, as in r171', async () => {
    const { mesh, model } = await pageMesh();
    expect([mesh.castShadow, mesh.receiveShadow]).toEqual([false, false]);
    expect([model.surface.outline.visible, model.surface.groundShadow.visible]).toEqual([false, false]);
  });

  test('only meshes of the loader are known', async () => {
    const { mesh } = await pageMesh();
    expect(pageModelOf(mesh).mesh).toBe(mesh);
    expect(() => pageModelOf(new Group() as never)).toThrow(/not from the MMDLoader/);
  });
});

describe('bones that a page writes', () => {
  test('show when the scene is drawn, and stay while nothing animates the mesh', async () => {
    const page = await pageMesh();
    page.mesh.skeleton.bones[CENTER].position.x += 3;
    page.mesh.skeleton.bones[CENTER].quaternion.copy(QUARTER);
    for (let frame = 0; frame < 3; frame++) page.mesh.updateMatrixWorld();
    // The head is 8 above the center and 1 before it; a quarter turn about y brings z to x.
    expect(skinOf(page, HEAD)).toEqual([4, 16, 0].map((x) => expect.closeTo(x, 6)));
    expect(placeOf(page.mesh, HEAD)).toEqual([4, 16, 0].map((x) => expect.closeTo(x, 6)));
  });

  test('last for one frame while an animation moves the mesh', async () => {
    const page = await pageMesh();
    const helper = new MMDAnimationHelper();
    const motion = motionOf({
      bones: [
        { name: 'センター', frame: 0 },
        { name: 'センター', frame: 300 },
      ],
    });
    helper.add(page.mesh, { animation: createMeshClip(motion, page, ''), physics: false });
    page.mesh.skeleton.bones[HEAD].quaternion.copy(QUARTER);
    page.mesh.updateMatrixWorld();
    expect(skinOf(page, EYES)).toEqual([0, 17, 1].map((x) => expect.closeTo(x, 6)));
    expect(page.model.rig.worldRotations[4 * HEAD + 1]).toBeCloseTo(Math.SQRT1_2, 6);
    helper.update(1 / 60);
    expect(page.model.rig.worldRotations[4 * HEAD + 1]).toBe(0);
  });

  test('show in legs as they are written: IK does not turn them back', async () => {
    const page = await pageMesh();
    const { bones } = page.mesh.skeleton;
    // the leg, straight to the front
    bones[2].quaternion.setFromAxisAngle(new Vector3(1, 0, 0), -Math.PI / 2);
    page.mesh.updateMatrixWorld();
    // The ankle is 9 below the leg; −90° about x brings −y to +z, where the model faces.
    expect(skinOf(page, ANKLE)).toEqual([1, 10, 9].map((x) => expect.closeTo(x, 5)));
    bones[CENTER].position.y += 3;
    page.mesh.updateMatrixWorld();
    expect(skinOf(page, ANKLE)).toEqual([1, 13, 9].map((x) => expect.closeTo(x, 5))); // the whole body rises
  });

  test('stay through what the page writes to morphs, also after a motion', async () => {
    const page = await pageMesh();
    const helper = new MMDAnimationHelper();
    const motion = motionOf({ bones: [{ name: 'センター', frame: 0, position: [0, -3, 0] }] });
    helper.add(page.mesh, { animation: createMeshClip(motion, page, ''), physics: false });
    helper.update(1 / 60);
    const ankle = skinOf(page, ANKLE);
    expect(ankle[1]).toBeCloseTo(1, 1); // by IK
    page.mesh.skeleton.bones[HEAD].quaternion.copy(QUARTER);
    page.mesh.updateMatrixWorld();
    page.mesh.morphTargetInfluences![0] = 1;
    page.mesh.updateMatrixWorld();
    expect(page.model.rig.worldRotations[4 * HEAD + 1]).toBeCloseTo(Math.SQRT1_2, 6);
    expect(skinOf(page, ANKLE)).toEqual(ankle.map((x) => expect.closeTo(x, 6)));
    helper.update(1 / 60);
    expect(page.model.rig.worldRotations[4 * HEAD + 1]).toBe(0);
    expect(skinOf(page, ANKLE)).toEqual(ankle.map((x) => expect.closeTo(x, 6)));
  });

  test('before the mesh is added to a helper stay', async () => {
    const page = await pageMesh();
    page.mesh.skeleton.bones[HEAD].quaternion.copy(QUARTER);
    new MMDAnimationHelper().add(page.mesh).update(1 / 60);
    expect(page.model.rig.worldRotations[4 * HEAD + 1]).toBeCloseTo(Math.SQRT1_2, 6);
  });

  test('cannot be scaled, which is a warning once', async () => {
    const warn = vi.spyOn(console, 'warn').mockImplementation(() => {});
    const { mesh } = await pageMesh();
    mesh.skeleton.bones[HEAD].scale.setScalar(2);
    for (let frame = 0; frame < 3; frame++) mesh.updateMatrixWorld();
    expect(warn.mock.calls.map(([message]) => message)).toEqual([
      '@odori/mmd-loader: bones cannot be scaled. Scale the mesh.',
    ]);
    warn.mockRestore();
  });

  test('are the source of append', async () => {
    const page = await pageMesh();
    page.mesh.skeleton.bones[EYES].quaternion.copy(QUARTER);
    page.mesh.updateMatrixWorld();
    expect(page.model.rig.worldRotations[4 * EYE + 1]).toBeCloseTo(Math.sin(Math.PI / 8), 6); // half of 90°
  });

  test('rest after mesh.pose()', async () => {
    const page = await pageMesh();
    page.mesh.skeleton.bones[CENTER].position.x += 3;
    page.mesh.updateMatrixWorld();
    page.mesh.pose();
    expect(placeOf(page.mesh, HEAD)).toEqual([0, 16, 1]);
  });
});

describe('morphs', () => {
  test('have the names and the order of the file', async () => {
    const { mesh } = await pageMesh();
    expect(mesh.morphTargetDictionary).toEqual({ あ: 0, 笑い: 1 });
    expect(mesh.morphTargetInfluences).toEqual([0, 0]);
  });

  test('that a slider writes move vertices when the scene is drawn', async () => {
    const { mesh } = await pageMesh();
    const positions = mesh.geometry.getAttribute('position') as BufferAttribute;
    const y = positions.getY(0);
    mesh.morphTargetInfluences![mesh.morphTargetDictionary!['あ']] = 0.5;
    mesh.updateMatrixWorld();
    expect(positions.getY(0)).toBeCloseTo(y + 0.5, 6);
  });

  test('that are not numbers count as 0', async () => {
    const { mesh, model } = await pageMesh();
    mesh.morphTargetInfluences![0] = NaN;
    mesh.morphTargetInfluences!.length = 1;
    mesh.updateMatrixWorld();
    expect([...model.rig.morphWeights]).toEqual([0, 0]);
  });

  test('that the motion does not have keep the value of their slider', async () => {
    const page = await pageMesh();
    const helper = new MMDAnimationHelper();
    const motion = motionOf({
      morphs: [
        { name: 'あ', frame: 0, weight: 1 },
        { name: 'あ', frame: 30, weight: 0 },
      ],
    });
    helper.add(page.mesh, { animation: createMeshClip(motion, page, ''), physics: false });
    page.mesh.morphTargetInfluences![1] = 0.25;
    helper.update(0.5);
    expect(page.mesh.morphTargetInfluences).toEqual([expect.closeTo(0.5, 6), 0.25]);
    expect([...page.model.rig.morphWeights]).toEqual([expect.closeTo(0.5, 6), 0.25]);
  });
});

test('a clone of the mesh is a dancer of its own, at the same place', async () => {
  const page = await pageMesh();
  page.mesh.position.x = 7;
  page.mesh.skeleton.bones[CENTER].position.y += 3;
  page.mesh.updateMatrixWorld();
  const clone = page.mesh.clone();
  const copy = pageModelOf(clone);
  expect(placeOf(clone, CENTER)).toEqual([7, 8, 0]); // at rest
  expect(clone.material).toBe(page.mesh.material);
  const motion = motionOf({ bones: [{ name: 'センター', frame: 0, position: [0, 2, 0] }] });
  const animation = createMeshClip(motion, page, '');
  new MMDAnimationHelper().add(clone, { animation, physics: false }).update(0);
  expect([skinOf(copy, CENTER), skinOf(page, CENTER)]).toEqual([
    [0, 10, 0],
    [0, 11, 0],
  ]);
});

test('materials that a page replaces stay replaced', async () => {
  const { mesh } = await pageMesh();
  const replaced = [new MeshPhongMaterial()];
  mesh.material = replaced;
  mesh.updateMatrixWorld();
  expect(mesh.material).toBe(replaced);
});
