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

/** The platform and the rings on it, in units. */
const RADIUS = 15;
const RINGS = [4.2, 8.4, 12.6];

/** The scene around the dancer. */
interface Scenery {
  scene: Scene;
  setTheme(theme: Theme): void;
  /** Copies colour and direction of a model's light to the light of the scene. Allocates nothing. */
  followLight(light: DirectionalLight): void;
  /** Hides the lanterns between a camera and the dancer. Allocates nothing. */
  clearView(eye: Vector3): void;
}

/** A round platform under strings of lanterns, as at a summer festival. */
export function createScenery(): Scenery {
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
    setTheme(theme) {
      platform.setTheme(theme);
      lanterns.setTheme(theme);
      ambient.color.copy(theme.sky);
      ambient.groundColor.copy(theme.ground);
      ambient.intensity = theme.ambient;
      sun.color.copy(theme.sun);
      sun.intensity = theme.sunlight;
    },
    followLight(light) {
      spotlight.follow(light);
    },
    clearView(eye) {
      lanterns.clearView(eye);
    },
  };
}

/** The platform, its top at y = 0. */
function createPlatform(): { root: Group; setTheme(theme: Theme): void } {
  const root = new Group();
  const floor = new MeshBasicMaterial();
  const rim = new MeshBasicMaterial();
  const line = new MeshBasicMaterial({ transparent: true });
  const shade = new ShadowMaterial();
  const top = new Mesh(new CircleGeometry(RADIUS, 96), floor);
  const side = new Mesh(new CylinderGeometry(RADIUS, RADIUS - 0.4, 0.7, 96, 1, true), rim);
  const shadow = new Mesh(top.geometry, shade);
  shadow.receiveShadow = true;
  side.position.y = -0.35;
  const rings = RINGS.map((radius) => new Mesh(new RingGeometry(radius, radius + 0.09, 96), line));
  const flats = [top, ...rings, shadow];
  flats.forEach((flat, layer) => {
    flat.rotation.x = -Math.PI / 2;
    flat.position.y = -0.02 + 0.004 * layer;
    flat.renderOrder = layer - flats.length; // before the models, which may be translucent
  });
  root.add(top, side, shadow, ...rings);
  return {
    root,
    setTheme(theme) {
      floor.color.copy(theme.floor);
      rim.color.copy(theme.rim);
      line.color.copy(theme.ring);
      shade.opacity = theme.shadow;
    },
  };
}

/** The background of a recording: the sky and sun that the page otherwise shows behind its picture. */
export function createBackdrop(width: number, height: number): CanvasTexture {
  const canvas = Object.assign(document.createElement('canvas'), { width, height });
  const context = canvas.getContext('2d')!;
  const [sky, haze, sun] = ['--sky', '--haze', '--sun'].map((name) =>
    getComputedStyle(document.documentElement).getPropertyValue(name),
  );
  const gradient = context.createLinearGradient(0, 0, 0, height);
  gradient.addColorStop(0, sky);
  gradient.addColorStop(0.78, haze);
  context.fillStyle = gradient;
  context.fillRect(0, 0, width, height);
  context.fillStyle = sun;
  context.arc(width / 2, 0.42 * height, Math.min(0.3 * height, 0.44 * width), 0, 2 * Math.PI);
  context.fill();
  const texture = new CanvasTexture(canvas);
  texture.colorSpace = SRGBColorSpace;
  return texture;
}
