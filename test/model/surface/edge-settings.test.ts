import { Color, OrthographicCamera, PerspectiveCamera, Vector3, Vector4 } from 'three';
import { describe, expect, test } from 'vitest';
import {
  createEdgeSettings,
  type EdgeSettings,
  readEdgeColor,
  writeEdgeView,
} from '#src/model/surface/edge-settings.js';
import { createLookSettings } from '#src/model/surface/look-settings.js';
import { MATERIAL_VALUE, MATERIAL_VALUES } from '#src/model/morphs/material-morphs.js';

function settings(): EdgeSettings {
  return createEdgeSettings(createLookSettings(), 1, new Vector3(0, 15, 0));
}

describe('the view of edges', () => {
  test('an orthographic camera has a field of view if its user data say so', () => {
    const edge = settings();
    const camera = new OrthographicCamera();
    camera.userData['fov'] = 42;
    writeEdgeView(edge, camera);
    expect(edge.orthographicFov.value).toBe(42);
    camera.userData['fov'] = -1;
    writeEdgeView(edge, camera);
    expect(edge.orthographicFov.value).toBe(0);
    const perspective = new PerspectiveCamera();
    perspective.userData['fov'] = 42;
    writeEdgeView(edge, perspective);
    expect(edge.orthographicFov.value).toBe(0);
  });

  test('a camera that shows a part of the picture says how much of its height', () => {
    const edge = settings();
    const camera = new PerspectiveCamera();
    camera.setViewOffset(400, 200, 0, 150, 400, 50);
    writeEdgeView(edge, camera);
    expect(edge.viewPart.value).toBe(0.25); // 50 of 200
    camera.clearViewOffset();
    writeEdgeView(edge, camera);
    expect(edge.viewPart.value).toBe(1);
  });
});

describe('the color of an edge', () => {
  const values = new Float32Array(2 * MATERIAL_VALUES);
  values.set([0.25, 0.5, 0.75, 0.125], MATERIAL_VALUES + MATERIAL_VALUE.edgeColor);

  test('is that of the material', () => {
    const out = new Vector4();
    expect(readEdgeColor(values, MATERIAL_VALUES, undefined, out)).toBe(out);
    expect(out.toArray()).toEqual([0.25, 0.5, 0.75, 0.125]);
  });

  test('is that of the model, gamma encoded, with the alpha of the material', () => {
    const out = readEdgeColor(values, MATERIAL_VALUES, new Color('#ff0080'), new Vector4());
    expect(out.x).toBeCloseTo(1, 4);
    expect(out.y).toBe(0);
    expect(out.z).toBeCloseTo(128 / 255, 4);
    expect(out.w).toBe(0.125);
  });
});
