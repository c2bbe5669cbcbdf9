/** One word of a score: time, values, and how they are reached. */
export interface Mark {
  readonly beat: number;
  /** Held until then. */
  readonly until?: number;
  /** Reached by a fast move, after a small move in the other direction. */
  readonly isHit: boolean;
  readonly values: readonly number[];
  /** The words after slashes. */
  readonly words: readonly string[];
}

const TOKEN = /^(!?)([\d.]+)(?:-([\d.]+))?:([-\d.,]+)((?:\/[a-z]*)*)$/;

/**
 * Reads a line of a score: `beat:values`, `from-until:values` for what is held, `!` before a hit, `/words`
 * behind.
 *
 * @throws SyntaxError at a word that is none of these.
 * @example
 * parseMarks('0:1,2 !1.5-2:3,4/f/open')[1]; // → { beat: 1.5, until: 2, isHit: true, values: [3, 4], words: ['f', 'open'] }
 */
export function parseMarks(text: string): Mark[] {
  return text
    .split(/\s+/)
    .filter((word) => word !== '')
    .map((word) => {
      const match = TOKEN.exec(word);
      if (match === null) throw new SyntaxError(`no mark of a score: ${word}`);
      const [, hit, beat, until, values, words] = match;
      return {
        beat: Number(beat),
        ...(until !== undefined && { until: Number(until) }),
        isHit: hit === '!',
        values: values.split(',').map(Number),
        words: words.split('/').slice(1),
      };
    });
}
