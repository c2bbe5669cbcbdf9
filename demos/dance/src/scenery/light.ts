import { createMmdLight, type MmdModel } from '@odori/model';
import { MmdShadow } from '@odori/runtime';
import type { DirectionalLight } from 'three';

/** A model and its light. The caller disposes of the model. */
export class LitModel {
  readonly model: MmdModel;
  #light = createMmdLight();

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
    this.#light = createMmdLight();
    return this.#light;
  }

  /** Shows MMD's self shadow while the motion has it on. */
  update(): void {
    this.model.mesh.receiveShadow = this.#light.castShadow;
  }
}

interface Spotlight {
  readonly light: DirectionalLight;
  /** Copies the colour, the direction and the shadow map of another light. Allocates nothing. */
  follow(source: DirectionalLight): void;
}

/**
 * The light of a model, which casts MMD's self shadow on the model and a shadow on the floor.
 *
 * It always casts shadows. three.js sorts such lights first, so it comes before the sun, and models use the first
 * light.
 */
export function createSpotlight(): Spotlight {
  const light = createMmdLight();
  const shadow = MmdShadow.of(light)!;
  return {
    light,
    follow(source) {
      light.color.copy(source.color);
      light.position.copy(source.position);
      const { mode, value } = MmdShadow.of(source)!;
      shadow.mode = mode;
      shadow.value = value;
    },
  };
}
