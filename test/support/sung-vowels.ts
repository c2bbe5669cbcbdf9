/** The vowels あ い う え お as 0 to 4. */
export type VowelSeries = readonly number[];

export interface Singer {
  /** Resonances of each vowel in Hz, with their widths. */
  readonly formants: readonly (readonly number[])[];
  /** Hz of the tone. */
  readonly pitch: number;
  /** Resonances in a row, as in a throat, or side by side, as in many synthesizers. */
  readonly kind: 'throat' | 'bank';
}

/** Published means of Japanese speakers, rounded; the woman's mouth scaled for a child. */
export const MAN: Singer['formants'] = [
  [750, 1200, 2500, 3500],
  [290, 2250, 3000, 3600],
  [340, 1250, 2300, 3400],
  [470, 1850, 2500, 3500],
  [470, 800, 2600, 3400],
];
export const WOMAN: Singer['formants'] = [
  [900, 1450, 2900, 4100],
  [340, 2800, 3400, 4200],
  [380, 1450, 2800, 4000],
  [560, 2300, 3000, 4100],
  [520, 950, 2900, 4000],
];
export const CHILD: Singer['formants'] = WOMAN.map((formants) => formants.map((hertz) => 1.15 * hertz));

/** Every vowel after every other one. */
export const SERIES: VowelSeries = [0, 1, 2, 3, 4, 2, 0, 3, 1, 4, 0, 4, 3, 0, 2, 4, 1, 3, 2, 1, 0];
export const VOWEL_SECONDS = 0.3;
/** From vowel to vowel. */
const GLIDE_SECONDS = 0.04;
const LEVELS = [1, 0.6, 0.35, 0.2];

/**
 * Sings vowels, each for {@link VOWEL_SECONDS}, as a sum of partials: those of a saw through the resonances
 * of a mouth, whose highest peak is at 0.4.
 */
export function singVowels(singer: Singer, sampleRate: number, series: VowelSeries = SERIES): Float32Array {
  const samples = new Float32Array(Math.round(series.length * VOWEL_SECONDS * sampleRate));
  for (let partial = 1; partial * singer.pitch < 5500; partial++) {
    const hertz = partial * singer.pitch;
    const gains = singer.formants.map((formants) => gainAt(hertz, formants, singer.kind) / partial);
    for (let i = 0; i < samples.length; i++) {
      const time = i / sampleRate;
      const at = Math.floor(time / VOWEL_SECONDS);
      const moved = Math.min((time - at * VOWEL_SECONDS) / GLIDE_SECONDS, 1);
      const gain = gains[series[Math.max(at - 1, 0)]] ** (1 - moved) * gains[series[at]] ** moved;
      samples[i] += gain * Math.sin(2 * Math.PI * hertz * time + partial * partial);
    }
  }
  const peak = samples.reduce((most, sample) => Math.max(most, Math.abs(sample)), 0);
  return samples.map((sample) => (0.4 * sample) / peak);
}

function gainAt(hertz: number, formants: readonly number[], kind: Singer['kind']): number {
  const gains = formants.map((formant, i) => {
    const width = 50 + 0.05 * formant + 20 * i;
    const height = Math.hypot(formant * formant - hertz * hertz, width * hertz);
    return kind === 'throat' ? (formant * formant) / height : (LEVELS[i] * width * hertz) / height;
  });
  return gains.reduce((all, gain) => (kind === 'throat' ? all * gain : all + gain));
}
