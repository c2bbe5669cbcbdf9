/**
 * The class of `<odori-player>`, which plays MikuMikuDance motions on a web page. `@odori/element/define`
 * registers the tag.
 *
 * @module @odori/element
 */
export type { PageRenderer, PageRenderers, RendererName } from './graphics/renderers.js';
export type { LabelName, PlayerLabels } from './language/labels.js';
export type { PlayerError } from './media/media-facade.js';
export { OdoriDancerElement } from './odori-dancer-element.js';
export { OdoriPlayerElement } from './odori-player-element.js';
export { OdoriStageElement } from './odori-stage-element.js';
export type { FilmAudioCodec, FilmFormat } from './record/film-wishes.js';
export type { RecordOptions } from './record/record.js';
export type { FilmOptions } from './record/recording.js';
export type {
  AudioInput,
  FileInput,
  Files,
  FilesInput,
  ModelInput,
  MotionInput,
  MotionInputs,
  ProjectInput,
} from './sources/inputs.js';
export type { Fit, Preload } from './player-attributes.js';
export type { DancerTagAttributes, PlayerTagAttributes, StageTagAttributes } from './tag-attributes.js';
export type { VrmModel } from './vrm/vrm-model.js';
export type { BackgroundOptions } from './viewport/background.js';
export type { CameraMode } from './viewport/cameras.js';
export type { CameraFit } from './viewport/height-fit.js';
export type { PlayerModel, Stage, StageKind, StageView } from './viewport/stage.js';
