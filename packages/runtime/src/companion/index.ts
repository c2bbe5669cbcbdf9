/**
 * Companions: characters that breathe, blink, look, speak and feel. Makers of `adjust` functions for a
 * player, for MMD models and avatars alike. No three.js and no DOM at import.
 *
 * @module @odori/runtime/companion
 */
export { chain, type CompanionAdjust } from './chain.js';
export { type Companion, type CompanionModel, type CompanionOptions, createCompanion } from './companion.js';
export { emotion, type Emotion, type EmotionOptions, type FeelOptions } from './emotion.js';
export { EMOTIONS, type EmotionName, type EmotionTable, type Face, type FaceShape } from './emotions.js';
export { FACE_SLOTS, type FaceSlots } from './face-slots.js';
export { lips, type Lips, type LipsOptions, type SayOptions } from './lips/lips.js';
export { textVisemes } from './lips/text-visemes.js';
export type { Viseme } from './lips/visemes.js';
export { listenTo, type VoiceAnalyser } from './lips/voice-analyser.js';
export { lookAt, type LookAt, type LookAtOptions, type LookLimit } from './look-at.js';
export type { LookFunction, LookTarget, RigSpace } from './look-target.js';
export { blink, type BlinkOptions } from './blink.js';
export { breathe, type BreatheOptions } from './breathe.js';
export {
  pointerTarget,
  type PointerCamera,
  type PointerElement,
  type PointerEvents,
  type PointerPlace,
  type PointerTarget,
} from './pointer-target.js';
export { sway, type SwayOptions } from './sway.js';
