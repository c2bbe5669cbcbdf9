import type { SceneKit } from '../scene/scene-kit.js';
import { createBackdrop } from './backdrop-material.js';
import { loadAccessoryMaker } from './load-accessory-maker.js';
import { WEBGPU_MODEL_KIT } from './model-kit.js';

/** The materials of projects for `WebGPURenderer`, as nodes. */
export const WEBGPU_SCENE_KIT: SceneKit = { models: WEBGPU_MODEL_KIT, loadAccessoryMaker, createBackdrop };
