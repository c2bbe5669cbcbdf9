import { DirectionalLight, HemisphereLight, type Object3D, Scene } from 'three';
import { createLanterns } from './create-lanterns.js';
import { createPlatform } from './create-platform.js';
import type { Theme } from './theme.js';

/** The scene round the dancer. */
export interface Stage {
  scene: Scene;
  dress(theme: Theme): void;
}

const SHADOW_REACH = 16;

/** A round platform under strings of lanterns, as at a summer dance. */
export function createStage(dancer: Object3D): Stage {
  const scene = new Scene();
  const platform = createPlatform();
  const lanterns = createLanterns();
  const ambient = new HemisphereLight();
  const sun = createSun();
  scene.add(dancer, platform.root, lanterns.root, ambient, sun);
  return {
    scene,
    dress(theme) {
      platform.dress(theme);
      lanterns.dress(theme);
      ambient.color.copy(theme.sky);
      ambient.groundColor.copy(theme.ground);
      ambient.intensity = theme.ambient;
      sun.color.copy(theme.sun);
      sun.intensity = theme.sunlight;
    },
  };
}

function createSun(): DirectionalLight {
  const sun = new DirectionalLight();
  sun.position.set(9, 26, 18);
  sun.castShadow = true;
  sun.shadow.mapSize.set(1024, 1024);
  sun.shadow.radius = 5;
  const { camera } = sun.shadow;
  camera.left = camera.bottom = -SHADOW_REACH;
  camera.right = camera.top = SHADOW_REACH;
  camera.near = 5;
  camera.far = 60;
  return sun;
}
