import { loadAccessory } from '@odori/model/webgpu';
import type { LoadAccessoryOptions, ModelSource } from '@odori/model';
import { accessoryProp } from '../../cast/accessory-prop.js';
import type { Prop } from '../../cast/prop.js';

export { loadGltfProp } from '../../cast/gltf-prop.js';

/** Loads an accessory of MMD as a stage. Rejects as `loadAccessory` does. */
export async function loadAccessoryProp(source: ModelSource, options: LoadAccessoryOptions): Promise<Prop> {
  return accessoryProp(await loadAccessory(source, options));
}
