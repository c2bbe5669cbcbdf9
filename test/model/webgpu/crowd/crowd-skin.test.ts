import { BufferAttribute, BufferGeometry, DataTexture } from 'three';
import { expect, test } from 'vitest';
import { CrowdSkin } from '#src/model/webgpu/crowd/crowd-skin.js';

function skinOf(vertexCount: number): CrowdSkin {
  const texture = new DataTexture();
  return new CrowdSkin({
    geometry: new BufferGeometry().setAttribute(
      'position',
      new BufferAttribute(new Float32Array(3 * vertexCount), 3),
    ),
    features: { hasSdef: false, hasSubTexture: false, hasVertexMorphs: false, hasUvMorphs: false },
    layout: { stride: 12, place: 6, materials: 12 },
    morphTable: null,
    rows: { texture },
  });
}

test('the vertices of all dancers fit into one texture', () => {
  expect(skinOf(20_000).limit).toBe(1677); // 8192 · 8192 texels, two for each vertex
  expect(skinOf(0).limit).toBeGreaterThan(1e6);
});
