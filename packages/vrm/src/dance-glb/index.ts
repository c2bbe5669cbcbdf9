/**
 * MMD models with their dances as GLB files. Needs no three and runs in Node, in workers and in pages.
 *
 * @module @odori/vrm/glb
 */
export { createDanceGlb, type DanceGlb, type DanceGlbOptions } from './create-dance-glb.js';
export type { DanceTolerance } from './write-dance.js';
export type { DanceMaterials, TextureAlpha } from './write-materials.js';
export type { ImageConverter, TextureFiles } from './write-textures.js';
export type {
  GltfAccessor,
  GltfAnimation,
  GltfBufferView,
  GltfJson,
  GltfMaterial,
  GltfMesh,
  GltfNode,
  GltfPrimitive,
  GltfSampler,
  GltfSparse,
  GltfTextureInfo,
} from '../glb/gltf.js';
export type { AccessorOptions, GltfColumn, GltfTarget } from '../glb/gltf-writer.js';
export { ModelWriter } from '../glb/model-writer.js';
