import type { FormatWarning } from '@odori/format';

/** A problem of a model that did not stop loading. */
export type ModelNoteCode =
  /** A texture other than `screen.bmp` is missing, or its path leads out of the model's folder. */
  | 'missing-file'
  /** A texture exists, but could not be fetched or decoded. */
  | 'unreadable-file'
  /** Physics could not be loaded, or its engine failed: all bones follow their keyframes. */
  | 'missing-physics'
  /** A rect area light is in the scene, which does not light models in the look `'scene'`. */
  | 'unlit-area-light';

export interface ModelNote {
  readonly code: ModelNoteCode;
  /** The path as the model's file spells it; empty if the problem is not a file's. */
  readonly path: string;
  /** A description for people. */
  readonly reason: string;
}

/**
 * Problems that did not stop a model from loading; complete when `model.ready` resolves.
 *
 * @example
 * await model.ready;
 * model.report.notes; // → [{ code: 'missing-file', path: 'tex\\face.png', reason: … }]
 */
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
    this.#addOnce('missing-physics', error instanceof Error ? error.message : String(error));
  }

  /** Notes once, for a model and its clones, that a light does not light it. Allocates only then. */
  addAreaLight(): void {
    this.#addOnce(
      'unlit-area-light',
      'a RectAreaLight does not light models: use a SpotLight or DirectionalLight beside it',
    );
  }

  #addOnce(code: ModelNoteCode, reason: string): void {
    for (let i = 0; i < this.#notes.length; i++) if (this.#notes[i].code === code) return;
    this.add({ code, path: '', reason });
  }
}
