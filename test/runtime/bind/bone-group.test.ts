import { createPmx, createPmxBone } from '@odori/format';
import { type Bone, Group, Object3D, Raycaster, Scene, SkeletonHelper, Vector3 } from 'three';
import { clone as cloneSkeleton } from 'three/examples/jsm/utils/SkeletonUtils.js';
import { expect, test, vi } from 'vitest';
import { bindOwnBones } from '#src/runtime/bind/bind-own-bones.js';
import { BoneGroup } from '#src/runtime/bind/bone-group.js';
import { createBones } from '#src/runtime/bind/create-bones.js';
import { createRigDefinition, Rig } from '#src/runtime/rig/index.js';
import { expectNear } from './bind-fixtures.js';

/** Two bones, one unit apart, of which the first is where `moveTo` sets it, in a scene. */
function arm() {
  const bones = [0, 1].map((i) => createPmxBone({ name: `bone ${i}`, position: [0, i, 0], parent: i - 1 }));
  const rig = new Rig(createRigDefinition(createPmx({ bones })));
  const own = createBones(rig.definition, { onDemand: true });
  const [scene, root, group] = [new Scene(), new Group(), new BoneGroup(own)];
  scene.add(root.add(group));
  const binding = bindOwnBones(rig, own, root);
  const moveTo = (x: number): void => {
    rig.pose.translations[0] = x;
    rig.solve();
    rig.solveAfterPhysics();
    binding.update();
  };
  moveTo(0);
  return { scene, root, group, bones: own, moveTo };
}

/** How many bones three places in a walk over the scene. */
function countWalked(scene: Scene, bones: readonly Bone[]): number {
  const spies = bones.map((bone) => vi.spyOn(bone, 'updateMatrix'));
  scene.updateMatrixWorld();
  const calls = spies.reduce((sum, spy) => sum + spy.mock.calls.length, 0);
  for (const spy of spies) spy.mockRestore();
  return calls;
}

const placeIn = ({ matrixWorld }: Object3D): number[] =>
  new Vector3().setFromMatrixPosition(matrixWorld).toArray();

test('three does not place bones on which nothing hangs', () => {
  const { scene, bones, moveTo } = arm();
  expect(countWalked(scene, bones)).toBe(0);
  moveTo(3);
  expect(countWalked(scene, bones)).toBe(0);
});

test('what reads a bone gets its place of now: world matrix, world position, a helper, a caster of rays', () => {
  const { scene, root, bones, moveTo } = arm();
  for (const x of [3, 5]) {
    moveTo(x);
    root.position.z = 10 * x;
    scene.updateMatrixWorld();
    expectNear(placeIn(bones[1]), [x, 1, 10 * x], 1e-6);
    expectNear(placeIn(bones[0]), [x, 0, 10 * x], 1e-6);
    expectNear(bones[1].getWorldPosition(new Vector3()).toArray(), [x, 1, 10 * x], 1e-6);
  }
  moveTo(7);
  expectNear(bones[1].getWorldPosition(new Vector3()).toArray(), [7, 1, 50], 1e-6);
  const helper = new SkeletonHelper(root);
  helper.updateMatrixWorld(true);
  expectNear(
    Array.from(helper.geometry.getAttribute('position').array).slice(0, 6),
    [7, 1, 0, 7, 0, 0],
    1e-5,
  );
  expect(new Raycaster().intersectObject(root)).toEqual([]);
});

test('a bone that a program has moved stays there until the next update', () => {
  const { scene, bones, moveTo } = arm();
  bones[0].position.x = 4;
  scene.updateMatrixWorld();
  expectNear(placeIn(bones[1]), [4, 1, 0], 1e-6);
  moveTo(1);
  expectNear(placeIn(bones[1]), [1, 1, 0], 1e-6);
});

test('what hangs on a bone follows it; once it has gone, three passes over the bones again', () => {
  const { scene, bones, moveTo } = arm();
  const hat = new Object3D();
  hat.position.y = 1;
  bones[1].add(hat);
  moveTo(3);
  expect(countWalked(scene, bones)).toBe(2);
  expectNear(placeIn(hat), [3, 2, 0], 1e-6);
  expectNear(placeIn(bones[1]), [3, 1, 0], 1e-6);
  hat.removeFromParent();
  moveTo(4);
  expect(countWalked(scene, bones)).toBe(0);
  expectNear(placeIn(bones[1]), [4, 1, 0], 1e-6);

  bones[0].attach(hat);
  moveTo(5);
  expect(countWalked(scene, bones)).toBe(2);
  bones[0].clear(); // the hat, and a bone
  expect(countWalked(scene, bones)).toBe(1);
  bones[0].add(bones[1]);
  expect(countWalked(scene, bones)).toBe(0);
  expectNear(placeIn(bones[1]), [5, 1, 0], 1e-6);
});

test('while three draws, it sees no bone on which nothing hangs; before and after, an exporter does', () => {
  const { scene, group, bones } = arm();
  const countSeen = (): number => {
    let seen = 0;
    scene.traverseVisible((object) => (seen += bones.includes(object as Bone) ? 1 : 0));
    return seen;
  };
  group.isDrawn = true;
  expect(countSeen()).toBe(0);
  group.isDrawn = false;
  expect(countSeen()).toBe(2);
  bones[1].add(new Object3D());
  group.isDrawn = true;
  expect(countSeen()).toBe(2);
});

test('a bone that a page has taken away is where it has put it', () => {
  const { scene, bones, moveTo } = arm();
  const shelf = new Group();
  shelf.position.x = 100;
  scene.add(shelf);
  shelf.add(bones[1]);
  moveTo(0);
  scene.updateMatrixWorld();
  expectNear(placeIn(bones[1]), [100, 1, 0], 1e-6);
});

test('a copy that three makes has bones as everywhere', () => {
  const { root } = arm();
  const copy = cloneSkeleton(root);
  const scene = new Scene().add(copy);
  copy.position.x = 2;
  scene.updateMatrixWorld();
  expectNear(placeIn(copy.getObjectByName('bone 1')!), [2, 1, 0], 1e-6);
});
