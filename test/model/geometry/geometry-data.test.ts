import type { Pmx } from '@odori/format';
import type { BufferGeometry } from 'three';
import { describe, expect, test } from 'vitest';
import { createGeometry } from '#src/model/geometry/model-geometry.js';
import { geometryData } from '#src/model/geometry/geometry-data.js';
import { smallPmx, type SmallVertex } from '#test/model/small-model.js';

function geometryOf(pmx: Pmx): BufferGeometry {
  return createGeometry(geometryData(pmx));
}

/** `count` vertices at the origin. */
function blank(count: number): SmallVertex[] {
  return Array.from({ length: count }, () => ({}));
}

function column(geometry: BufferGeometry, name: string): number[] {
  return [...geometry.getAttribute(name).array];
}

function groupsOf({ groups }: BufferGeometry): number[][] {
  return groups.map(({ start, count, materialIndex }) => [start, count, materialIndex!]);
}

describe('vertices', () => {
  test('positions and normals are mirrored in z, UVs and edge scales stay', () => {
    const geometry = geometryOf(
      smallPmx({
        vertices: [
          { position: [1, 2, 3], normal: [0.5, 0.25, -0.75], uv: [0.25, 0.75], edgeScale: 2 },
          { position: [-4, 5, -6], normal: [0, 0, 1], uv: [-1, 3], edgeScale: 0.5 },
        ],
      }),
    );
    expect(column(geometry, 'position')).toEqual([1, 2, -3, -4, 5, 6]);
    expect(column(geometry, 'normal')).toEqual([0.5, 0.25, 0.75, 0, 0, -1]);
    expect(column(geometry, 'uv')).toEqual([0.25, 0.75, -1, 3]);
    expect(column(geometry, 'edgeScale')).toEqual([2, 0.5]);
    const sizes = ['position', 'normal', 'uv', 'edgeScale', 'skinIndex', 'skinWeight'];
    expect(sizes.map((name) => geometry.getAttribute(name).itemSize)).toEqual([3, 3, 2, 1, 4, 4]);
  });

  test('each additional UV is an attribute, although the file stores them together', () => {
    const vertices = [{ moreUvs: [1, 2, 3, 4, 5, 6, 7, 8] }, { moreUvs: [11, 12, 13, 14, 15, 16, 17, 18] }];
    const geometry = geometryOf(smallPmx({ vertices, additionalUvCount: 2 }));
    expect(column(geometry, 'uv1')).toEqual([1, 2, 3, 4, 11, 12, 13, 14]);
    expect(column(geometry, 'uv2')).toEqual([5, 6, 7, 8, 15, 16, 17, 18]);
    expect(geometry.getAttribute('uv2').itemSize).toBe(4);
    expect(geometry.hasAttribute('uv3')).toBe(false);
  });

  test('without additional UVs and SDEF there are no attributes for them', () => {
    const geometry = geometryOf(smallPmx({ vertices: blank(1) }));
    expect(Object.keys(geometry.attributes).toSorted()).toEqual(
      ['edgeScale', 'normal', 'position', 'skinIndex', 'skinWeight', 'uv'].toSorted(),
    );
  });

  test('numbers that are not finite become 0', () => {
    const bad: [number, number, number] = [NaN, Infinity, -Infinity];
    const vertices: SmallVertex[] = [
      { position: bad, normal: bad, uv: [NaN, 1], moreUvs: [NaN, 1, 2, Infinity], edgeScale: NaN },
    ];
    const geometry = geometryOf(smallPmx({ vertices, additionalUvCount: 1 }));
    expect(column(geometry, 'position')).toEqual([0, 0, -0]);
    expect(column(geometry, 'normal')).toEqual([0, 0, -0]);
    expect(column(geometry, 'uv')).toEqual([0, 1]);
    expect(column(geometry, 'uv1')).toEqual([0, 1, 2, 0]);
    expect(column(geometry, 'edgeScale')).toEqual([0]);
  });

  test('the document is not changed', () => {
    const pmx = smallPmx({
      vertices: [
        { position: [1, 2, 3], normal: [NaN, 0, 1], moreUvs: [NaN, 1, 2, 3], bones: [5], edgeScale: NaN },
        { type: 3, bones: [0, 1], weights: [0.5, 0.5], sdef: [1, 2, 3, 4, 5, 6, 7, 8, 9] },
        {},
      ],
      additionalUvCount: 1,
      bones: [{}, {}],
      indices: [0, 1, 2, 0, 2, 9],
      materials: [{ indexCount: 60 }],
    });
    const before = structuredClone(pmx);
    const geometry = geometryOf(pmx);
    for (const attribute of Object.values(geometry.attributes)) attribute.array.fill(7);
    geometry.index!.array.fill(1);
    expect(pmx).toEqual(before);
  });
});

describe('triangles', () => {
  test('the winding of triangles is reversed: clockwise becomes counter-clockwise', () => {
    const geometry = geometryOf(smallPmx({ vertices: blank(4), indices: [0, 1, 2, 2, 3, 0] }));
    expect([...geometry.index!.array]).toEqual([0, 2, 1, 2, 0, 3]);
  });

  test('a triangle with an index out of range becomes a point; an incomplete triangle is left out', () => {
    const indices = [0, 1, 2, 1, 3, 2, 0xffffffff, 1, 2, 2, 1, 0, 1, 2];
    const geometry = geometryOf(smallPmx({ vertices: blank(3), indices }));
    expect([...geometry.index!.array]).toEqual([0, 2, 1, 0, 0, 0, 0, 0, 0, 2, 0, 1]);
  });

  test('each material with triangles has a group', () => {
    const materials = [3, 0, 6].map((indexCount) => ({ indexCount }));
    const geometry = geometryOf(smallPmx({ vertices: blank(3), indices: Array(9).fill(0), materials }));
    expect(groupsOf(geometry)).toEqual([
      [0, 3, 0],
      [3, 6, 2],
    ]);
  });

  test('the groups of materials with wrong index counts stay within the triangles', () => {
    const materials = [-6, 4, 0x7fffffff, 3].map((indexCount) => ({ indexCount }));
    const geometry = geometryOf(smallPmx({ vertices: blank(3), indices: Array(9).fill(0), materials }));
    expect(groupsOf(geometry)).toEqual([
      [0, 3, 1],
      [3, 6, 2],
    ]);
  });

  test('triangles without a material are in no group', () => {
    const geometry = geometryOf(
      smallPmx({ vertices: blank(3), indices: Array(9).fill(0), materials: [{ indexCount: 3 }] }),
    );
    expect(groupsOf(geometry)).toEqual([[0, 3, 0]]);
    expect(geometry.index!.count).toBe(9);
  });

  /** The last index of a triangle that uses the last of `count` vertices. */
  function lastIndex(count: number): [number, number] {
    const { array } = geometryOf(smallPmx({ vertices: blank(count), indices: [0, 1, count - 1] })).index!;
    return [array.BYTES_PER_ELEMENT, array[1]];
  }

  // In 16 bits, 0xffff is not a vertex for the GPU: it restarts the primitive (WebGL 2's fixed primitive
  // restart).
  test('indices have 16 bits if 0xffff is not among them, else 32', () => {
    expect(lastIndex(0xffff)).toEqual([2, 0xfffe]);
    expect(lastIndex(0x10000)).toEqual([4, 0xffff]);
    expect(lastIndex(0x10001)).toEqual([4, 0x10000]);
  });
});

test('an empty model gives an empty geometry', () => {
  const geometry = geometryOf(smallPmx());
  expect(column(geometry, 'position')).toEqual([]);
  expect([geometry.index!.count, geometry.groups.length]).toEqual([0, 0]);
});
