/** What was done to the data of a motion to make it playable. */
export type MotionNoteCode =
  /** Two documents have a key of one track at one frame; the later document's stays. */
  | 'clash'
  /** One document has two keys of one track at one frame; the last stays. */
  | 'duplicate-keys'
  /** A NaN or an infinity became 0, a rotation none. */
  | 'not-finite'
  /** A rotation of length zero became none. */
  | 'zero-quaternion'
  /** An angle of view that no camera can have was brought into 1..179 degrees. */
  | 'odd-fov'
  /** Names that differ in the file read alike, and are one track. */
  | 'names-joined'
  /** A project of version 1 does not name its bones and morphs: their keys are not there. */
  | 'no-names';

/** One per code and track. */
export interface MotionNote {
  readonly code: MotionNoteCode;
  /** Such as `bone センター`, `morph あ`, `camera`. */
  readonly track: string;
  /** How many keys. */
  readonly count: number;
}

/** Collects notes; counts add up. */
export class MotionReport {
  readonly #notes = new Map<string, MotionNote>();

  add(code: MotionNoteCode, track: string, count: number): void {
    if (count === 0) return;
    const key = `${code} ${track}`;
    this.#notes.set(key, { code, track, count: count + (this.#notes.get(key)?.count ?? 0) });
  }

  get notes(): MotionNote[] {
    return [...this.#notes.values()];
  }
}
