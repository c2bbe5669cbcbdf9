/**
 * Companions: characters that breathe, blink, look, speak and feel. Makers of `adjust` functions for a
 * player, for MMD models and avatars alike. No three.js and no DOM at import.
 *
 * @module @odori/runtime/companion
 */
export { chain, type CompanionAdjust } from './chain.js';
export { FACE_SLOTS, type FaceSlots } from './face-slots.js';
