import { createPmx, createPmxBone, createVmd, type Vector3 } from '@odori/format';
import { createPoseTarget, createRigDefinition, Motion, Rig } from '@odori/runtime';
import { beforeEach, expect, test } from 'vitest';
import { Mix } from '#demos/clips/src/mix.js';

let rig: Rig;
let mix: Mix;

/** A motion in which センター (center) stays at one place for a second. */
function at(position: Vector3): Motion {
  return Motion.from(createVmd({ bones: [0, 30].map((frame) => ({ name: 'センター', frame, position })) }));
}

beforeEach(() => {
  rig = new Rig(createRigDefinition(createPmx({ bones: [createPmxBone({ name: 'センター' })] })));
  const layer = Motion.from(
    createVmd({
      bones: [
        { name: 'センター', frame: 0 },
        { name: 'センター', frame: 10, position: [0, 0, -1] },
        { name: 'センター', frame: 30, position: [0, 0, -1] },
      ],
    }),
  );
  const target = createPoseTarget(rig.definition, rig.pose);
  mix = new Mix(target, [at([10, 0, 0]), at([0, 20, 0])], layer);
  mix.interpolate('exact');
});

function expectPlace(...place: readonly number[]): void {
  place.forEach((value, i) => expect(rig.pose.translations[i], 'xyz'[i]).toBeCloseTo(value, 5));
}

test('the first motion has weight 1 at the start', () => {
  mix.update(0, 0);
  expectPlace(10, 0, 0);
  expect(mix.strongest).toBe(0);
});

test('weights blend motions; a sum below 1 leaves a part of the rest pose, a sum above 1 is normalized', () => {
  mix.setWeight(0, 0.5);
  mix.setWeight(1, 0.5);
  mix.update(0, 0);
  expectPlace(5, 10, 0);
  mix.setWeight(0, 0.2);
  mix.setWeight(1, 0);
  mix.update(0, 0);
  expectPlace(2, 0, 0);
  mix.setWeight(0, 1);
  mix.setWeight(1, 1);
  mix.update(0, 0);
  expectPlace(5, 10, 0);
});

test('a fade goes on while the motions are paused, and another fade starts from the current weights', () => {
  mix.fadeTo(1, 2);
  mix.update(0, 0.5);
  expectPlace(7.5, 5, 0);
  expect(mix.isFading).toBe(true);
  mix.fadeTo(0, 1);
  mix.update(0, 0.5); // half the way from 0.75 to 1
  expectPlace(8.75, 2.5, 0);
  mix.update(0, 0.5);
  expectPlace(10, 0, 0);
  expect([mix.isFading, ...mix.weights]).toEqual([false, 1, 0]);
});

test('setting a weight ends the fade', () => {
  mix.fadeTo(1, 2);
  mix.update(0, 1);
  mix.setWeight(1, 0.25);
  mix.update(0, 1);
  expect(mix.weights).toEqual([0.5, 0.25]);
});

test('the layer is added to the blend', () => {
  mix.layerWeight = 0.5;
  mix.update(20 / 30, 0);
  expectPlace(10, 0, 0.5); // half of 1, towards the camera: +z
});

test('baked clips give the same pose at the same time as exact ones', () => {
  mix.update(0.4, 0);
  const clips = mix.interpolate('baked');
  expect(clips).toHaveLength(2);
  mix.update(0, 0);
  expectPlace(10, 0, 0);
});
