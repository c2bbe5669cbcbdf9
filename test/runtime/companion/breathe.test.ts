import { breathe } from '#src/runtime/companion/breathe.js';
import {
  aheadOf,
  companionRig,
  type Dance,
  live,
  rotationOf,
} from '#test/runtime/companion/companion-rig.js';
import { about, placeOf, setTurn } from '#test/runtime/rig/small-rig.js';
import { Vector3 } from 'three';
import { describe, expect, test } from 'vitest';

/** Degrees by which 上半身2 (chest) leans back, 60 a second. */
function lean(adjust: ReturnType<typeof breathe>, seconds: number): number[] {
  const rig = companionRig();
  const angles: number[] = [];
  live(rig, adjust, seconds, undefined, () =>
    angles.push((Math.asin(aheadOf(rig, '上半身2').y) * 180) / Math.PI),
  );
  return angles;
}

test('the chest leans back by 0.8 to 1.2 times 0.022 rad, in breaths of the asked length', () => {
  const angles = lean(breathe({ rate: 15 }), 240);
  const tops = angles.filter((angle, i) => angle > angles[i - 1] && angle >= angles[i + 1]);
  expect(tops.length).toBeGreaterThanOrEqual(57); // 60 on average
  expect(tops.length).toBeLessThanOrEqual(63);
  const degree = (0.022 * 180) / Math.PI;
  expect(Math.min(...tops)).toBeGreaterThan(0.79 * degree);
  expect(Math.max(...tops)).toBeLessThan(1.2 * degree);
  expect(Math.min(...angles)).toBeGreaterThanOrEqual(0);
  const steps = angles.map((angle, i) => Math.abs(angle - (angles[i - 1] ?? 0)));
  expect(Math.max(...steps)).toBeLessThan(0.06);
});

test('depth scales it, and rate 0 holds the breath', () => {
  const [once, twice] = [lean(breathe(), 10), lean(breathe({ depth: 2 }), 10)];
  expect(Math.max(...twice) / Math.max(...once)).toBeCloseTo(2, 2);
  expect(Math.max(...lean(breathe({ rate: 0 }), 10))).toBe(0);
});

test('the same seed gives the same breaths, another one others', () => {
  expect(lean(breathe({ seed: 3 }), 20)).toEqual(lean(breathe({ seed: 3 }), 20));
  expect(lean(breathe({ seed: 4 }), 20)).not.toEqual(lean(breathe({ seed: 3 }), 20));
});

describe('on top of a dance', () => {
  const dance: Dance = (rig) => {
    setTurn(rig, rig.boneIndex('上半身'), about(0, 1, 0, 50));
    setTurn(rig, rig.boneIndex('上半身2'), about(1, 0, 0, 20));
    setTurn(rig, rig.boneIndex('首'), about(0, 0, 1, 15));
  };

  test('the head keeps its direction', () => {
    const [rig, still] = [companionRig(), companionRig()];
    live(still, () => undefined, 0.1, dance);
    live(rig, breathe({ depth: 3 }), 5, dance, () => {
      expect(aheadOf(rig, '頭').angleTo(aheadOf(still, '頭'))).toBeLessThan(1e-6);
    });
  });

  test('the shoulders rise with the chest', () => {
    const rig = companionRig();
    let highest = 0;
    live(rig, breathe(), 5, undefined, () => {
      const up = new Vector3(1, 0, 0).applyQuaternion(rotationOf(rig, '左肩')).y;
      const down = new Vector3(1, 0, 0).applyQuaternion(rotationOf(rig, '右肩')).y;
      expect(up).toBeGreaterThanOrEqual(0);
      expect(down).toBeCloseTo(-up, 9);
      highest = Math.max(highest, up);
    });
    expect(highest).toBeGreaterThan(0.015);
    expect(placeOf(rig, rig.boneIndex('センター')).y).toBe(8);
  });
});

test('it goes on in pauses, and without bones nothing happens', () => {
  const [rig, other] = [companionRig(), companionRig()];
  live(rig, breathe(), 1);
  const adjust = breathe();
  for (let frame = 0; frame < 60; frame++) {
    other.pose.reset();
    adjust(other, 0, { seconds: 1 / 60, isJump: false });
  }
  expect(other.pose.rotations).toEqual(rig.pose.rotations);
  const bare = companionRig({ without: ['上半身', '上半身2', '首', '頭', '左肩', '右肩'] });
  live(bare, breathe(), 1);
  expect(bare.pose.rotations.filter((value) => value === 1)).toHaveLength(bare.definition.boneCount);
});

test.each([{ rate: -1 }, { depth: Infinity }])('%o is refused', (options) => {
  expect(() => breathe(options)).toThrow(RangeError);
});
