import { CircleGeometry, DirectionalLight, HemisphereLight, Mesh, Scene, ShadowMaterial } from 'three';
import { gridLines } from './grid-lines.js';
import type { Theme } from './theme.js';

/** The scene round a body, and a second one for what is drawn over it. */
export interface Stage {
  readonly scene: Scene;
  readonly overlay: Scene;
  dress(theme: Theme): void;
}

const SHADOW_REACH = 18;

/** A floor with a grid in soft light. */
export function createStage(): Stage {
  const scene = new Scene();
  const overlay = new Scene();
  const grid = gridLines();
  const shade = new ShadowMaterial({ depthWrite: false });
  const shadow = new Mesh(new CircleGeometry(SHADOW_REACH * 1.5, 48), shade);
  shadow.rotation.x = -Math.PI / 2;
  shadow.receiveShadow = true;
  grid.renderOrder = -3; // before the depths of a body that can be seen through
  shadow.renderOrder = -2;
  const ambients = [new HemisphereLight(), new HemisphereLight()];
  const suns = [createSun(), new DirectionalLight()];
  suns[1].position.copy(suns[0].position);
  scene.add(grid, shadow, ambients[0], suns[0]);
  overlay.add(ambients[1], suns[1]);
  return {
    scene,
    overlay,
    dress(theme) {
      grid.material.color.copy(theme.grid);
      shade.opacity = theme.shadow;
      for (const ambient of ambients) {
        ambient.color.copy(theme.sky);
        ambient.groundColor.copy(theme.ground);
        ambient.intensity = 1.9;
      }
      for (const sun of suns) sun.intensity = 1.7;
    },
  };
}

function createSun(): DirectionalLight {
  const sun = new DirectionalLight();
  sun.position.set(12, 30, 20);
  sun.castShadow = true;
  sun.shadow.mapSize.set(1024, 1024);
  sun.shadow.radius = 6;
  sun.shadow.normalBias = 0.05;
  const { camera } = sun.shadow;
  camera.left = camera.bottom = -SHADOW_REACH;
  camera.right = camera.top = SHADOW_REACH;
  camera.near = 5;
  camera.far = 80;
  return sun;
}
