import type { ModelKit } from '../surface/surface-kit.js';
import { MmdModel, type ModelOptions } from './mmd-model.js';
import type { ModelData } from './model-data.js';
import { ModelParts } from './model-parts.js';
import { physicsOptions } from './model-physics-options.js';

/** Makes a model with the materials of a kit; see `createModel` of the entry points. */
export function createModelWith(kit: ModelKit, data: ModelData, options: ModelOptions): MmdModel {
  const parts = new ModelParts(kit, data, options);
  try {
    return withOptions(new MmdModel(parts), options);
  } catch (error) {
    parts.textures.dispose();
    throw error;
  }
}

/** The same in steps; `run` runs each of them. */
export async function createModelInSteps(
  kit: ModelKit,
  data: ModelData,
  options: ModelOptions,
  run: <T>(step: () => T) => Promise<T>,
): Promise<MmdModel> {
  const parts = await run(() => new ModelParts(kit, data, options));
  try {
    const [rig, bones] = await run(() => [parts.createRig(), parts.createBones()] as const);
    const model = await run(() => new MmdModel(parts, rig, bones));
    return await run(() => withOptions(model, options));
  } catch (error) {
    parts.textures.dispose();
    throw error;
  }
}

function withOptions(model: MmdModel, options: ModelOptions): MmdModel {
  const {
    groundShadow,
    look = 'auto',
    shadows = 'mmd',
    lightStrength = 'mmd',
    glow = 'auto',
    physics = false,
  } = options;
  model.update();
  const { surface } = model;
  surface.groundShadow.visible = groundShadow ?? true;
  surface.look = look;
  if (groundShadow) surface.groundShadow.visible = true; // in each look
  surface.shadows = shadows;
  surface.glow = glow;
  surface.lightStrength = lightStrength;
  if (physics !== false) void model.loadPhysics(physicsOptions(physics));
  return model;
}
