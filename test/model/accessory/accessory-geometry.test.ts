import { createX, parseX, type X } from '@odori/format/x';
import { MathUtils, Vector3 } from 'three';
import { describe, expect, test } from 'vitest';
import { createAccessoryGeometry, X_UNIT } from '#src/model/accessory/accessory-geometry.js';
import { hasCorpus, readCorpus, readOracle } from '#test/support/corpus.js';
import { countReads } from '#test/support/count-reads.js';
import { xText } from '#test/support/x-bytes.js';
import type { XContent } from '#src/format/x/x.js';

type MeshContent = NonNullable<XContent['meshes']>[number];

/** A triangle in the plane z = 2 that faces the viewer: clockwise in MMD's space. */
const TRIANGLE: MeshContent = {
  positions: Float32Array.of(0, 0, 2, 0, 1, 2, 1, 0, 2),
  faceStarts: Uint32Array.of(0, 3),
  corners: Uint32Array.of(0, 1, 2),
};

function geometryOf(x: X) {
  const { geometry, materials } = createAccessoryGeometry(x);
  const list = (name: string): number[] => [...geometry.getAttribute(name).array].map((value) => value + 0);
  const groups = geometry.groups.map(({ start, count, materialIndex }) => [start, count, materialIndex]);
  return {
    positions: list('position'),
    normals: list('normal'),
    uvs: list('uv'),
    index: [...geometry.index!.array],
    groups,
    materials,
  };
}

function one(mesh: Partial<MeshContent>): ReturnType<typeof geometryOf> {
  return geometryOf(createX({ meshes: [{ ...TRIANGLE, ...mesh }] }));
}

test('a unit is ten of MMD, z changes its sign, and triangles turn the other way', () => {
  const { positions, index } = one({});
  expect(positions).toEqual([0, 0, -20, 0, 10, -20, 10, 0, -20]);
  expect(index).toEqual([0, 2, 1]);
});

test('a face of five corners is a fan of three triangles', () => {
  const { index } = one({
    positions: new Float32Array(15),
    faceStarts: Uint32Array.of(0, 5),
    corners: Uint32Array.of(0, 1, 2, 3, 4),
  });
  expect(index).toEqual([0, 2, 1, 0, 3, 2, 0, 4, 3]);
});

describe('a mesh without normals', () => {
  const ROOT = Math.SQRT1_2;

  test('has one normal for each vertex, which faces the viewer if its face is clockwise', () => {
    expect(one({}).normals).toEqual([0, 0, 1, 0, 0, 1, 0, 0, 1]);
  });

  test('weights the normals of faces by the angle of the corner, not by area or number', () => {
    // at vertex 0, a square of 90° that faces the viewer and a large triangle of 45° that faces down
    const { normals, positions } = one({
      positions: Float32Array.of(0, 0, 0, 0, 1, 0, 1, 1, 0, 1, 0, 0, 9, 0, 9),
      faceStarts: Uint32Array.of(0, 4, 7),
      corners: Uint32Array.of(0, 1, 2, 3, 0, 3, 4),
    });
    expect(positions.length / 3).toBe(5);
    // (0, −45, 90) of length 1; a fan gives both halves of the square's corner
    expect(normals.slice(0, 3).map(rounded)).toEqual([0, -0.44721, 0.89443]);
    expect(normals.slice(12).map(rounded)).toEqual([0, -1, 0]);
  });

  test('keeps an edge sharp where the file has several vertices at one place', () => {
    const { normals } = one({
      positions: Float32Array.of(0, 0, 0, 0, 1, 0, 1, 0, 0, 0, 0, 0, 1, 0, 0, 1, 0, 1),
      faceStarts: Uint32Array.of(0, 3, 6),
      corners: Uint32Array.of(0, 1, 2, 3, 4, 5),
    });
    expect(normals).toEqual([0, 0, 1, 0, 0, 1, 0, 0, 1, 0, -1, 0, 0, -1, 0, 0, -1, 0]);
  });

  test('has the normal 0 where faces cancel, are only a line, or are not there', () => {
    const { normals } = one({
      positions: Float32Array.of(0.1, 0, 0, 0.3, 1.7, 0.2, 1, 0.1, 0.7, 5, 5, 5),
      faceStarts: Uint32Array.of(0, 3, 6, 9),
      corners: Uint32Array.of(0, 1, 2, 2, 1, 0, 3, 3, 0),
    });
    expect(normals).toEqual(Array.from({ length: 12 }, () => 0));
  });

  test('has those of the mesh in its frame: turned, bent and mirrored', () => {
    // z becomes y, and x is three times as long: mirrored
    const transform = Float32Array.of(3, 0, 0, 0, 0, 0, 1, 0, 0, 1, 0, 0, 0, 0, 0, 1);
    const slope = { ...TRIANGLE, positions: Float32Array.of(0, 0, 0, 0, 1, 0, 1, 0, 3) };
    const x = createX({ frames: [{ name: '', parent: -1, transform }], meshes: [{ ...slope, frame: 0 }] });
    // (0, 0, 0), (0, 0, 1), (3, 3, 0): the front, clockwise, faces (−1, 1, 0)
    expect(geometryOf(x).normals.slice(0, 3).map(rounded)).toEqual([-ROOT, ROOT, 0].map(rounded));
  });
});

function rounded(value: number): number {
  return Math.round(1e5 * value) / 1e5 + 0;
}

describe.skipIf(!hasCorpus)('accessories without normals, as MMD 9.31 draws them', () => {
  test('a file of ours has the normals of its vertex buffer', () => {
    const { positions, normals } = readOracle('mmd-scene/acc/normals.json') as Record<string, number[][]>;
    const ours = geometryOf(parseX(readCorpus('../oracle/mmd-scene/acc/acc.x')));
    const vectors = (list: number[]): Vector3[] =>
      Array.from({ length: list.length / 3 }, (_, i) => new Vector3(...list.slice(3 * i, 3 * i + 3)));
    const places = vectors(ours.positions);
    expect(places.length).toBe(positions.length);
    for (const [i, normal] of vectors(ours.normals).entries()) {
      const { x, y, z } = places[i].divideScalar(X_UNIT);
      const vertex = positions.findIndex(
        ([px, py, pz]) => Math.hypot(px - x, py - y, pz + z) < 1e-4, // all places differ
      );
      const [nx, ny, nz] = normals[vertex];
      expect(MathUtils.radToDeg(normal.angleTo(new Vector3(nx, ny, -nz)))).toBeLessThan(0.03);
    }
  });
});

test('corners of one vertex with several normals become several vertices; equal ones stay one', () => {
  const { positions, normals, index } = one({
    positions: Float32Array.of(0, 0, 0, 0, 1, 0, 1, 0, 0, 1, 1, 0),
    faceStarts: Uint32Array.of(0, 3, 6),
    corners: Uint32Array.of(0, 1, 2, 2, 1, 3),
    normals: { vectors: Float32Array.of(0, 0, -1, 0, 3, 0), corners: Uint32Array.of(0, 0, 0, 1, 0, 0) },
  });
  expect(positions.length / 3).toBe(5); // vertex 2 has two normals
  expect(normals.slice(6, 12)).toEqual([0, 0, 1, 0, 1, 0]); // of length 1
  expect(index).toEqual([0, 2, 1, 3, 4, 1]);
});

test('uvs go with their vertices; vertices without any have 0, 0', () => {
  expect(
    one({ uvs: Float32Array.of(0.1, 0.2, 0.3, 0.4, 0.5, 0.6) }).uvs.map((value) => value.toFixed(1)),
  ).toEqual(['0.1', '0.2', '0.3', '0.4', '0.5', '0.6']);
  expect(one({ uvs: Float32Array.of(1, 1) }).uvs).toEqual([1, 1, 0, 0, 0, 0]);
});

describe('materials', () => {
  const two = { ...TRIANGLE, faceStarts: Uint32Array.of(0, 3, 6), corners: Uint32Array.of(0, 1, 2, 2, 1, 0) };

  test('each material of each mesh is a group, in the order of the file', () => {
    const x = createX({
      meshes: [
        { ...two, materials: [0, 1], faceMaterials: Uint32Array.of(1, 0) },
        { ...TRIANGLE, materials: [1] },
      ],
      materials: [{}, {}],
    });
    const { groups, materials, index } = geometryOf(x);
    expect(groups).toEqual([
      [0, 3, 0],
      [3, 3, 1],
      [6, 3, 2],
    ]);
    expect(materials).toEqual([0, 1, 1]);
    expect(index.slice(0, 3)).toEqual([2, 0, 1]); // the second face has the first material
  });

  test('the last number of a short list counts for all other faces', () => {
    const mesh = { ...two, materials: [0, 1], faceMaterials: Uint32Array.of(1) };
    expect(geometryOf(createX({ meshes: [mesh], materials: [{}, {}] })).materials).toEqual([1]);
  });

  test('a mesh without materials, and a reference to a missing one, have none', () => {
    expect(one({}).materials).toEqual([-1]);
    expect(one({ materials: [-1] }).materials).toEqual([-1]);
  });
});

describe('frames', () => {
  test('transforms of nested frames are applied: the inner one first', () => {
    const translation = Float32Array.of(1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 5, 0, 0, 1);
    const doubled = Float32Array.of(2, 0, 0, 0, 0, 2, 0, 0, 0, 0, 2, 0, 0, 0, 0, 1);
    const frames = [
      { name: 'outer', parent: -1, transform: doubled },
      { name: 'inner', parent: 0, transform: translation },
    ];
    const { positions } = geometryOf(createX({ frames, meshes: [{ ...TRIANGLE, frame: 1 }] }));
    expect(positions.slice(0, 3)).toEqual([100, 0, -40]); // 2 · (0 + 5) · 10
  });

  test('normals stay perpendicular to scaled faces', () => {
    const flat = Float32Array.of(1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0.1, 0, 0, 0, 0, 1);
    const normals = { vectors: Float32Array.of(0, 3, -4), corners: Uint32Array.of(0, 0, 0) };
    const x = createX({
      frames: [{ name: '', parent: -1, transform: flat }],
      meshes: [{ ...TRIANGLE, frame: 0, normals }],
    });
    // (0, 3, −40), of length 1; z changes its sign
    const length = Math.hypot(3, 40);
    const [, y, z] = geometryOf(x).normals;
    expect(y).toBeCloseTo(3 / length, 6);
    expect(z).toBeCloseTo(40 / length, 6);
  });
});

describe('odd files', () => {
  test('triangles with vertices or normals that there are not are left out or flat, and NaN becomes 0', () => {
    const { index, positions, normals } = one({
      positions: Float32Array.of(NaN, 0, 0, 0, Infinity, 0, 1, 0, 0),
      faceStarts: Uint32Array.of(0, 3, 6),
      corners: Uint32Array.of(0, 1, 2, 0, 1, 9),
      normals: { vectors: Float32Array.of(0, 0, -1), corners: Uint32Array.of(0, 7, 0, 0, 0, 0) },
    });
    expect(index.length).toBe(3);
    expect([...positions, ...normals].every(Number.isFinite)).toBe(true);
  });

  test('an empty file gives an empty geometry', () => {
    expect(geometryOf(parseX(xText('')))).toMatchObject({ positions: [], index: [], groups: [] });
  });

  test('more than 65,535 vertices have indices of 32 bits', () => {
    const faces = 22_000;
    const corners = Uint32Array.from({ length: 3 * faces }, (_, i) => i);
    const mesh = {
      positions: new Float32Array(9 * faces),
      faceStarts: Uint32Array.from({ length: faces + 1 }, (_, i) => 3 * i),
      corners,
    };
    const { geometry } = createAccessoryGeometry(createX({ meshes: [mesh] }));
    expect(geometry.index!.array).toBeInstanceOf(Uint32Array);
    expect(geometry.index!.getX(3 * faces - 2)).toBe(3 * faces - 1);
  });
});

test('of a long list of materials that meshes share, only the few that they use are read', () => {
  const x = createX({ meshes: Array.from({ length: 1000 }, () => TRIANGLE), materials: [{}] });
  const { list, reads } = countReads(Array.from({ length: 2000 }, () => 0));
  for (const mesh of x.meshes) mesh.materials = list;
  expect(geometryOf(x).groups.length).toBe(1000);
  expect(reads()).toBe(1000);
});
