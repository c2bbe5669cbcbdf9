import { BEATS_PER_BAR, FORM, type SectionName } from './form.js';
import { type LineNote, parseLine, type Vowel } from './line-notation.js';

export interface MelodyNote extends LineNote {
  readonly vowel: Vowel;
}

/** Semitones above the tonic of the yonanuki scale: a major scale without its fourth and seventh. */
export const YONANUKI: readonly number[] = [0, 2, 4, 7, 9];

/** The key the lines below are written in; sections in another key are transposed. */
const WRITTEN_TONIC = 62;

/** Two bars: the rhythm three, three, two, then the characteristic leap. */
const HOOK = 'D5あ3 E5い3 D5う2 B4え2 D5お2 A5い2 E5あ6';
/** The same shape higher in the scale. */
const HOOK_RAISED = 'F#5あ3 A5い3 F#5う2 E5え2 F#5お2 B5い2 A5あ6';
/** Down to the tonic. */
const ANSWER = 'A5お4 F#5え2 E5う2 D5あ4';

const LINES: Partial<Record<SectionName, string>> = {
  verse: `
    .2 A4あ2 A4あ2 B4う2 A4お4 F#4え2 E4い2 | E4あ6 F#4う2 E4お4 .4 |
    .2 F#4う2 A4あ2 B4い2 D5お4 B4え2 A4う2 | A4あ6 B4い2 A4う4 .4 |
    .2 B4あ2 B4あ2 D5え2 E5お4 D5う2 B4い2 | A4あ6 B4う2 A4え2 F#4お4 .2 |
    E4い2 F#4え2 A4あ2 B4お2 B4う4 D5え2 B4い2 | E5あ6 D5お2 B4う2 A4い2 .4`,
  lift: `
    B4お2 B4お2 D5う2 B4あ4 A4い2 B4え4 | E5お2 E5お2 F#5う2 E5あ4 B4い2 E5え4 |
    D5あ2 E5い2 D5う2 E5え4 D5お2 E5あ2 F#5い2 | E5あ12 A4う2 B4お2`,
  chorus: `
    ${HOOK} .2 A4う2 B4え2 D5お2 E5あ4 |
    ${HOOK_RAISED} .2 F#5う2 E5え2 D5お2 B4あ4 |
    ${HOOK} .2 E5う2 F#5え2 A5お2 B5あ4 |
    ${ANSWER} E5い2 F#5う2 | D5あ10 .6`,
  chorusB: `
    ${HOOK} .2 A4う2 B4え2 D5お2 E5あ2 F#5い2 |
    ${HOOK_RAISED} .2 F#5う2 A5え2 F#5お2 E5う2 D5い2 |
    ${HOOK} .2 E5う2 F#5え2 A5お2 B5あ4`,
  outro: `${ANSWER} A4い2 B4う2 | D5あ6 .10`,
};

/** The sung line, in the order of time, never two notes at once. The lips follow its vowels. */
export const MELODY: readonly MelodyNote[] = FORM.flatMap(({ name, firstBar, tonic }) =>
  parseLine(LINES[name] ?? '', firstBar * BEATS_PER_BAR, tonic - WRITTEN_TONIC).map((note) => ({
    ...note,
    vowel: note.vowel!,
  })),
);
