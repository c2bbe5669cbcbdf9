import { Quaternion, Vector3 } from 'three';
import { describe, expect, test } from 'vitest';
import {
  invert,
  multiply,
  normalize,
  projectOnAxis,
  scaleRotation,
  rotateVector,
} from '#src/runtime/rotation.js';
import { about, expectTurn } from './rig/small-rig.js';

const a = about(1, 2, -3, 70);
const b = about(-2, 0.5, 1, 200);
const at = (array: Float64Array, i: number): Quaternion => new Quaternion().fromArray(array, i);
/** Both quaternions, at 3 and at 8, so that a forgotten index makes a test fail. */
const both = (): Float64Array =>
  Float64Array.from([9, 9, 9, ...a.toArray(), 9, ...b.toArray(), 9, 9, 9, 9, 9]);
const [A, B, OUT] = [3, 8, 12];

test('plain arrays work as typed ones do', () => {
  const half = Math.SQRT1_2;
  const turned = multiply([9, 0, half, 0, half], 1, [0, half, 0, half], 0, [0, 0, 0, 0, 9], 0);
  expect(turned).toEqual([0, 1, 0, 0, 9].map((x) => expect.closeTo(x, 12) as unknown));
  expect(rotateVector([0, half, 0, half], 0, [0, 0, 1], 0, [0, 0, 0], 0)).toEqual(
    [1, 0, 0].map((x) => expect.closeTo(x, 12) as unknown),
  );
});

describe('multiply', () => {
  test.each([
    ['apart', OUT],
    ['out === a', A],
    ['out === b', B],
  ])('%s', (_, out) => {
    const array = both();
    multiply(array, A, array, B, array, out);
    expectTurn(at(array, out), a.clone().multiply(b), 1e-15);
    expect(array[2]).toBe(9);
  });
});

describe('invert', () => {
  test.each([
    ['apart', OUT],
    ['in place', A],
  ])('%s', (_, out) => {
    const array = both();
    invert(array, A, array, out);
    expectTurn(at(array, out), a.clone().invert(), 1e-15);
  });
});

describe('rotateVector', () => {
  const expected = new Vector3(1, 5, -2).applyQuaternion(a);

  test('writes to another array', () => {
    const v = Float64Array.of(9, 1, 5, -2);
    const out = new Float64Array(5);
    rotateVector(both(), A, v, 1, out, 2);
    expect(new Vector3().fromArray(out, 2).distanceTo(expected)).toBeLessThan(1e-14);
    expect([...v]).toEqual([9, 1, 5, -2]);
  });

  test('writes over the vector', () => {
    const v = Float64Array.of(9, 1, 5, -2);
    rotateVector(both(), A, v, 1, v, 1);
    expect(new Vector3().fromArray(v, 1).distanceTo(expected)).toBeLessThan(1e-14);
  });

  test('writes over the quaternion', () => {
    const array = both();
    rotateVector(array, A, Float64Array.of(1, 5, -2), 0, array, A);
    expect(new Vector3().fromArray(array, A).distanceTo(expected)).toBeLessThan(1e-14);
  });
});

describe('scaleRotation', () => {
  test.each([0, 0.25, 0.5, 1, -1, -0.3, 2.5])('gives %d of 70°', (ratio) => {
    const array = both();
    scaleRotation(array, A, ratio, array, OUT);
    expectTurn(at(array, OUT), about(1, 2, -3, 70 * ratio), 1e-14);
    scaleRotation(array, A, ratio, array, A);
    expectTurn(at(array, A), at(array, OUT), 0);
  });

  test('takes the short way: 200° is −160°', () => {
    const array = both();
    scaleRotation(array, B, 0.5, array, OUT);
    expectTurn(at(array, OUT), about(-2, 0.5, 1, -80), 1e-14);
  });

  test('keeps the identity, whatever the ratio', () => {
    const array = Float64Array.of(0, 0, 0, 1);
    scaleRotation(array, 0, 12.5, array, 0);
    expectTurn(at(array, 0), new Quaternion(), 0);
  });
});

describe('normalize', () => {
  test('gives length 1 for any length', () => {
    for (const length of [1e-20, 0.1, 1, 1e20]) {
      const q = Float64Array.from(a.toArray(), (value) => value * length);
      normalize(q, 0);
      expectTurn(at(q, 0), a, 1e-15);
    }
  });

  test.each([
    ['zero', [0, 0, 0, 0]],
    ['NaN', [0, NaN, 0, 1]],
    ['infinite', [Infinity, 0, 0, 1]],
    ['so short that its squares have no digits', [1e-162, 0, 0, 0]],
  ])('no turn: %s', (_, values) => {
    const q = Float64Array.from([7, ...values, 7]);
    normalize(q, 1);
    expect([...q]).toEqual([7, 0, 0, 0, 1, 7]);
  });
});

test('projectOnAxis keeps the length and w, along the axis', () => {
  const q = Float64Array.from([0.3, -0.4, 0, 0.5]); // vector part of length 0.5
  projectOnAxis(q, 0, Float64Array.of(0, 1, 0), 0);
  expectTurn(at(q, 0), new Quaternion(0, -0.5, 0, 0.5), 1e-15);
});
