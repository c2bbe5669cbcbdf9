/** Why a shelf could not do something. */
export type ShelfErrorCode =
  /** The browser keeps no files for this page: some private windows, pages without https, old browsers. */
  | 'no-storage'
  /** There is not enough room on the device, or the browser allows the page no more. Nothing was changed. */
  | 'full'
  /** The shelf has no item of that id, perhaps any more: another tab may have removed it. */
  | 'not-found'
  /** The zip was not exported from a shelf, or its list of items is broken. */
  | 'not-a-shelf'
  /** The items are too large for one zip, or have too many files. */
  | 'too-large'
  /** A newer version of Odori wrote the shelf. Nothing was changed. */
  | 'newer';

/**
 * A shelf could not do something. The message says what to do.
 *
 * @example
 * await shelf.keep(item).catch((error) => {
 *   if (error instanceof ShelfError && error.code === 'full') askToRemoveSomething();
 * });
 */
export class ShelfError extends Error {
  override readonly name = 'ShelfError';
  readonly code: ShelfErrorCode;

  constructor(message: string, code: ShelfErrorCode, options?: ErrorOptions) {
    super(message, options);
    this.code = code;
  }
}
