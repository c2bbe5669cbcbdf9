import type { MmdModel } from '@odori/model';
import { Matrix4, Object3D, Vector3 } from 'three';
import { expect, test } from 'vitest';
import { crowdLayout, CrowdRows } from '#src/model/crowd/crowd-rows.js';

const COUNTS = { morphs: 5, materials: 3, bones: 2 };
const PLAIN = { hasMaterialMorphs: false };
const MORPHED = { hasMaterialMorphs: true };

function dancer(value: number): MmdModel {
  const root = new Object3D();
  root.position.set(value, 0, 0);
  root.rotation.y = Math.PI / 2;
  root.scale.set(2, 1, 1);
  root.updateMatrix();
  const rig = {
    morphWeights: new Float64Array(5).fill(value),
    skinMatrices: new Float32Array(32).fill(10 * value),
  };
  return {
    root,
    rig,
    surface: { materialValues: new Float32Array(120).fill(100 * value) },
  } as unknown as MmdModel;
}

function writeDancer(rows: CrowdRows, row: number, value: number): void {
  const model = dancer(value);
  rows.write(row, model, model.root);
}

function texelsOf(rows: CrowdRows): Float32Array {
  return rows.texture.image.data as unknown as Float32Array;
}

test('a row has her place, weights, materials and bones, each at a multiple of four texels', () => {
  // place 8, weights of 5 morphs in 2 texels → 4, 3 · 10 texels of materials → 32, 3 bones with the spare one
  // → 12
  expect(crowdLayout(MORPHED, COUNTS)).toEqual({ weights: 8, materials: 12, bones: 44, stride: 56 });
  expect(crowdLayout(PLAIN, COUNTS)).toEqual({ weights: 8, materials: 12, bones: 12, stride: 24 });
});

test('the rows of all dancers fit into one texture', () => {
  // 1024 · 8192 texels, 56 for each dancer
  expect(new CrowdRows(crowdLayout(MORPHED, COUNTS), MORPHED).limit).toBe(149_796);
});

test('each dancer is written to her own row', () => {
  const rows = new CrowdRows(crowdLayout(MORPHED, COUNTS), MORPHED);
  rows.reserve(2);
  writeDancer(rows, 0, 1);
  writeDancer(rows, 1, 2);
  const texels = texelsOf(rows);
  for (const [row, value] of [
    [0, 1],
    [1, 2],
  ]) {
    const start = 4 * 56 * row;
    const place = new Matrix4().fromArray(texels, start);
    expect(new Vector3().setFromMatrixPosition(place).toArray()).toEqual([value, 0, 0]);
    expect([...texels.subarray(start + 32, start + 38)]).toEqual([...Array(5).fill(value), 0]);
    expect(texels[start + 48]).toBe(100 * value);
    expect(texels[start + 48 + 119]).toBe(100 * value);
    expect([...texels.subarray(start + 176, start + 208)]).toEqual(Array(32).fill(10 * value));
    expect([...texels.subarray(start + 208, start + 224)]).toEqual(new Matrix4().toArray());
  }
});

test('normals stay upright on a stretched body', () => {
  const rows = new CrowdRows(crowdLayout(PLAIN, COUNTS), PLAIN);
  rows.reserve(1);
  writeDancer(rows, 0, 1);
  // turned by 90° about y, her x axis points to −z and is twice as long: a normal along it becomes half as
  // long
  const [column] = [[...texelsOf(rows).subarray(16, 19)]];
  expect(column).toEqual([expect.closeTo(0), expect.closeTo(0), expect.closeTo(-0.5)]);
});

test('the texture grows with the crowd; the old one is freed', () => {
  const rows = new CrowdRows(crowdLayout(MORPHED, COUNTS), MORPHED);
  const first = rows.texture;
  let freed = 0;
  first.addEventListener('dispose', () => freed++);
  rows.reserve(1);
  expect(rows.texture).toBe(first);
  rows.reserve(500);
  expect(rows.texture).not.toBe(first);
  expect(freed).toBe(1);
  expect(texelsOf(rows).length).toBeGreaterThanOrEqual(500 * 4 * 56);
  const { version } = rows.texture;
  rows.finish();
  expect(rows.texture.version).toBe(version + 1);
});
