/**
 * Models of MikuMikuDance, PMX and PMD, in a three.js scene.
 *
 * @module @odori/model
 * @document ../README.md
 */
export { createModel, type ModelOptions } from './create-model.js';
export type { FileSource } from './files/file-source.js';
export { findModels } from './files/find-model.js';
export { folderOfUrl } from './files/folder-of-url.js';
export { createMapSource } from './files/map-source.js';
export { filesByPath, readDroppedFiles } from './files/read-dropped-files.js';
export { readZip, type ZipLimits } from './files/read-zip.js';
export { createUrlSource, type FetchSettings } from './files/url-source.js';
export { loadModel, type LoadModelOptions, type ModelSource } from './loaders/load-model.js';
export { ModelLoader } from './loaders/model-loader.js';
export { PMDLoader } from './loaders/pmd-loader.js';
export { PMXLoader } from './loaders/pmx-loader.js';
export { createMmdLight } from './look/mmd-light.js';
export { MmdModel, type ModelPhysics } from './mmd-model.js';
export type { ModelMorph, MorphPanel } from './model-morph.js';
export type { ModelNote, ModelNoteCode, ModelReport } from './model-report.js';
export { createMapResolver } from './scene/create-map-resolver.js';
export { createScene, type SceneOptions } from './scene/create-scene.js';
export { createUrlResolver } from './scene/create-url-resolver.js';
export { type GravityTrack, sampleGravity } from './scene/gravity-track.js';
export { MmdScene } from './scene/mmd-scene.js';
export { PMMLoader } from './scene/pmm-loader.js';
export type { ModelFile, ModelResolver, ResolvedModel } from './scene/resolve-model.js';
export type { SceneAccessory } from './scene/scene-accessory.js';
export type { SceneCamera } from './scene/scene-camera.js';
export type { SceneNote, SceneNoteCode, SceneReport } from './scene/scene-report.js';
