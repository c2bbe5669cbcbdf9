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
