import { createPmx, createPmxBone } from '@odori/format';
import { createRigDefinition, Rig } from '@odori/runtime';
import { Quaternion, Vector3 } from 'three';
import { beforeEach, expect, test } from 'vitest';
import { LookAt } from '#demos/look/src/look-at.js';

/** Chest, neck, head and eyes above each other. The eyes are half a unit to each side of (0, 17, 0). */
function createHead(): Rig {
  const bone = (
    name: string,
    position: [number, number, number],
    parent: number,
  ): ReturnType<typeof createPmxBone> => createPmxBone({ name, position, parent });
  const bones = [
    bone('上半身2', [0, 13, 0], -1),
    bone('首', [0, 15, 0], 0),
    bone('頭', [0, 16, 0], 1),
    bone('両目', [0, 20, 0], 2),
    bone('左目', [0.5, 17, 0], 2),
    bone('右目', [-0.5, 17, 0], 2),
  ];
  return new Rig(createRigDefinition(createPmx({ bones })));
}

const AT_ONCE = Infinity;
const RADIANS = Math.PI / 180;
let rig: Rig;
let lookAt: LookAt;

beforeEach(() => {
  rig = createHead();
  lookAt = new LookAt(rig);
});

function rotationOf(bone: string): number[] {
  const index = rig.boneIndex(bone);
  return [...rig.pose.rotations.subarray(4 * index, 4 * index + 4)];
}

function expectRotation(bone: string, [x, y, z, w]: readonly number[]): void {
  const rotation = rotationOf(bone);
  [x, y, z, w].forEach((value, i) => expect(rotation[i], `${bone} ${'xyzw'[i]}`).toBeCloseTo(value, 9));
}

/** Rotations about an axis, by an angle in degrees. */
const about = {
  x: (degrees: number) => [Math.sin((degrees / 2) * RADIANS), 0, 0, Math.cos((degrees / 2) * RADIANS)],
  y: (degrees: number) => [0, Math.sin((degrees / 2) * RADIANS), 0, Math.cos((degrees / 2) * RADIANS)],
};
const REST = [0, 0, 0, 1];

function solve(): void {
  rig.solve();
  rig.solveAfterPhysics();
}

/** The direction in which the head looks (its +z) in model space. */
function aheadOf(bone: string): Vector3 {
  return new Vector3(0, 0, 1).applyQuaternion(
    new Quaternion().fromArray(rig.worldRotations, 4 * rig.boneIndex(bone)),
  );
}

test('a target straight ahead turns nothing', () => {
  lookAt.write(new Vector3(0, 17, 50), AT_ONCE);
  for (const bone of ['首', '頭', '両目']) expectRotation(bone, REST);
  expect(lookAt.isMoving).toBe(false);
});

test('for a target on the left, neck and head turn to their limits, and the eyes turn further', () => {
  lookAt.write(new Vector3(100, 17, 0), AT_ONCE); // 90° left: the limit is 65°
  expectRotation('首', about.y(26)); // 0.4 × 65
  expectRotation('頭', about.y(39));
  expectRotation('両目', about.y(12)); // of the remaining 25°
  solve();
  const { x, y, z } = aheadOf('頭');
  // sin 65°, cos 65°
  expect([x, y, z].map((value) => value.toFixed(4))).toEqual(['0.9063', '0.0000', '0.4226']);
});

test('a target on the right gives the mirror image, and a target behind her gives no more', () => {
  lookAt.write(new Vector3(-10, 17, -100), AT_ONCE);
  expectRotation('首', about.y(-26));
  expectRotation('頭', about.y(-39));
});

test('a target 30° up is reached by the head alone, with a negative rotation about x', () => {
  lookAt.write(new Vector3(0, 17 + 50 * Math.tan(30 * RADIANS), 50), AT_ONCE);
  expectRotation('首', about.x(-12));
  expectRotation('頭', about.x(-18));
  expectRotation('両目', REST);
  solve();
  const { y, z } = aheadOf('両目');
  expect([y, z].map((value) => value.toFixed(4))).toEqual(['0.5000', '0.8660']);
});

test('up and down have different limits', () => {
  lookAt.write(new Vector3(0, 67, 0), AT_ONCE); // straight up: 35° for the head, 6° for the eyes
  expectRotation('首', about.x(-14));
  expectRotation('頭', about.x(-21));
  expectRotation('両目', about.x(-6));
  rig.pose.reset();
  lookAt.write(new Vector3(0, -50, 0), AT_ONCE); // straight down: 30° for the head, 8° for the eyes
  expectRotation('首', about.x(12));
  expectRotation('両目', about.x(8));
});

test('a target to the left and up is met exactly', () => {
  const target = new Vector3(20, 27, 20); // 45° left, and atan(10 / 28.28) = 19.47° up
  lookAt.write(target, AT_ONCE);
  solve();
  const way = target
    .clone()
    .sub(new Vector3(0, 17, 0))
    .normalize(); // (2, 1, 2) / 3
  expect(aheadOf('頭').distanceTo(way)).toBeLessThan(1e-9);
});

test('the direction to the target is taken in the space of the chest', () => {
  rig.pose.rotations.set(about.y(90), 0); // she faces +x
  solve();
  lookAt.write(new Vector3(50, 17, 0), AT_ONCE);
  expectRotation('首', REST);
  lookAt.write(new Vector3(50, 17, -50), AT_ONCE); // 45° to her left
  expectRotation('首', about.y(18));
  expectRotation('頭', about.y(27));
});

test('after 0.22 s, a fraction of 1 − 1/e of the turn is done, and of the fade from the motion', () => {
  const share = 1 - Math.exp(-1);
  lookAt.write(new Vector3(50, 17, 50), 0.22); // 45° left
  expectRotation('首', about.y(45 * 0.4 * share * share));
  expect(lookAt.isMoving).toBe(true);
});

test('without a target, or after zero seconds, the pose is that of the motion', () => {
  rig.pose.rotations.set(about.x(20), 4 * rig.boneIndex('頭'));
  lookAt.write(undefined, AT_ONCE);
  lookAt.write(new Vector3(100, 17, 0), 0);
  expectRotation('頭', about.x(20));
});
