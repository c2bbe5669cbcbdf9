/**
 * The class of `<odori-player>`, which plays MikuMikuDance motions on a web page. `@odori/element/define` registers the tag.
 *
 * @module @odori/element
 */
export type { RendererName } from './graphics/graphics.js';
export type { PlayerError } from './media/media-facade.js';
export { OdoriPlayerElement } from './odori-player-element.js';
export type { RecordOptions } from './record/record.js';
export type {
  AudioInput,
  FileInput,
  Files,
  ModelInput,
  MotionInput,
  MotionInputs,
  PlayerModel,
} from './sources/inputs.js';
export type { Preload } from './sources/preload.js';
export type { VrmModel } from './vrm/vrm-model.js';
export type { CameraMode } from './viewport/cameras.js';
export type { Stage, StageKind, StageView } from './viewport/stage.js';
export type { PageRenderer, PageRenderers } from './graphics/page-renderers.js';
