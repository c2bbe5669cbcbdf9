import { MmdShadow } from '@odori/runtime';
import { type Camera, DirectionalLight, PerspectiveCamera, PointLight, SpotLight } from 'three';
import { expect, test } from 'vitest';
import { isMmdMap } from '#src/model/surface/mmd-map.js';

/** The shadow camera of a light with MMD's map, once three has drawn the map for a view. */
function mapCamera(light: DirectionalLight): Camera {
  MmdShadow.give(light);
  const view = new PerspectiveCamera();
  light.updateMatrixWorld();
  // As three 0.187 and later call it; its types do not know the second argument.
  const shadow: { updateMatrices(light: DirectionalLight, view?: Camera): void } = light.shadow;
  shadow.updateMatrices(light, view);
  return light.shadow.camera;
}

test('MMD’s map is known by its perspective, also where the view is along the light', () => {
  for (const from of [
    [0, 100, 0],
    [0, 1e-4, 100],
    [0, 0, 100],
  ] as const) {
    const light = new DirectionalLight();
    light.position.fromArray(from);
    expect(isMmdMap(mapCamera(light))).toBe(true);
  }
});

test('the maps of three’s own lights are not MMD’s', () => {
  for (const light of [new DirectionalLight(), new SpotLight(), new PointLight()])
    expect(isMmdMap(light.shadow.camera)).toBe(false);
});
