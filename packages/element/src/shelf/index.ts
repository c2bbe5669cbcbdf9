/**
 * A shelf for models, dances, songs and stages that stay in the browser, and the order in which they play.
 *
 * @module @odori/element/shelf
 */

export { type DanceMoment, fadeFrom, momentOf } from './fade-from.js';
export type { ShelfFiles } from './item-file.js';
export { Playlist, type PlaylistOptions } from './playlist.js';
export { type NewShelfItem, Shelf, type ShelfOptions, type ShelfPlace, type ShelfSpace } from './shelf.js';
export { ShelfError, type ShelfErrorCode } from './shelf-error.js';
export type { ShelfItem, ShelfKind } from './shelf-item.js';
