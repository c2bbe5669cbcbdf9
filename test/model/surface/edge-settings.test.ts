import { Color, OrthographicCamera, PerspectiveCamera, Vector3 } from 'three';
import { describe, expect, test } from 'vitest';
import { createEdgeSettings, setEdgeColor, writeEdgeView } from '#src/model/surface/edge-settings.js';
import { createLookSettings, type EdgeSettings } from '#src/model/surface/surface-kit.js';

function settings(): EdgeSettings {
  return createEdgeSettings(
    createLookSettings(() => {}),
    1,
    new Vector3(0, 15, 0),
  );
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

test('the color of all edges is gamma encoded; without one, the materials’ own count', () => {
  const edge = settings();
  expect(edge.commonColor.value.w).toBe(0);
  setEdgeColor(edge, new Color('#ff0080'));
  const [r, g, b, isSet] = edge.commonColor.value.toArray();
  expect([r, g, b].map((value) => Math.round(255 * value))).toEqual([255, 0, 128]);
  expect(isSet).toBe(1);
  setEdgeColor(edge, undefined);
  expect(edge.commonColor.value.w).toBe(0);
});
