import { DirectionalLight, HemisphereLight, Scene, type Vector3 } from 'three';
import { createLanterns } from './create-lanterns.js';
import { createPlatform } from './create-platform.js';
import { createSpotlight } from './create-spotlight.js';
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
