import { BDEF1, SDEF } from '@odori/format/internal';
import { describe, expect, it } from 'vitest';
import { readDancer, verticesOf } from './read-dancer.js';

const dancer = readDancer();
const { vertices, indices, materials } = dancer;

describe('mesh of the dancer', () => {
  it('the mesh has 6,000 to 15,500 vertices and at most 30,000 triangles', () => {
    expect(vertices.count).toBeGreaterThan(6000);
    expect(vertices.count).toBeLessThan(15_500);
    expect(indices.length / 3).toBeLessThanOrEqual(30_000);
  });

  it('all its numbers are finite', () => {
    // prettier-ignore
    const columns = [vertices.positions, vertices.normals, vertices.uvs, vertices.boneWeights, vertices.edgeScales, vertices.sdefVectors];
    expect(columns.every((column) => column.every(Number.isFinite))).toBe(true);
  });

  it('its weights have the sum 1 and refer to existing bones', () => {
    for (let vertex = 0; vertex < vertices.count; vertex++) {
      const weights = vertices.boneWeights.subarray(4 * vertex, 4 * vertex + 4);
      const sum = vertices.weightTypes[vertex] === BDEF1 ? 1 : weights.reduce((a, b) => a + b, 0);
      expect(Math.abs(sum - 1), `vertex ${vertex}`).toBeLessThan(1e-5);
      expect(weights.every((weight) => weight >= 0)).toBe(true);
      const bones = vertices.boneIndices.subarray(4 * vertex, 4 * vertex + 4);
      expect(bones.every((bone) => bone >= 0 && bone < dancer.bones.length)).toBe(true);
    }
  });

  it('its normals have length 1, as far as steps of 1/256 allow', () => {
    // Half a step on each axis: √3 / 512.
    for (let i = 0; i < vertices.normals.length; i += 3) {
      expect(Math.abs(Math.hypot(...vertices.normals.subarray(i, i + 3)) - 1)).toBeLessThan(0.0034);
    }
  });

  it('positions, normals and texture coordinates have zero as their last byte, so that they compress well', () => {
    for (const column of [vertices.positions, vertices.normals, vertices.uvs]) {
      const words = new Uint32Array(column.buffer, column.byteOffset, column.length);
      expect(words.every((word) => (word & 0xff) === 0)).toBe(true);
    }
  });

  it('her lanterns glow four times as brightly as their color, by the rule of AutoLuminous', () => {
    const glowing = materials.filter(
      ({ specular, specularPower }) => specularPower > 100 && Math.hypot(...specular) < 0.01,
    );
    expect(glowing.map(({ nameEn }) => nameEn)).toEqual(['Lanterns']);
    expect(Math.max(1, (glowing[0].specularPower - 100) / 7)).toBe(4);
  });

  it('two of three vertices come next to their mirror image', () => {
    const { positions: p, count } = vertices;
    let beside = 0;
    for (let i = 0; i < count; i++) {
      const isTwin = (j: number): boolean =>
        j >= 0 &&
        j < count &&
        p[3 * i] === -p[3 * j] &&
        p[3 * i + 1] === p[3 * j + 1] &&
        p[3 * i + 2] === p[3 * j + 2];
      if (isTwin(i - 1) || isTwin(i + 1)) beside++;
    }
    expect(beside / count).toBeGreaterThan(2 / 3);
  });

  it('each triangle has three different vertices, and every vertex is used', () => {
    for (let i = 0; i < indices.length; i += 3) {
      expect(new Set(indices.subarray(i, i + 3)).size).toBe(3);
      expect(Math.max(...indices.subarray(i, i + 3))).toBeLessThan(vertices.count);
    }
    expect(materials.reduce((sum, { indexCount }) => sum + indexCount, 0)).toBe(indices.length);
    expect(materials.every(({ indexCount }) => indexCount > 0)).toBe(true);
  });

  it('elbows, knees, hips and shoulders use SDEF', () => {
    const joints = new Set(
      [...vertices.sdefVertices].map((vertex) => dancer.bones[vertices.boneIndices[4 * vertex]].name),
    );
    for (const bone of ['左ひじ', '右ひじ', '左ひざD', '右ひざD', '左足D', '右足D', '左腕', '右腕']) {
      expect(joints, bone).toContain(bone);
    }
    expect(vertices.weightTypes.filter((type) => type === SDEF)).toHaveLength(vertices.sdefVertices.length);
  });

  it('the soles stand on the floor', () => {
    const heights = verticesOf(dancer, 'Boots').map((vertex) => vertices.positions[3 * vertex + 1]);
    expect(Math.abs(Math.min(...heights))).toBeLessThan(0.05);
    expect(heights.filter((y) => Math.abs(y) < 0.05).length).toBeGreaterThan(40);
    const all = vertices.positions.filter((_, i) => i % 3 === 1);
    expect(all.reduce((least, y) => Math.min(least, y), 0)).toBeGreaterThan(-0.05);
  });

  it('eyes and mouth have no outline', () => {
    for (const name of ['Mouth', 'Eye white', 'Iris', 'Lashes and brows', 'Blush']) {
      expect(materials.find(({ nameEn }) => nameEn === name)!.flags & 16, name).toBe(0);
      expect(
        verticesOf(dancer, name).every((vertex) => vertices.edgeScales[vertex] === 0),
        name,
      ).toBe(true);
    }
  });

  it('lashes are drawn after eyes, and the invisible blush after skin', () => {
    const order = materials.map(({ nameEn }) => nameEn);
    for (const [under, above] of [
      ['Face', 'Mouth'],
      ['Face', 'Eye white'],
      ['Eye white', 'Iris'],
      ['Iris', 'Lashes and brows'],
      ['Face', 'Blush'],
    ]) {
      expect(order.indexOf(under)).toBeLessThan(order.indexOf(above));
    }
    expect(materials[order.indexOf('Blush')].diffuse[3]).toBe(0);
  });

  it('shiny materials have a sphere map', () => {
    expect(materials.filter(({ sphereMode }) => sphereMode === 2).map(({ nameEn }) => nameEn)).toEqual([
      'Boots',
      'Ornaments',
    ]);
  });
});
