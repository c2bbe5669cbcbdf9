/**
 * Models of MikuMikuDance, PMX and PMD, and accessories, X, in a three.js scene.
 *
 * @module @odori/model
 */
export type { AccessoryOptions, MmdAccessory } from './accessory/mmd-accessory.js';
export { AutoCamera, type AutoCameraOptions, type FilmedModel } from './auto-camera/auto-camera.js';
export type { Shot } from './auto-camera/shot.js';
export { createMapSource, type FileSource, findModels } from './files/file-source.js';
export { FilesError } from '@odori/format';
export { filesByPath, readDroppedFiles, readZip } from './files/files-by-path.js';
export { createUrlSource } from './files/url-source.js';
export type { LoadAccessoryOptions } from './loaders/load-accessory.js';
export type { LoadModelOptions } from './loaders/load-model.js';
export type { ModelSource } from './loaders/open-source.js';
export type { Glow } from './look/glow.js';
export { createMmdLight, type LightStrength, type Look, type ShadowBorders } from './look/mmd-look.js';
export type { ModelHit } from './mmd-model/body-picker.js';
export type { FileMaterial, MakeMaterial } from './mmd-model/file-material.js';
export { loadPhysicsWorld } from './mmd-model/load-physics.js';
export { MmdModel, type ModelOptions } from './mmd-model/mmd-model.js';
export type { ModelPhysicsOptions } from './mmd-model/model-physics-options.js';
export type { ModelSurface } from './mmd-model/model-surface.js';
export type { ModelMorph } from './morphs/model-morph.js';
export type { ModelNote, ModelNoteCode, ModelReport } from './surface/model-report.js';
export { Quality, type QualityTargets } from './quality/quality.js';
export type { QualityChoice, QualityLevel, QualitySettings } from './quality/quality-settings.js';
export type { SceneOptions } from './scene/create-scene.js';
export { MmdScene } from './scene/mmd-scene.js';
export {
  createMapResolver,
  createUrlResolver,
  type ModelFile,
  type ModelResolver,
} from './scene/model-resolver.js';
export type { PictureFit, ProjectOutput } from './scene/project-output.js';
export type { SceneAccessory } from './scene/scene-accessory.js';
export type { ScenePhysicsOptions } from './scene/scene-physics.js';
export type { SceneBackground } from './scene/scene-background.js';
export type { SceneFilm } from './scene/scene-film.js';
export type { SceneNote, SceneNoteCode, SceneReport } from './scene/scene-report.js';
export {
  createAccessory,
  createModel,
  loadAccessory,
  loadModel,
  PMDLoader,
  PMXLoader,
  XLoader,
} from './webgl/entry.js';
export { ModelCrowd } from './webgl/crowd/model-crowd.js';
export { GroundShadow } from './webgl/ground-shadow.js';
export { MmdOutputPass } from './webgl/mmd-output-pass.js';
export { createScene, PMMLoader } from './webgl/scene.js';
