import {
  CanvasTexture,
  CircleGeometry,
  CylinderGeometry,
  DirectionalLight,
  Group,
  HemisphereLight,
  Mesh,
  MeshBasicMaterial,
  RingGeometry,
  Scene,
  ShadowMaterial,
  SRGBColorSpace,
  type Vector3,
} from 'three';
import { createLanterns } from './lanterns.js';
import { createSpotlight } from './light.js';
import type { Theme } from './theme.js';

/** The scene round the dancer. */
export interface Stage {
  scene: Scene;
  dress(theme: Theme): void;
  /** Lights the dancer as this lamp would. Allocates nothing. */
  light(lamp: DirectionalLight): void;
  /** Takes away what hangs between an eye and the dancer. Allocates nothing. */
  clear(eye: Vector3): void;
}

/** A round platform under strings of lanterns, as at a summer dance. */
export function createStage(): Stage {
  const scene = new Scene();
  const platform = createPlatform();
  const lanterns = createLanterns();
  const ambient = new HemisphereLight();
  const sun = new DirectionalLight();
  const spotlight = createSpotlight();
  sun.position.set(9, 26, 18);
  scene.add(platform.root, lanterns.root, ambient, sun, spotlight.light);
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
    light(lamp) {
      spotlight.follow(lamp);
    },
    clear(eye) {
      lanterns.clear(eye);
    },
  };
}

const RADIUS = 15;
const RINGS = [4.2, 8.4, 12.6];

/** The floor, its top at y = 0. */
export function createPlatform(): { root: Group; dress(theme: Theme): void } {
  const root = new Group();
  const stage = new MeshBasicMaterial();
  const rim = new MeshBasicMaterial();
  const line = new MeshBasicMaterial({ transparent: true });
  const shade = new ShadowMaterial();
  const top = new Mesh(new CircleGeometry(RADIUS, 96), stage);
  const side = new Mesh(new CylinderGeometry(RADIUS, RADIUS - 0.4, 0.7, 96, 1, true), rim);
  const shadow = new Mesh(top.geometry, shade);
  shadow.receiveShadow = true;
  side.position.y = -0.35;
  const rings = RINGS.map((radius) => new Mesh(new RingGeometry(radius, radius + 0.09, 96), line));
  const flats = [top, ...rings, shadow];
  flats.forEach((flat, layer) => {
    flat.rotation.x = -Math.PI / 2;
    flat.position.y = -0.02 + 0.004 * layer;
    flat.renderOrder = layer - flats.length; // before a model, which may be seen through
  });
  root.add(top, side, shadow, ...rings);
  return {
    root,
    dress(theme) {
      stage.color.copy(theme.stage);
      rim.color.copy(theme.rim);
      line.color.copy(theme.ring);
      shade.opacity = theme.shadow;
    },
  };
}

/** What is behind the stage in a film: the sun before the sky that the page has behind its picture. */
export function createBackdrop(width: number, height: number): CanvasTexture {
  const canvas = Object.assign(document.createElement('canvas'), { width, height });
  const context = canvas.getContext('2d')!;
  const [sky, haze, sun] = ['--sky', '--haze', '--sun'].map((name) =>
    getComputedStyle(document.documentElement).getPropertyValue(name),
  );
  const air = context.createLinearGradient(0, 0, 0, height);
  air.addColorStop(0, sky);
  air.addColorStop(0.78, haze);
  context.fillStyle = air;
  context.fillRect(0, 0, width, height);
  context.fillStyle = sun;
  context.arc(width / 2, 0.42 * height, Math.min(0.3 * height, 0.44 * width), 0, 2 * Math.PI);
  context.fill();
  const texture = new CanvasTexture(canvas);
  texture.colorSpace = SRGBColorSpace;
  return texture;
}
