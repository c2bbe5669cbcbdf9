import { createMmdLight, type MmdModel } from '@odori/model';
import { DirectionalLight, Vector3 } from 'three';

/** A model that dances, and the light it is seen in; whose it is, disposes of it. */
export class Performer {
  readonly model: MmdModel;
  #lamp = createLamp();

  constructor(model: MmdModel) {
    this.model = model;
    model.groundShadow.visible = false; // the stage's spotlight throws one
  }

  /** A motion may change it. */
  get lamp(): DirectionalLight {
    return this.#lamp;
  }

  /** Another motion begins: the light is as it was at first. */
  renewLamp(): DirectionalLight {
    this.#lamp = createLamp();
    return this.#lamp;
  }

  /** MMD's self shadow, where the motion switches it on. */
  update(): void {
    this.model.mesh.receiveShadow = this.#lamp.castShadow;
  }
}

/** From the middle of the stage. */
export const LAMP_DISTANCE = 36;

/** The light that models are made under, with a shadow. */
export function createLamp(): DirectionalLight {
  const lamp = createMmdLight();
  lamp.position.setLength(LAMP_DISTANCE);
  lamp.castShadow = true;
  return lamp;
}

export interface Spotlight {
  readonly light: DirectionalLight;
  /** Shines as the lamp does. Allocates nothing. */
  follow(lamp: DirectionalLight): void;
}

/** The middle of a dancer who has not moved yet. */
const MIDDLE = new Vector3(0, 10, 0);
/** How far from there a shadow is thrown, across the light. */
const REACH = 15;

/**
 * The light of a model, and the shadow that it throws on itself and on the floor.
 *
 * It always throws one: that puts it before the sun among the lights of the scene, and models take the first. A blur that
 * is dithered would show on a model, so the shadow is sharp.
 */
export function createSpotlight(): Spotlight {
  const light = new DirectionalLight();
  const { shadow } = light;
  light.castShadow = true;
  light.target.position.copy(MIDDLE);
  light.target.updateMatrixWorld();
  shadow.mapSize.set(2048, 2048);
  shadow.radius = 2;
  // As little as goes without stripes: with more, slivers are lit where one thing touches another.
  shadow.bias = -0.0004;
  shadow.normalBias = 0.03;
  shadow.camera.left = shadow.camera.bottom = -REACH;
  shadow.camera.right = shadow.camera.top = REACH;
  shadow.camera.near = 1;
  shadow.camera.far = 2 * LAMP_DISTANCE;
  const spotlight: Spotlight = {
    light,
    follow(lamp) {
      light.color.copy(lamp.color);
      light.position.copy(lamp.position).add(MIDDLE);
    },
  };
  spotlight.follow(createLamp());
  return spotlight;
}
