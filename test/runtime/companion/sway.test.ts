import { sway } from '#src/runtime/companion/sway.js';
import { live } from '#test/runtime/companion/companion-rig.js';
import { placeOf } from '#test/runtime/rig/small-rig.js';
import { Rig } from '@odori/runtime/rig';
import { standardSource } from '@odori/vrm/humanoid';
import { Vector3 } from 'three';
import { expect, test } from 'vitest';

/** MMD's standard skeleton, with the IK of its legs. */
function standing(): Rig {
  return new Rig(standardSource());
}

/** Where センター (center) is beside its rest, 60 a second. */
function way(adjust: ReturnType<typeof sway>, seconds: number): Vector3[] {
  const rig = standing();
  const center = rig.boneIndex('センター');
  const places: Vector3[] = [];
  live(rig, adjust, seconds, undefined, () => places.push(placeOf(rig, center).sub(new Vector3(0, 8, 0))));
  return places;
}

test('the center moves by at most 0.14 units aside and 0.06 to and fro, slowly', () => {
  const places = way(sway(), 120);
  const most = (axis: 'x' | 'z'): number => Math.max(...places.map((place) => Math.abs(place[axis])));
  expect(most('x')).toBeGreaterThan(0.13);
  expect(most('x')).toBeLessThanOrEqual(0.14);
  expect(most('z')).toBeGreaterThan(0.05);
  expect(most('z')).toBeLessThanOrEqual(0.06);
  for (const { y } of places) expect(y).toBe(0);
  const steps = places.slice(1).map((place, i) => place.distanceTo(places[i]));
  expect(Math.max(...steps)).toBeLessThan(0.003);
});

test('the way does not repeat', () => {
  const places = way(sway(), 200);
  const period = Math.round(60 / 0.11); // of its first wave
  const apart = places.slice(period).map((place, i) => place.distanceTo(places[i]));
  expect(Math.max(...apart)).toBeGreaterThan(0.05);
});

test('the feet stay where they are, by IK', () => {
  const [rig, rest] = [standing(), standing()];
  for (const name of ['左足首', '右足首']) {
    const bone = rig.boneIndex(name);
    const place = placeOf(rest, bone);
    live(rig, sway(), 60, undefined, () => {
      expect(placeOf(rig, bone).distanceTo(place)).toBeLessThan(0.01);
    });
  }
});

test('while the IK of a leg is off, the center comes back softly, and the feet do not slide', () => {
  const rig = standing();
  const center = rig.boneIndex('センター');
  const adjust = sway({ amount: 3 });
  live(rig, adjust, 7);
  let last = placeOf(rig, center);
  expect(last.distanceTo(new Vector3(0, 8, 0))).toBeGreaterThan(0.1);
  const off = (posed: Rig): void =>
    void (posed.pose.ikEnabled[rig.definition.ikNames.indexOf('左足ＩＫ')] = 0);
  live(rig, adjust, 4, off, () => {
    const place = placeOf(rig, center);
    expect(place.distanceTo(last)).toBeLessThan(0.04);
    last = place;
  });
  expect(last.distanceTo(new Vector3(0, 8, 0))).toBeLessThan(1e-6);
});

test('the trunk leans against the center', () => {
  const rig = standing();
  let product = 0;
  live(rig, sway(), 60, undefined, () => {
    const [center, trunk] = ['センター', '上半身'].map((name) => rig.boneIndex(name));
    const up = new Vector3(rig.worldMatrices[16 * trunk + 4], 0, 0).x;
    product += up * rig.pose.translations[3 * center];
    expect(Math.acos(rig.worldMatrices[16 * trunk + 5])).toBeLessThan(0.03);
  });
  expect(product).toBeLessThan(0);
});

test('the same seed gives the same way, another one another; amount scales it', () => {
  const x = (options: Parameters<typeof sway>[0]): number[] => way(sway(options), 20).map((place) => place.x);
  expect(x({ seed: 2 })).toEqual(x({ seed: 2 }));
  expect(x({ seed: 3 })).not.toEqual(x({ seed: 2 }));
  const [once, half] = [x({}), x({ amount: 0.5 })];
  half.forEach((value, i) => expect(value).toBeCloseTo(once[i] / 2, 9));
  expect(new Set(x({ amount: 0 }))).toEqual(new Set([0]));
  expect(() => sway({ amount: NaN })).toThrow(RangeError);
});
