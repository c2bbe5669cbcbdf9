import { BEATS_PER_BAR, FORM } from './form.js';
import { type LineNote, parseLine } from './line-notation.js';

const D4 = 62;

/** Long notes under the hook, in the key of D: they move where it rests. */
const LINE = `
  D4:4 B4:8 A4:4 | A4:8 B4:4 A4:4 | A4:8 E4:4 F#4:4 | B4:8 A4:4 F#4:4 |
  D4:4 B4:8 A4:4 | A4:4 B4:4 E5:8`;

/** The second voice of chorus B. */
export const COUNTER_MELODY: readonly LineNote[] = FORM.filter(({ name }) => name === 'chorusB').flatMap(
  ({ firstBar, tonic }) => parseLine(LINE, firstBar * BEATS_PER_BAR, tonic - D4),
);
