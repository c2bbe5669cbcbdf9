import type { FormatWarning } from '@odori/format';

/** What a model could not have. */
export type ModelNoteCode =
  /** A texture is not there, or its path leads out of the model's folder, which is not followed. */
  | 'missing-file'
  /** It is there, and is no image that can be read, or could not be fetched. */
  | 'unreadable-file';

export interface ModelNote {
  readonly code: ModelNoteCode;
  /** As the model's file spells it. */
  readonly path: string;
  /** In words. */
  readonly reason: string;
}

/** What went wrong with a model that is shown all the same; complete when `model.ready` resolves. */
export class ModelReport {
  /** What the parser survived. */
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
