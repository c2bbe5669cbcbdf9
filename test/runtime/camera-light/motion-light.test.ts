import { createVmd } from '@odori/format';
import { MmdShadow, Motion, MotionLight } from '@odori/runtime';
import { DirectionalLight, SRGBColorSpace } from 'three';
import { describe, expect, test } from 'vitest';
import { vector } from '#test/support/playback-vectors.js';

type Triple = [number, number, number];

test('vector 17: color and position of the light', () => {
  interface Key {
    frame: number;
    color: Triple;
    direction: Triple;
  }
  const { light } = vector(17) as {
    light: { key0: Key; key1: Key; samples: (Key & { three_light_position_direction: Triple })[] };
  };
  const of = new MotionLight(
    Motion.from(createVmd({ lights: [light.key0, light.key1] })),
    new DirectionalLight(),
  );
  for (const { frame, color, three_light_position_direction } of light.samples) {
    of.sample(frame);
    const direction = of.light.position.clone().normalize().toArray();
    direction.forEach((value, i) => expect(value).toBeCloseTo(three_light_position_direction[i], 6));
    expect(of.light.position.length()).toBeCloseTo(100, 9);
    const { r, g, b } = of.light.color.getRGB({ r: 0, g: 0, b: 0 }, SRGBColorSpace);
    [r, g, b].forEach((value, i) => expect(value).toBeCloseTo(color[i], 4)); // three rounds sRGB itself
  }
});

test('the light is at a distance from its target', () => {
  const lights = [{ frame: 0, direction: [0, -1, 0] as Triple }];
  const of = new MotionLight(Motion.from(createVmd({ lights })), new DirectionalLight(), { radius: 7 });
  of.light.target.position.set(1, 2, 3);
  of.sample(0);
  expect(of.light.position.toArray()).toEqual([1, 9, 3]);
});

const selfShadows = [
  { frame: 0, mode: 1, distance: 0.01125 },
  { frame: 10, mode: 2, distance: 0.01125 },
  { frame: 20, mode: 1, distance: 0 },
  { frame: 30, mode: 0, distance: 0.1 },
];

test('self-shadow mode 0 turns shadows off, modes and distance set the box of the shadow', () => {
  const of = new MotionLight(Motion.from(createVmd({ selfShadows })), new DirectionalLight(), { unit: 0.5 });
  const boxAt = (frame: number): number[] => {
    of.sample(frame);
    const { left, right, top, bottom, far } = of.light.shadow.camera;
    expect([left, top, bottom]).toEqual([-right, right, -right]);
    return [right, far].map((value) => Math.round(1000 * value) / 1000);
  };
  // 0.5 / (2 · 0.01125); 100 to the target and twice as much behind it
  expect(boxAt(0)).toEqual([22.222, 144.444]);
  expect(of.light.castShadow).toBe(true);
  expect(boxAt(9)).toEqual([22.222, 144.444]);
  expect(boxAt(10)).toEqual([14.815, 129.63]); // 0.5 / (3 · 0.01125)
  expect(boxAt(20)).toEqual([25000, 50100]); // a box without end gets one
  expect(boxAt(29)).toEqual([25000, 50100]);
  expect(of.light.castShadow).toBe(true);
  expect(boxAt(30)).toEqual([25000, 50100]);
  expect(of.light.castShadow).toBe(false);
});

test('a light with MMD’s shadow map gets mode and value', () => {
  const light = new DirectionalLight();
  const map = MmdShadow.give(light);
  const of = new MotionLight(Motion.from(createVmd({ selfShadows })), light);
  const at = (frame: number): unknown[] => {
    of.sample(frame);
    return [map.mode, Math.round(1e7 * map.value)];
  };
  expect([at(0), at(10), at(20), at(30)]).toEqual([
    [1, 112500],
    [2, 112500],
    [1, 100],
    [1, 100],
  ]);
});

test('a light with MMD’s shadow map gets the length of the direction; a direction of length 0 keeps the last', () => {
  const light = new DirectionalLight();
  const map = MmdShadow.give(light);
  const lights = [
    { frame: 0, direction: [0, -0.6, 0.8] as Triple },
    { frame: 10, direction: [0, -3, 4] as Triple },
    { frame: 20, direction: [0, 0, 0] as Triple },
  ];
  const of = new MotionLight(Motion.from(createVmd({ lights })), light);
  expect(map.directionLength).toBeCloseTo(1.224745, 6); // of (−0.5, −1, 0.5), the light of a new project
  const lengths = [0, 5, 10, 20].map((frame) => (of.sample(frame), map.directionLength));
  [1, 3, 5, 5].forEach((length, i) => expect(lengths[i]).toBeCloseTo(length, 6));
});

test('without tracks the light is not changed', () => {
  const light = new DirectionalLight(0x336699, 2);
  light.castShadow = true;
  const before = light.toJSON();
  new MotionLight(Motion.from(), light).sample(10);
  expect(light.toJSON()).toEqual(before);
});

describe('the time of a MotionLight', () => {
  const dusk = Motion.from(
    createVmd({
      lights: [
        { frame: 0, color: [1, 1, 1] },
        { frame: 60, color: [0, 0, 0] },
      ],
      selfShadows: [{ frame: 90, mode: 1, distance: 0 }],
    }),
  );

  function redAt(motion: Motion, frame: number, loop: boolean): number {
    const light = new MotionLight(motion, new DirectionalLight(), { loop });
    light.sample(frame);
    return light.light.color.getRGB({ r: 0, g: 0, b: 0 }, SRGBColorSpace).r;
  }

  test('a looping light holds its first colour before the motion begins', () => {
    expect(redAt(dusk, -6, true)).toBeCloseTo(1, 6);
    expect(redAt(dusk, 96, true)).toBeCloseTo(0.9, 4);
  });

  test('a light with a slice is as long as the slice, and holds its ends', () => {
    const part = dusk.slice(15, 45);
    expect(new MotionLight(part, new DirectionalLight()).duration).toBe(1);
    expect(redAt(part, -10, false)).toBeCloseTo(0.75, 4);
    expect(redAt(part, 40, false)).toBeCloseTo(0.25, 4);
  });
});

test.each([NaN, Infinity, 0, -1])('a radius or unit of %f is refused', (value) => {
  for (const name of ['radius', 'unit']) {
    expect(() => new MotionLight(Motion.from(), new DirectionalLight(), { [name]: value })).toThrow(
      new RangeError(`${name} must be a finite number above 0, not ${value}`),
    );
  }
});
