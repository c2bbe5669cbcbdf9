import type { PmxVertices } from '@odori/format';
import { BDEF2, SDEF } from '@odori/format/internal';
import type { BufferGeometry, InterleavedBufferAttribute } from 'three';
import { describe, expect, test } from 'vitest';
import { createGeometry } from '#src/model/geometry/model-geometry.js';
import { sdefColumn } from '#src/model/geometry/sdef-column.js';
import { smallVertices, type SmallVertex } from '#test/model/small-model.js';

const NAMES = ['sdefCenter', 'sdefArm0', 'sdefArm1'] as const;
const BONES = 2;

function geometryOf(...vertices: SmallVertex[]): BufferGeometry {
  return sdefGeometry(smallVertices(vertices));
}

function sdefGeometry(vertices: PmxVertices): BufferGeometry {
  return createGeometry({
    columns: [],
    sdef: sdefColumn(vertices, BONES),
    index: new Uint16Array(0),
    groups: [],
  });
}

/** C with its w, A0 and A1. */
function sdefOf(geometry: BufferGeometry, vertex: number): number[][] {
  return NAMES.map((name) => {
    const attribute = geometry.getAttribute(name);
    return Array.from({ length: attribute.itemSize }, (_, i) => attribute.getComponent(vertex, i));
  });
}

/** An SDEF vertex with C, R0 and R1. */
function spherical(weight: number, ...sdef: number[]): SmallVertex {
  return { type: SDEF, bones: [0, 1], weights: [weight, 1 - weight], sdef };
}

test('C and the arms, computed by hand; z is mirrored', () => {
  const geometry = geometryOf({}, spherical(0.25, 1, 2, 3, 4, 0, 8, 0, -4, 0));
  // Rw = ¼·R0 + ¾·R1 = (1, −3, 2); A0 = C + (R0 − Rw) / 2 = C + (1.5, 1.5, 3); A1 = C + (R1 − Rw) / 2 = C +
  // (−0.5, −0.5, −1)
  expect(sdefOf(geometry, 1)).toEqual([
    [1, 2, -3, 1],
    [2.5, 3.5, -6],
    [0.5, 1.5, -2],
  ]);
});

test('the three attributes share one buffer of 10 numbers a vertex', () => {
  const geometry = geometryOf({}, spherical(0.25, 1, 2, 3, 4, 0, 8, 0, -4, 0));
  const [center, ...arms] = NAMES.map((name) => geometry.getAttribute(name) as InterleavedBufferAttribute);
  expect(arms.map(({ data }) => data)).toEqual([center.data, center.data]);
  expect([...center.data.array]).toEqual([...Array(10).fill(0), 1, 2, -3, 1, 2.5, 3.5, -6, 0.5, 1.5, -2]);
});

test('with the whole weight on one bone, Rw is its R, and its arm is C', () => {
  const geometry = geometryOf(
    spherical(1, 1, 0, 0, 5, 0, 0, 9, 0, 0),
    spherical(0, 1, 0, 0, 5, 0, 0, 9, 0, 0),
  );
  expect(sdefOf(geometry, 0).map(([x]) => x)).toEqual([1, 1, 3]); // A1 = 1 + (9 − 5) / 2
  expect(sdefOf(geometry, 1).map(([x]) => x)).toEqual([1, -1, 1]); // A0 = 1 + (5 − 9) / 2
});

test.each([0, 0.25, 0.5, 0.875, 1])('at rest, weight %f: v − C + w0·A0 + w1·A1 is v', (weight) => {
  // Of small whole numbers and halves all sums are exact; the arms' mean has to be C.
  const geometry = geometryOf(spherical(weight, 3, -5, 7, 16, 8, -32, -64, 24, 40));
  const [center, arm0, arm1] = sdefOf(geometry, 0);
  const vertex = [10, 20, 30];
  const rest = vertex.map((v, i) => v - center[i] + weight * arm0[i] + (1 - weight) * arm1[i]);
  expect(rest).toEqual(vertex);
});

describe('SDEF vertices', () => {
  test('only SDEF vertices are marked; without any there are no attributes', () => {
    const geometry = geometryOf(
      { type: BDEF2, bones: [0, 1], weights: [0.5, 0.5] },
      spherical(0.5, 1, 1, 1),
      {},
    );
    expect([0, 1, 2].map((vertex) => sdefOf(geometry, vertex)[0][3])).toEqual([0, 1, 0]);
    expect(NAMES.map((name) => geometryOf({}, {}).hasAttribute(name))).toEqual([false, false, false]);
  });

  test.each([
    ['−1', [-1, 1]],
    ['−1, the second', [0, -1]],
    ['out of range', [0, BONES]],
  ])('a vertex is SDEF only with two existing bones: %s', (_, bones) => {
    const geometry = geometryOf({ ...spherical(0.5, 1, 2, 3), bones }, spherical(0.5, 1, 2, 3));
    expect(sdefOf(geometry, 0)).toEqual([
      [0, 0, 0, 0],
      [0, 0, 0],
      [0, 0, 0],
    ]);
    expect(sdefOf(geometry, 1)[0][3]).toBe(1);
  });

  test('a vertex is SDEF only with a weight from 0 to 1', () => {
    const marks = [NaN, -0.5, 1.5, -1e21, Infinity, 0, 1].map((weight) => {
      const geometry = geometryOf(spherical(weight, 1, 2, 3));
      return sdefOf(geometry, 0)[0][3];
    });
    expect(marks).toEqual([0, 0, 0, 0, 0, 1, 1]);
  });
});

test('numbers that are not finite become 0', () => {
  const geometry = geometryOf(spherical(0.5, NaN, 2, Infinity, NaN, 0, 0, 4, -Infinity, 0));
  // x: R0 = 0, R1 = 4, Rw = 2, so A0 = −1 and A1 = 1
  expect(
    sdefOf(geometry, 0)
      .flat()
      .map((value) => value + 0),
  ).toEqual([0, 2, 0, 1, -1, 2, 0, 1, 2, 0]);
});

test('listed vertices that are missing or not SDEF are ignored', () => {
  const vertices = smallVertices([spherical(0.5, 1, 2, 3), {}]);
  vertices.sdefVertices = Uint32Array.of(0, 1, 99);
  vertices.sdefVectors = new Float32Array(27).fill(1);
  const geometry = sdefGeometry(vertices);
  expect([0, 1].map((vertex) => sdefOf(geometry, vertex)[0][3])).toEqual([1, 0]);
});
