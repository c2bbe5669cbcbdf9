/** 120 beats a minute at 30 frames a second. */
export const FRAMES_PER_BEAT = 15;
/** Four bars, and the same four in a mirror. */
export const PHRASE_BEATS = 16;
export const LOOP_BEATS = 2 * PHRASE_BEATS;
export const LOOP_FRAMES = LOOP_BEATS * FRAMES_PER_BEAT;
