/**
 * Records a canvas, or what a player plays, as a film. `element.record` uses it.
 *
 * @module @odori/element/record
 */

export type { FilmAudioCodec, FilmFormat } from './film-wishes.js';
export { record, type Recordable, type RecordOptions } from './record.js';
export { type PlayerFilm, recordPlayer } from './record-player.js';
