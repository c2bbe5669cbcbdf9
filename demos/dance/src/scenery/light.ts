import { createMmdLight, type MmdModel } from '@odori/model';
import { DirectionalLight, Vector3 } from 'three';

/** A model and its light. The caller disposes of the model. */
export class LitModel {
  readonly model: MmdModel;
  #light = createModelLight();

  constructor(model: MmdModel) {
    this.model = model;
    model.groundShadow.visible = false; // the spotlight casts a shadow instead
  }

  /** The light, which a motion may change. */
  get light(): DirectionalLight {
    return this.#light;
  }

  /** Replaces the light by a new one, for another motion. */
  resetLight(): DirectionalLight {
    this.#light = createModelLight();
    return this.#light;
  }

  /** Shows MMD's self shadow while the motion has it on. */
  update(): void {
    this.model.mesh.receiveShadow = this.#light.castShadow;
  }
}

/** The distance from the origin, in units. */
export const LIGHT_DISTANCE = 36;

/** MMD's default light, which a motion may move and switch. */
function createModelLight(): DirectionalLight {
  const light = createMmdLight();
  light.position.setLength(LIGHT_DISTANCE);
  return light;
}

interface Spotlight {
  readonly light: DirectionalLight;
  /** Copies colour and direction of another light. Allocates nothing. */
  follow(source: DirectionalLight): void;
}

/** The centre of a dancer at rest. */
const CENTRE = new Vector3(0, 10, 0);
/** Half the width of the area around the centre that casts shadows. */
const REACH = 15;

/**
 * The light of a model, which casts shadows on the model and on the floor.
 *
 * It always casts shadows. three.js sorts such lights first, so it comes before the sun, and models use the first
 * light. The map is three's box and not MMD's, whose pixels would show on the floor when the camera looks along the light.
 * On the model, the borders are hard as in MMD; on the floor, three's filter smooths them.
 */
export function createSpotlight(): Spotlight {
  const light = new DirectionalLight();
  const { shadow } = light;
  light.castShadow = true;
  light.target.position.copy(CENTRE);
  light.target.updateMatrixWorld();
  shadow.mapSize.set(2048, 2048);
  shadow.radius = 2;
  // The smallest bias without stripes. A larger one lets light through where surfaces touch.
  shadow.bias = -0.0004;
  shadow.normalBias = 0.03;
  shadow.camera.left = shadow.camera.bottom = -REACH;
  shadow.camera.right = shadow.camera.top = REACH;
  shadow.camera.near = 1;
  shadow.camera.far = 2 * LIGHT_DISTANCE;
  const spotlight: Spotlight = {
    light,
    follow(source) {
      light.color.copy(source.color);
      light.position.copy(source.position).add(CENTRE);
    },
  };
  spotlight.follow(createModelLight());
  return spotlight;
}
