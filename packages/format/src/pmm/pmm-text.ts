import type { MmdName } from '../text/name.js';

/** A text in a field of fixed width: a path, or a name. */
export interface PmmText extends MmdName {
  /** The bytes after the NUL, leftovers of MMD's memory; zeros if absent or of another length. */
  readonly rest?: Uint8Array;
}

/** @see spec: MMD keeps the names of models 50 bytes apart. */
export const MMD_NAME_BYTES = 49;

/** Nothing. */
export function emptyText(): PmmText {
  return { text: '', bytes: new Uint8Array(0) };
}
