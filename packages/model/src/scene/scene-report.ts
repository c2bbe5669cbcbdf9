import type { FormatWarning } from '@odori/format';

/** A problem of a scene that did not stop loading. */
export type SceneNoteCode =
  /** The resolver found no model for this path. */
  | 'missing-model'
  /** The model was found, but could not be fetched or read. */
  | 'unreadable-model'
  /** The resolver found no accessory for this path. */
  | 'missing-accessory'
  /** The accessory was found, but could not be fetched or read, or the option `accessory` failed. */
  | 'unreadable-accessory'
  /** A project of version 1 names no bones, and the model that was found is not the one it was made with. */
  | 'other-model'
  /** Something is attached to a missing bone, and stays in place without it. */
  | 'missing-parent'
  /** The resolver found no file for the picture of the background (背景画像). */
  | 'missing-picture'
  /** The picture of the background was found, but could not be fetched or decoded. */
  | 'unreadable-picture'
  /** The resolver found no file for the film of the background (背景AVI). */
  | 'missing-film'
  /** The browser cannot play the film: it is an AVI, or of another kind that the browser does not know. */
  | 'unplayable-film';

export interface SceneNote {
  readonly code: SceneNoteCode;
  /** For example `models[2]`, `accessories[0]`, `camera` or `media.background`. */
  readonly section: string;
  /** The name of the model, accessory, missing bone, picture or film. */
  readonly name: string;
  /** As the project spells it; empty if there is none. */
  readonly path: string;
  /** A description for people. */
  readonly reason: string;
}

/**
 * Problems that did not stop a scene from loading.
 *
 * @example
 * mmdScene.report.notes; // → [{ code: 'missing-model', name: '鏡音レン', path: 'C:\\MMD\\…', … }]
 */
export class SceneReport {
  /** Vue must not wrap this in a proxy, which has no private members. @internal */
  readonly __v_skip = true;
  /** Problems that did not stop parsing the project. */
  readonly warnings: readonly FormatWarning[];
  readonly #notes = new Map<string, SceneNote>();

  constructor(warnings: readonly FormatWarning[]) {
    this.warnings = warnings;
  }

  /** At most one per code, section and name. */
  get notes(): readonly SceneNote[] {
    return [...this.#notes.values()];
  }

  add(note: SceneNote): void {
    const key = `${note.code} ${note.section} ${note.name}`;
    if (!this.#notes.has(key)) this.#notes.set(key, note);
  }
}
