import {
  BufferGeometry,
  CircleGeometry,
  DirectionalLight,
  Float32BufferAttribute,
  HemisphereLight,
  LineBasicMaterial,
  LineSegments,
  Mesh,
  Scene,
  ShadowMaterial,
} from 'three';
import type { Theme } from './theme.js';

/** The scene around a body, and a second scene that is drawn over it. */
interface Scenery {
  readonly scene: Scene;
  readonly overlay: Scene;
  setTheme(theme: Theme): void;
}

const SHADOW_REACH = 18;

/** A grid as the floor, in soft light. */
export function createScenery(): Scenery {
  const scene = new Scene();
  const overlay = new Scene();
  const grid = gridLines();
  const shadowMaterial = new ShadowMaterial({ depthWrite: false });
  const shadow = new Mesh(new CircleGeometry(SHADOW_REACH * 1.5, 48), shadowMaterial);
  shadow.rotation.x = -Math.PI / 2;
  shadow.receiveShadow = true;
  grid.renderOrder = -3; // before the depth pass of a translucent body
  shadow.renderOrder = -2;
  const ambients = [new HemisphereLight(), new HemisphereLight()];
  const suns = [createSun(), new DirectionalLight()];
  suns[1].position.copy(suns[0].position);
  scene.add(grid, shadow, ambients[0], suns[0]);
  overlay.add(ambients[1], suns[1]);
  return {
    scene,
    overlay,
    setTheme(theme) {
      grid.material.color.copy(theme.grid);
      shadowMaterial.opacity = theme.shadow;
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

const RADIUS = 24;
const SPACING = 2;
const STEPS = 16;

/** The lines of the floor, which fade out with distance. */
function gridLines(): LineSegments<BufferGeometry, LineBasicMaterial> {
  const positions: number[] = [];
  const colors: number[] = [];
  const point = (across: number, along: number, isTurned: boolean): void => {
    positions.push(isTurned ? along : across, 0, isTurned ? across : along);
    const fade = Math.max(1 - (across ** 2 + along ** 2) / RADIUS ** 2, 0);
    colors.push(1, 1, 1, fade * (across === 0 ? 1 : 0.55));
  };
  for (let across = -RADIUS + SPACING; across < RADIUS; across += SPACING) {
    const reach = Math.sqrt(RADIUS ** 2 - across ** 2);
    for (let i = 0; i < STEPS; i++) {
      for (const isTurned of [false, true]) {
        point(across, reach * ((2 * i) / STEPS - 1), isTurned);
        point(across, reach * ((2 * i + 2) / STEPS - 1), isTurned);
      }
    }
  }
  const geometry = new BufferGeometry();
  geometry.setAttribute('position', new Float32BufferAttribute(positions, 3));
  geometry.setAttribute('color', new Float32BufferAttribute(colors, 4));
  const material = new LineBasicMaterial({ vertexColors: true, transparent: true, depthWrite: false });
  return new LineSegments(geometry, material);
}
