/*
 * Names for Odori's other packages alone: not documented, and not covered by semantic versioning. Needs no
 * three.
 */
export type { DanceMaterials } from './dance-glb/write-materials.js';
export type { GltfJson, GltfMaterial, GltfMesh, GltfNode } from './glb/gltf.js';
export { checkGlb } from './glb/read-accessor.js';
export { ModelWriter } from './glb/model-writer.js';
export { humanoidOf } from './humanoid/pose/humanoid-of.js';
export { motionOfGlb } from './humanoid/retarget/motion-of-glb.js';
export type { BakeVrmAnimationOptions } from './vrma/bake-vrm-animation.js';
export { vrmAnimationDuration } from './vrma/vrm-animation.js';
