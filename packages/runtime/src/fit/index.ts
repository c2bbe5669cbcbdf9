/**
 * Dances for any song: the beats of dances and songs, dances in time with other songs, one dance of several,
 * and the offset between a dance and its song. Needs no three and runs in Node and in workers.
 *
 * @module @odori/runtime/fit
 */
export type { SongBeats } from '../beats/beats-of-onsets.js';
export { findBeats, type HeardSong, hearSong } from '../beats/find-beats.js';
export type { FittedLips } from './assemble.js';
export { composeDance, type ComposeOptions } from './compose-dance.js';
export { findOffset, type OffsetOptions, type ProposedOffset } from './find-offset.js';
export { findSections, type SongSection } from './find-sections.js';
export { fitGroupToSong, fitToSong, type FitOptions } from './fit-to-song.js';
export type { SpeedRange } from './phrase.js';
export { dancePulse, type Pulse, songPulse } from './pulse.js';
export type { FittedSong } from './song-line.js';
