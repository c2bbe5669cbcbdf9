import type { SceneKit } from '../scene/scene-kit.js';
import { createBackdrop } from './backdrop-material.js';
import { loadAccessoryMaker } from './load-accessory-maker.js';
import { WEBGL_MODEL_KIT } from './model-kit.js';

/** The materials of projects for `WebGLRenderer`, in GLSL. */
export const WEBGL_SCENE_KIT: SceneKit = { models: WEBGL_MODEL_KIT, loadAccessoryMaker, createBackdrop };
