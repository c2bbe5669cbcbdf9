import type { FormatWarning } from '@odori/format';

/** What a scene could not have. */
export type SceneNoteCode =
  /** The resolver found no such model. */
  | 'missing-model'
  /** It was found, and is no model that can be read, or could not be fetched. */
  | 'unreadable-model'
  /** Nobody gave an object for an accessory, or it could not be had. */
  | 'missing-accessory'
  /** A project of version 1 names no bones, and the model found is not the one it was made with. */
  | 'other-model'
  /** Something hangs on a bone that is not there, and stays where it is without. */
  | 'missing-parent';

export interface SceneNote {
  readonly code: SceneNoteCode;
  /** Such as `models[2]`, `accessories[0]`, `camera`. */
  readonly section: string;
  /** Of the model or the accessory, or what is missing. */
  readonly name: string;
  /** As the project spells it; empty where there is none. */
  readonly path: string;
  /** In words. */
  readonly reason: string;
}

/** What went wrong with a scene that plays all the same. */
export class SceneReport {
  /** What the parser of the project survived. */
  readonly warnings: readonly FormatWarning[];
  readonly #notes = new Map<string, SceneNote>();

  constructor(warnings: readonly FormatWarning[]) {
    this.warnings = warnings;
  }

  /** One per code, section and name. */
  get notes(): readonly SceneNote[] {
    return [...this.#notes.values()];
  }

  add(note: SceneNote): void {
    const key = `${note.code} ${note.section} ${note.name}`;
    if (!this.#notes.has(key)) this.#notes.set(key, note);
  }
}
