import type { MmdModel } from '@odori/model';
import { DirectionalLight } from 'three';
import { ModelBuilder } from './model-builder.js';
import { type ModelPicture, showModel } from './model-picture.js';

export type Material = Parameters<ModelBuilder['material']>[0];
export type Triple = [number, number, number];

/** Gray, 154, where no light falls. It counts as 154/256, which is 153. */
export const TOON: Material = { sharedToon: 1, toon: 2 };
export const SHADE = 153;
/** In MMD's space; its cosine with the direction to the viewer is 1/6: half lit. */
export const SLANTED: Triple = [Math.sqrt(35) / 6, 0, -1 / 6];
export const FRONT: Triple = [0, 0, -1];
export const AWAY: Triple = [0, 0, 1];

/** A light from the viewer; a white one of π gives a surface the color of its texture. */
export function sun(color: number, intensity: number, z = 100): DirectionalLight {
  const light = new DirectionalLight(color, intensity);
  light.position.set(0, 0, z);
  return light;
}

/**
 * Shows a square of 6 units at z = 0 in the light of the scene. `normal`: that of its vertices, in MMD's
 * space.
 */
export async function showSquare(
  picture: ModelPicture,
  material: Material = TOON,
  normal: Triple = FRONT,
): Promise<MmdModel> {
  const builder = new ModelBuilder();
  builder.material(material);
  const corners = [
    [-3, 3],
    [3, 3],
    [3, -3],
    [-3, -3],
  ].map(([x, y]) => builder.vertex({ position: [x, y, 0], normal, uv: [(x + 3) / 6, (3 - y) / 6] }));
  builder.triangle(corners[0], corners[1], corners[2]);
  builder.triangle(corners[0], corners[2], corners[3]);
  const model = await showModel(picture, builder.build());
  model.surface.look = 'scene';
  return model;
}
