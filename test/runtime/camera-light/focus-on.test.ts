import { focusOn } from '@odori/runtime';
import { Rig } from '@odori/runtime/rig';
import { standardSource } from '@odori/vrm/humanoid';
import { Object3D, PerspectiveCamera } from 'three';
import { expect, test } from 'vitest';
import { rigOf, solve } from '#test/runtime/rig/small-rig.js';

function standing(): Rig {
  return solve(new Rig(standardSource()));
}

/** Where a bone is at rest, in the rig's space. */
function rest(rig: Rig, bone: string): number[] {
  const start = 3 * rig.boneIndex(bone);
  return Array.from(rig.definition.restPositions.slice(start, start + 3), (value) => value + 0); // no −0
}

test('it follows a bone into the world, and measures along the line of sight', () => {
  const rig = standing();
  const root = new Object3D();
  root.scale.setScalar(0.5);
  root.position.x = 100;
  root.updateMatrixWorld();
  const head = focusOn({ rig, root }, '頭');
  const [x, y, z] = rest(rig, '頭');
  expect(head.point.toArray()).toEqual([100 + x / 2, y / 2, z / 2]);
  const camera = new PerspectiveCamera();
  camera.position.set(107, 3, 20); // beside the line: only z counts
  camera.updateMatrixWorld();
  expect(head.distanceFrom(camera)).toBeCloseTo(20 - z / 2, 12);

  rig.pose.translations[3 * rig.boneIndex('センター') + 2] = 4; // towards the camera
  solve(rig);
  expect(head.update()).toBe(head.point);
  expect(head.distanceFrom(camera)).toBeCloseTo(20 - (z + 4) / 2, 12);
});

test('両目 stands above the head: the point is between the eyes, if there are any', () => {
  const bones = (names: string[]): Rig =>
    solve(rigOf(names.map((name, i) => ({ name, position: [2 * i, 10 + i, -i] })))); // in MMD's space
  expect(focusOn({ rig: bones(['両目', '左目', '右目']) }, '両目').point.toArray()).toEqual([3, 11.5, 1.5]);
  expect(focusOn({ rig: bones(['両目', '左目']) }, '両目').point.toArray()).toEqual([0, 10, 0]);
});

test('it takes the first bone that there is, and says which ones are missing', () => {
  const rig = standing();
  expect(focusOn({ rig }, 'しっぽ', '頭').point.toArray()).toEqual(rest(rig, '頭'));
  expect(() => focusOn({ rig }, 'しっぽ', '耳')).toThrow(
    new RangeError("the model has no bone 'しっぽ', '耳' to focus on"),
  );
});
