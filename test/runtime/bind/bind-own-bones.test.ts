import { createPmxBone, createPmx } from '@odori/format';
import { bindObject, createBones, createRigDefinition, Rig } from '@odori/runtime';
import { bindOwnBones } from '@odori/runtime/internal/three';
import { BoxGeometry, Group, Mesh, Skeleton, SkinnedMesh } from 'three';
import { expect, test } from 'vitest';
import { dancerRig } from './bind-fixtures.js';

function solve(rig: Rig): void {
  rig.solve();
  rig.solveAfterPhysics();
}

/** A skeleton with a skinned mesh, and the object above both. */
function skeletonOf(rig: Rig): { bones: ReturnType<typeof createBones>; mesh: SkinnedMesh; root: Group } {
  const bones = createBones(rig.definition, { onDemand: true });
  const mesh = new SkinnedMesh(new BoxGeometry());
  const root = new Group().add(mesh, ...bones.filter(({ parent }) => parent === null));
  root.updateMatrixWorld(true);
  mesh.bind(new Skeleton(bones));
  return { bones, mesh, root };
}

test('own bones are where bindObject has them, to the last bit', () => {
  const rig = dancerRig();
  const [own, other] = [skeletonOf(rig), skeletonOf(rig)];
  const bindings = [bindOwnBones(rig, own.bones, own.root), bindObject(rig, other.root)];
  for (const lift of [0, 1.5, 3]) {
    rig.pose.translations[3 * rig.boneIndex('左足ＩＫ') + 1] = lift;
    rig.pose.rotations.set([0, Math.sin(lift), 0, Math.cos(lift)], 4 * rig.boneIndex('センター'));
    solve(rig);
    for (const binding of bindings) binding.update();
    expect(own.bones.map(({ position }) => position.toArray())).toEqual(
      other.bones.map(({ position }) => position.toArray()),
    );
    expect(own.bones.map(({ quaternion }) => quaternion.toArray())).toEqual(
      other.bones.map(({ quaternion }) => quaternion.toArray()),
    );
  }
});

test('skinned meshes are hidden while the pose is not visible, other meshes are not', () => {
  const rig = dancerRig();
  const { bones, mesh, root } = skeletonOf(rig);
  const hat = new Mesh();
  root.add(hat);
  const binding = bindOwnBones(rig, bones, root);
  rig.pose.visible = false;
  binding.update();
  expect([mesh.visible, hat.visible]).toEqual([false, true]);
  rig.pose.visible = true;
  binding.update();
  expect(mesh.visible).toBe(true);
});

test('a chain of 1200 bones, which three cannot traverse in one piece, is placed whole', () => {
  const bones = Array.from({ length: 1200 }, (_, i) =>
    createPmxBone({ name: `bone ${i}`, parent: i - 1, position: [0, i, 0] }),
  );
  const rig = new Rig(createRigDefinition(createPmx({ bones })));
  const own = skeletonOf(rig);
  const binding = bindOwnBones(rig, own.bones, own.root);
  rig.pose.translations[1] = 5; // of the first bone
  solve(rig);
  binding.update();
  own.root.updateMatrixWorld(true);
  const heights = [0, 499, 500, 501, 1000, 1199].map((i) => own.bones[i].matrixWorld.elements[13]);
  expect(heights).toEqual([5, 504, 505, 506, 1005, 1204]);
});
