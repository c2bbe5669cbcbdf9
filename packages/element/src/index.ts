/**
 * The class of `<odori-player>`: a dance on a page. `@odori/element/define` registers the tag.
 *
 * @module @odori/element
 * @document ../README.md
 */
export type { PlayerError } from './media/player-media-element.js';
export { OdoriPlayerElement } from './odori-player-element.js';
export type { RecordOptions } from './record/record.js';
export type { MotionSources } from './sources/motion-choice.js';
export type { AudioSource, FileSource, ModelSource, MotionSource } from './sources/source.js';
export type { GroundKind } from './viewport/ground.js';
export type { CameraMode } from './viewport/cameras.js';
