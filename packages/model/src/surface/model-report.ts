import type { FormatWarning } from '@odori/format';

/** A problem of a model that did not stop loading. */
export type ModelNoteCode =
  /** A texture other than `screen.bmp` is missing, or its path leads out of the model's folder. */
  | 'missing-file'
  /** A texture exists, but could not be fetched or decoded. */
  | 'unreadable-file'
  /** Physics could not be loaded, or its engine failed: all bones follow their keyframes. */
  | 'missing-physics';

export interface ModelNote {
  readonly code: ModelNoteCode;
  /** The path as the model's file spells it; empty if the problem is not a file's. */
  readonly path: string;
  /** A description for people. */
  readonly reason: string;
}

/** Problems that did not stop a model from loading; complete when `model.ready` resolves. */
export class ModelReport {
  /** Vue must not wrap this in a proxy, which has no private members. @internal */
  readonly __v_skip = true;
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

  /** Notes once, for a model and its clones, why there is no physics. */
  addPhysics(error: unknown): void {
    if (this.#notes.some(({ code }) => code === 'missing-physics')) return;
    const reason = error instanceof Error ? error.message : String(error);
    this.add({ code: 'missing-physics', path: '', reason });
  }
}
