import type { FormatWarning } from '@odori/format';

/** A problem of a model that did not stop loading. */
export type ModelNoteCode =
  /** A texture is missing, or its path leads out of the model's folder. */
  | 'missing-file'
  /** A texture exists, but could not be fetched or decoded. */
  | 'unreadable-file';

export interface ModelNote {
  readonly code: ModelNoteCode;
  /** The path as the model's file spells it. */
  readonly path: string;
  /** A description for people. */
  readonly reason: string;
}

/** Problems that did not stop a model from loading; complete when `model.ready` resolves. */
export class ModelReport {
  /** Problems that did not stop parsing. */
  readonly warnings: readonly FormatWarning[];
  readonly #notes: ModelNote[] = [];

  constructor(warnings: readonly FormatWarning[]) {
    this.warnings = warnings;
  }

  get notes(): readonly ModelNote[] {
    return this.#notes;
  }

  add(note: ModelNote): void {
    this.#notes.push(note);
  }
}
