/** The frequencies at which a voice is compared with vowels, in Hz: LOW_HERTZ + i · STEP_HERTZ. */
export const LOW_HERTZ = 180;
export const STEP_HERTZ = 30;
export const BINS = 128;

/** Resonances (formants) of a woman's mouth in Hz, for あ い う え お. */
const FORMANTS = [
  [830, 1390, 2950, 4000],
  [330, 2700, 3230, 4200],
  [365, 1410, 2800, 4000],
  [545, 2205, 2970, 4100],
  [510, 920, 2810, 3950],
];
/** What a voice may be, relative to that: a man's long throat, a woman's, a child's short one. */
const SCALES = [0.86, 0.99, 1.14];
/** How loud the formants are that a synthesizer adds up, and what is between them. */
const LEVELS = [1, 0.55, 0.32, 0.16];
const BETWEEN = 0.01;
/**
 * High notes open the mouth until the first formant is above the note: the lowest partials that tell so, in
 * Hz.
 */
const FIRST_PARTIALS = [0, 350, 410, 480, 560];

/** By the lowest partial, voice and vowel: the levels in decibels at all {@link BINS}. */
export type VowelTemplates = readonly (readonly (readonly Float32Array[])[])[];

let shared: VowelTemplates | undefined;

/** The levels that vowels would have. 77 kB, which all callers share; they take about 10 ms, once. */
export function vowelTemplates(): VowelTemplates {
  return (shared ??= FIRST_PARTIALS.map((lowest) =>
    SCALES.flatMap((scale) =>
      [true, false].map((isThroat) =>
        FORMANTS.map((formants) => {
          const opened = formants.map((hertz, k) => Math.max(hertz * scale, k ? 0 : 1.1 * lowest));
          const levels = new Float32Array(BINS);
          return levels.map((_, i) => levelAt(LOW_HERTZ + i * STEP_HERTZ, opened, isThroat));
        }),
      ),
    ),
  ));
}

/** Of the templates, those for a voice whose lowest partial is at a frequency. */
export function templateSet(templates: VowelTemplates, lowest: number): VowelTemplates[number] {
  let set = 0;
  while (lowest > FIRST_PARTIALS[set + 1]) set++;
  return templates[set];
}

/**
 * The level of a partial. In a throat, the gains of all resonances multiply; synthesizers often add them up.
 * Both sink by 6 dB an octave, as voices do.
 */
function levelAt(hertz: number, formants: readonly number[], isThroat: boolean): number {
  let gain = isThroat ? 1 : BETWEEN;
  for (let k = 0; k < formants.length; k++) {
    const square = formants[k] ** 2;
    const width = (50 + 0.1 * formants[k]) * hertz;
    const height = Math.sqrt((square - hertz * hertz) ** 2 + width * width);
    if (isThroat) gain *= square / height;
    else gain += (LEVELS[k] * width) / height;
  }
  return 20 * Math.log10(gain / hertz);
}
