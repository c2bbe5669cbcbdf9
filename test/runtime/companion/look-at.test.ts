import { lookAt } from '#src/runtime/companion/look-at.js';
import type { LookTarget } from '#src/runtime/companion/look-target.js';
import {
  aheadOf,
  anglesOf,
  companionRig,
  type Dance,
  eyesOf,
  gazeError,
  live,
  rotationOf,
} from '#test/runtime/companion/companion-rig.js';
import { about, setTurn } from '#test/runtime/rig/small-rig.js';
import { Object3D, PerspectiveCamera, Quaternion, Vector3 } from 'three';
import { describe, expect, test } from 'vitest';

const still = { saccades: 0 } as const;
/** Turns a bone as a dance does: `degrees` times the sine of the time. */
const turning =
  (name: string, axis: 'x' | 'y' | 'z', degrees: number): Dance =>
  (rig, seconds) => {
    const turn = about(
      +(axis === 'x'),
      +(axis === 'y'),
      +(axis === 'z'),
      degrees * Math.sin(2 * Math.PI * seconds),
    );
    setTurn(rig, rig.boneIndex(name), turn);
  };

describe('the gaze reaches a still target within half a second', () => {
  test.each([
    ['ahead', [0, 18, 30]],
    ['aside', [10, 20, 20]],
    ['far aside', [30, 17, 5]],
    ['a little behind, to the right', [-30, 18, -4]],
    ['above', [3, 32, 20]],
    ['below, beside her', [-6, 6, 12]],
    ['near', [1, 16.5, 4]],
  ] as const)('%s', (_, [x, y, z]) => {
    const rig = companionRig();
    live(rig, lookAt([x, y, z], still), 0.5);
    expect(gazeError(rig, new Vector3(x, y, z))).toBeLessThan(1);
    expect(gazeError(rig, new Vector3(x, y, z), '右目')).toBeLessThan(1);
  });

  test.each([
    ['without 両目', { without: ['両目'] }],
    ['with eyes that append a half of 両目', { ratio: 0.5 }],
    ['without 首', { without: ['首'] }],
    ['without 上半身2', { without: ['上半身2'] }],
    ['without trunk', { without: ['上半身', '上半身2'] }],
    ['without 頭', { without: ['頭'] }],
  ] as const)('of a rig %s', (_, options) => {
    const target = new Vector3(15, 14, 20);
    const rig = companionRig(options);
    live(rig, lookAt(target, still), 0.5);
    expect(gazeError(rig, target)).toBeLessThan(1);
  });

  test('of a rig without eyes, by its head', () => {
    const target = new Vector3(15, 14, 20);
    const rig = companionRig({ without: ['両目', '左目', '右目'] });
    live(rig, lookAt(target, still), 0.5);
    const head = new Vector3().fromArray(rig.worldPositions, 3 * rig.boneIndex('頭'));
    expect((aheadOf(rig, '頭').angleTo(target.clone().sub(head)) * 180) / Math.PI).toBeLessThan(1);
  });

  test('of a rig that stands turned and scaled in the world', () => {
    const space = new Object3D();
    space.position.set(3, -1, 2);
    space.rotation.set(0.3, 2, -0.4);
    space.scale.setScalar(0.08);
    space.updateMatrixWorld();
    const target = new Vector3(8, 22, 15);
    const rig = companionRig();
    live(rig, lookAt(space.localToWorld(target.clone()), { ...still, space }), 0.5);
    expect(gazeError(rig, target)).toBeLessThan(1);
  });

  test.each([
    ['a bone above the head', turning('センター', 'y', 12)],
    ['the head', turning('頭', 'y', 8)],
    ['the eyes', turning('両目', 'y', 10)],
  ] as const)('while the dance turns %s, and stays there', (_, dance) => {
    const target = new Vector3(6, 20, 25);
    const rig = companionRig();
    const errors: number[] = [];
    live(rig, lookAt(target, still), 3, dance, (_rig, seconds) => {
      if (seconds >= 0.5) errors.push(gazeError(rig, target));
    });
    expect(Math.max(...errors)).toBeLessThan(1);
  });

  test('of a rig that hangs on something outside', () => {
    const target = new Vector3(6, 12, 20);
    const rig = companionRig();
    const half = about(0, 1, 0.3, 50);
    rig.setExternalParent(-1, {
      rotation: Float64Array.from(half),
      position: Float64Array.of(2, -3, 1),
    });
    live(rig, lookAt(target, still), 0.6);
    expect(gazeError(rig, target)).toBeLessThan(1);
  });
});

test('eyes come first, then the head, then the body', () => {
  const rig = companionRig();
  const head: number[] = [];
  live(rig, lookAt([20, 18, 20], still), 1, undefined, () => head.push(anglesOf(rig, '頭', '上半身2')[0]));
  const eyes: number[] = [];
  const again = companionRig();
  live(again, lookAt([20, 18, 20], still), 1, undefined, () => eyes.push(anglesOf(again, '左目', '頭')[0]));
  const half = (angles: readonly number[]): number =>
    angles.findIndex((angle) => angle > Math.max(...angles) / 2);
  expect(half(eyes)).toBeLessThan(half(head));
  expect(Math.max(...eyes)).toBeCloseTo(14, 6); // at their limit until the head has come
});

test.each([
  [40, 10, 3],
  [-40, 40, 3],
  [3, 60, 10],
  [30, -60, 20],
])('at %d %d %d, no part goes beyond its limits', (x, y, z) => {
  const rig = companionRig();
  const limits = { eyes: [10, 5], head: [30, 15], body: [8, 4] } as const;
  live(rig, lookAt([x, y, z], { limits, saccades: 8, body: 0.5 }), 2, undefined, () => {
    const parts = [
      [anglesOf(rig, '左目', '頭'), limits.eyes],
      [anglesOf(rig, '頭', '上半身2'), limits.head],
      [anglesOf(rig, '上半身2', '上半身'), limits.body],
    ] as const;
    for (const [angles, limit] of parts)
      angles.forEach((angle, i) => expect(Math.abs(angle)).toBeLessThan(limit[i] + 1e-6));
  });
});

test('a part with the share 0 stays as it is', () => {
  const rig = companionRig();
  live(rig, lookAt([20, 18, 20], { ...still, head: 0, body: 0 }), 1);
  for (const name of ['上半身2', '首', '頭']) expect(rotationOf(rig, name).w).toBe(1);
  expect(anglesOf(rig, '左目', '頭')[0]).toBeCloseTo(14, 6);
});

test('what the dance does with her head stays while the target is ahead of it', () => {
  const rig = companionRig();
  // she looks to the left and tilts her head
  const turn = new Quaternion().multiplyQuaternions(about(0, 1, 0, 40), about(0, 0, 1, 20));
  const dance: Dance = () => setTurn(rig, rig.boneIndex('頭'), turn);
  live(rig, () => undefined, 0.1, dance);
  const target = eyesOf(rig).addScaledVector(aheadOf(rig, '左目'), 20);
  live(rig, lookAt(target, { ...still, body: 0 }), 1, dance);
  const along = anglesOf(rig, '左目', '頭');
  expect(along[0]).toBeCloseTo(0, 6);
  expect(along[1]).toBeCloseTo(0, 6);
  expect(rotationOf(rig, '頭').angleTo(turn)).toBeLessThan(1e-6);
});

describe('the pose returns to that of the dance', () => {
  const dance = turning('頭', 'x', 10);
  const lost: readonly (readonly [string, LookTarget | undefined])[] = [
    ['there is no target', undefined],
    ['the target is behind her', [0, 18, -20]],
    ['the target is in her head', [0.1, 18, 0.4]],
    ['the target is between her eyes', [0, 18, 0.5]],
    ['the target is not a number', [NaN, 18, 20]],
    ['the target is nowhere', [Infinity, 18, 20]],
    ['a function knows no target', () => false],
  ];
  test.each(lost)('smoothly, when %s', (_, target) => {
    const rig = companionRig();
    const look = lookAt([20, 14, 16], still);
    live(rig, look, 1, dance);
    expect(anglesOf(rig, '頭', '上半身2')[0]).toBeGreaterThan(10);
    look.target = target;
    let last = rotationOf(rig, '頭');
    let largest = 0;
    live(rig, look, 3, dance, () => {
      const now = rotationOf(rig, '頭');
      largest = Math.max(largest, now.angleTo(last));
      last = now;
      expect(rig.pose.rotations.every(Number.isFinite)).toBe(true);
    });
    expect((largest * 180) / Math.PI).toBeLessThan(4);
    const expected = companionRig();
    live(expected, () => undefined, 3, dance);
    expect(rig.pose.rotations).toEqual(expected.pose.rotations);
  });

  test('and looks again without a jump', () => {
    const rig = companionRig();
    const look = lookAt([20, 14, 16], still);
    let last = new Vector3(0, 0, 1);
    let largest = 0;
    const step: Dance = () => {
      largest = Math.max(largest, aheadOf(rig, '左目').angleTo(last));
      last = aheadOf(rig, '左目');
    };
    for (let i = 0; i < 6; i++) {
      look.target = i % 2 === 0 ? [20, 14, 16] : undefined;
      live(rig, look, 0.2, undefined, step);
    }
    // in a frame, the eyes do 34 % of the whole turn
    expect((largest * 180) / Math.PI).toBeLessThan(0.34 * 55);
  });
});

test('a jump of the dance sets the gaze at its goal at once', () => {
  const rig = companionRig();
  const target = new Vector3(15, 14, 20);
  lookAt(target, still)(rig, 0, { seconds: 0, isJump: true });
  rig.solve();
  expect(gazeError(rig, target)).toBeLessThan(0.01);
});

test('it goes on in pauses, by the clock of the caller', () => {
  const [rig, other] = [companionRig(), companionRig()];
  const target = new Vector3(15, 14, 20);
  const [look, paused] = [lookAt(target, still), lookAt(target, still)];
  live(rig, look, 0.5);
  for (let frame = 0; frame < 30; frame++) {
    other.pose.reset();
    paused(other, 0, { seconds: 1 / 60, isJump: false });
    other.solve();
  }
  expect(other.pose.rotations).toEqual(rig.pose.rotations);
});

test('it looks at objects, at the camera, and where a function says, given her eyes', () => {
  const camera = new PerspectiveCamera();
  camera.position.set(6, 20, 25);
  camera.updateMatrixWorld();
  const space = new Object3D();
  space.position.set(0, 5, 0);
  space.updateMatrixWorld();
  let given = 0;
  const from = (point: Float64Array, eyes: Float64Array): void => {
    given = eyes[1];
    camera.position.toArray(point);
  };
  for (const target of [camera, from, camera.position]) {
    const rig = companionRig();
    live(rig, lookAt(target, { ...still, space }), 0.5);
    expect(gazeError(rig, new Vector3(6, 15, 25))).toBeLessThan(1);
  }
  expect(given).toBeGreaterThan(22); // the eyes are at 18
  expect(given).toBeLessThan(24);
});

test('eyes jump a little around the target, the same way for the same seed', () => {
  const target = new Vector3(3, 18, 20);
  const paths = [1, 1, 2].map((seed) => {
    const rig = companionRig();
    const errors: number[] = [];
    live(rig, lookAt(target, { seed, saccades: 2 }), 10, undefined, () =>
      errors.push(gazeError(rig, target)),
    );
    return errors.slice(60);
  });
  expect(paths[0]).toEqual(paths[1]);
  expect(paths[0]).not.toEqual(paths[2]);
  expect(Math.max(...paths[0])).toBeLessThan(2.3); // 2° aside, 1° up or down
  expect(Math.max(...paths[0])).toBeGreaterThan(1);
  const jumps = paths[0].filter((error, i) => i > 0 && Math.abs(error - paths[0][i - 1]) > 1e-3);
  expect(jumps.length).toBeGreaterThan(3);
  expect(jumps.length).toBeLessThan(30);
});

test('it counts shifts of the gaze by more than 15°', () => {
  const rig = companionRig();
  const look = lookAt([0, 18, 20], still);
  live(rig, look, 1);
  expect(look.shifts).toBe(0);
  look.target = [4, 18, 20]; // 11.3° aside
  live(rig, look, 1);
  expect(look.shifts).toBe(0);
  look.target = [-6, 18, 20];
  live(rig, look, 1);
  expect(look.shifts).toBe(1);
});

test('a rig with neither head nor eyes stays as it is', () => {
  const rig = companionRig({ without: ['首', '頭', '両目', '左目', '右目'] });
  live(rig, lookAt([10, 10, 10]), 0.5);
  expect(rig.pose.rotations.filter((value) => value === 1)).toHaveLength(rig.definition.boneCount);
});

test('looks at nothing where the target is the null of a ref, or is nowhere', () => {
  const target = new Vector3(15, 14, 20);
  for (const nothing of [null as unknown as undefined, [NaN, 0, 0], new Vector3(Infinity)] as const) {
    const rig = companionRig();
    const look = lookAt(target, still);
    live(rig, look, 0.5);
    look.target = nothing;
    live(rig, look, 2);
    expect(aheadOf(rig, '頭').z).toBeCloseTo(1, 9);
    look.target = target;
    live(rig, look, 0.5);
    expect(gazeError(rig, target)).toBeLessThan(1);
  }
});

test('numbers below 0, or not finite, are refused', () => {
  expect(() => lookAt(undefined, { body: -1 })).toThrow('body must be');
  for (const options of [{ speed: NaN }, { head: -1 }, { limits: { eyes: [Infinity, 1] } }, { saccades: -1 }])
    expect(() => lookAt(undefined, options as Parameters<typeof lookAt>[1])).toThrow(RangeError);
});
