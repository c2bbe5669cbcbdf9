import type { FormatWarning } from '@odori/format';

/** A repair that made the data of a motion playable. @inline */
export type MotionNoteCode =
  /**
   * Two documents, or two joined tracks, have a keyframe of one track at one frame; that of the later one
   * stays.
   */
  | 'clash'
  /** One document has several keyframes of one track at one frame; the last stays. */
  | 'duplicate-keys'
  /** NaN or infinity became 0, or a rotation with it the identity. */
  | 'not-finite'
  /** A rotation of length zero became the identity. */
  | 'zero-quaternion'
  /** An angle of view outside a camera's range was clamped to 1..179 degrees. */
  | 'odd-fov'
  /** Two names have one mirror image: they are one track. */
  | 'names-joined'
  /** A project of version 1 has no names of bones and morphs: their keyframes are left out. */
  | 'no-names';

/** A note of {@link Motion.report}: one per code and track. */
export interface MotionNote {
  /** A repair; or what the document warned of, such as `truncated`. */
  readonly code: MotionNoteCode | FormatWarning['code'];
  /** For example `bone センター`, `morph あ`, `camera`; of a warning the section, such as `bone keys`. */
  readonly track: string;
  /** The number of keyframes. */
  readonly count: number;
}

/**
 * Warnings that are no notes: repairs are noted for each track, and MMD itself writes keyframes out of order.
 */
const NO_NOTES: ReadonlySet<MotionNote['code']> = /* @__PURE__ */ new Set([
  'duplicate-keys',
  'not-finite',
  'unsorted-keys',
  'zero-quaternion',
] as const);

/** Collects notes, and adds up the counts of equal ones. */
export class MotionReport {
  /** Vue must not wrap this in a proxy, which has no private members. @internal */
  readonly __v_skip = true;
  readonly #notes = new Map<string, MotionNote>();

  /** Notes what a document warned of. */
  addWarnings(warnings: readonly FormatWarning[]): void {
    for (const { code, section, count } of warnings) if (!NO_NOTES.has(code)) this.add(code, section, count);
  }

  add(code: MotionNote['code'], track: string, count: number): void {
    if (count === 0) return;
    const key = `${code} ${track}`;
    this.#notes.set(key, { code, track, count: count + (this.#notes.get(key)?.count ?? 0) });
  }

  get notes(): MotionNote[] {
    return [...this.#notes.values()];
  }
}
