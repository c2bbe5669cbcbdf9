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
    skinMatrices: Float32Array.from({ length: 32 }, (_, i) => i + 10 * value),
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

test('a row has her bones, weights, place and materials, each at a multiple of three texels', () => {
  // 3 bones with the spare one: 9; weights of 5 morphs in 2 texels → 12 in all; place 6; 3 · 10 texels of
  // materials
  expect(crowdLayout(MORPHED, COUNTS)).toEqual({ place: 12, materials: 18, stride: 48 });
  expect(crowdLayout(PLAIN, COUNTS)).toEqual({ place: 12, materials: 18, stride: 18 });
});

test('the rows of all dancers fit into one texture', () => {
  // 1023 · 8192 texels, 48 for each dancer
  expect(new CrowdRows(crowdLayout(MORPHED, COUNTS), MORPHED).limit).toBe(174_592);
});

/** A matrix of three rows. */
function matrixAt(texels: Float32Array, texel: number): Matrix4 {
  return new Matrix4().fromArray([...texels.subarray(4 * texel, 4 * texel + 12), 0, 0, 0, 1]).transpose();
}

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
    const start = 48 * row;
    // 16 numbers from 10 · value on, column by column
    expect(matrixAt(texels, start + 3).toArray()).toEqual(
      [16, 17, 18, 0, 20, 21, 22, 0, 24, 25, 26, 0, 28, 29, 30, 1].map((i) => (i > 1 ? i + 10 * value : i)),
    );
    expect(matrixAt(texels, start + 6).equals(new Matrix4())).toBe(true);
    expect([...texels.subarray(4 * start + 36, 4 * start + 42)]).toEqual([...Array(5).fill(value), 0]);
    const place = matrixAt(texels, start + 12);
    expect(new Vector3().setFromMatrixPosition(place).toArray()).toEqual([value, 0, 0]);
    expect(texels[4 * start + 72]).toBe(100 * value);
    expect(texels[4 * start + 72 + 119]).toBe(100 * value);
  }
});

test('normals stay upright on a stretched body', () => {
  const rows = new CrowdRows(crowdLayout(PLAIN, COUNTS), PLAIN);
  rows.reserve(1);
  writeDancer(rows, 0, 1);
  // turned by 90° about y, her x axis points to −z and is twice as long: a normal along it becomes half as
  // long
  const normal = new Vector3(1, 0, 0).applyMatrix4(matrixAt(texelsOf(rows), 15));
  expect(normal.toArray()).toEqual([expect.closeTo(0), expect.closeTo(0), expect.closeTo(-0.5)]);
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
  expect(texelsOf(rows).length).toBeGreaterThanOrEqual(500 * 4 * 48);
  const { version } = rows.texture;
  rows.finish();
  expect(rows.texture.version).toBe(version + 1);
});
