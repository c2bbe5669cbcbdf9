import { createPmx, createPmxBone, type PmxVector3 } from '@odori/format';
import { createRigDefinition, Rig } from '@odori/runtime';
import { Quaternion, Vector3 } from 'three';
import { beforeEach, expect, test } from 'vitest';
import { LookAt } from '#demos/look/src/look-at.js';

/** A chest, a neck on it and so on, and eyes half a unit to each side of (0, 17, 0): all on one axis. */
function createHead(): Rig {
  const bone = (name: string, position: PmxVector3, parent: number): ReturnType<typeof createPmxBone> =>
    createPmxBone({ name, position, parent });
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

/** About an axis, by its angle in degrees. */
const about = {
  x: (degrees: number) => [Math.sin((degrees / 2) * RADIANS), 0, 0, Math.cos((degrees / 2) * RADIANS)],
  y: (degrees: number) => [0, Math.sin((degrees / 2) * RADIANS), 0, Math.cos((degrees / 2) * RADIANS)],
};
const REST = [0, 0, 0, 1];

function solve(): void {
  rig.solve();
  rig.solveAfterPhysics();
}

/** Where the head's +z, which is ahead, points in the model. */
function aheadOf(bone: string): Vector3 {
  return new Vector3(0, 0, 1).applyQuaternion(
    new Quaternion().fromArray(rig.worldRotations, 4 * rig.boneIndex(bone)),
  );
}

test('what is straight ahead turns nothing', () => {
  lookAt.write(new Vector3(0, 17, 50), AT_ONCE);
  for (const bone of ['首', '頭', '両目']) expectRotation(bone, REST);
  expect(lookAt.isMoving).toBe(false);
});

test('to what is at her left, neck and head turn as far as they can, and the eyes a bit further', () => {
  lookAt.write(new Vector3(100, 17, 0), AT_ONCE); // 90° left: the limit is 65°
  expectRotation('首', about.y(26)); // 0.4 × 65
  expectRotation('頭', about.y(39));
  expectRotation('両目', about.y(12)); // of the 25° that are left
  solve();
  const { x, y, z } = aheadOf('頭');
  expect([x, y, z].map((value) => value.toFixed(4))).toEqual(['0.9063', '0.0000', '0.4226']); // sin 65°, cos 65°
});

test('at her right it is the mirror image, and behind her no further', () => {
  lookAt.write(new Vector3(-10, 17, -100), AT_ONCE);
  expectRotation('首', about.y(-26));
  expectRotation('頭', about.y(-39));
});

test('30° up the head goes all the way, which is backwards about x, and leaves nothing to the eyes', () => {
  lookAt.write(new Vector3(0, 17 + 50 * Math.tan(30 * RADIANS), 50), AT_ONCE);
  expectRotation('首', about.x(-12));
  expectRotation('頭', about.x(-18));
  expectRotation('両目', REST);
  solve();
  const { y, z } = aheadOf('両目');
  expect([y, z].map((value) => value.toFixed(4))).toEqual(['0.5000', '0.8660']);
});

test('upwards and downwards there are limits of their own', () => {
  lookAt.write(new Vector3(0, 67, 0), AT_ONCE); // straight up: 35°, and 6° of the eyes
  expectRotation('首', about.x(-14));
  expectRotation('頭', about.x(-21));
  expectRotation('両目', about.x(-6));
  rig.pose.reset();
  lookAt.write(new Vector3(0, -50, 0), AT_ONCE); // straight down: 30°, and 8° of the eyes
  expectRotation('首', about.x(12));
  expectRotation('両目', about.x(8));
});

test('left and up at once: the head looks at it exactly', () => {
  const target = new Vector3(20, 27, 20); // 45° left, and atan(10 / 28.28) = 19.47° up
  lookAt.write(target, AT_ONCE);
  solve();
  const way = target
    .clone()
    .sub(new Vector3(0, 17, 0))
    .normalize(); // (2, 1, 2) / 3
  expect(aheadOf('頭').distanceTo(way)).toBeLessThan(1e-9);
});

test('the way is taken in the space of the chest', () => {
  rig.pose.rotations.set(about.y(90), 0); // she stands with her left side to us: ahead is +x
  solve();
  lookAt.write(new Vector3(50, 17, 0), AT_ONCE);
  expectRotation('首', REST);
  lookAt.write(new Vector3(50, 17, -50), AT_ONCE); // 45° to her left
  expectRotation('首', about.y(18));
  expectRotation('頭', about.y(27));
});

test('it takes its time: after 0.22 s a share of 1 − 1/e, of the turn and of what the motion loses', () => {
  const share = 1 - Math.exp(-1);
  lookAt.write(new Vector3(50, 17, 50), 0.22); // 45° left
  expectRotation('首', about.y(45 * 0.4 * share * share));
  expect(lookAt.isMoving).toBe(true);
});

test('without a target, and in no time, the motion has its way', () => {
  rig.pose.rotations.set(about.x(20), 4 * rig.boneIndex('頭'));
  lookAt.write(undefined, AT_ONCE);
  lookAt.write(new Vector3(100, 17, 0), 0);
  expectRotation('頭', about.x(20));
});
