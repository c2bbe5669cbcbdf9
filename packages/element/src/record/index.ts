/**
 * Films a canvas that can be made to show any time, or what a player plays: what `element.record` is made of.
 *
 * @module @odori/element/record
 */

export { record, type Recordable, type RecordOptions } from './record.js';
export { type PlayerFilm, recordPlayer } from './record-player.js';
