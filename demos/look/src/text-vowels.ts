import type { VowelWeights } from './lips.js';

/** The time from one sound to the next. */
export const SYLLABLE_SECONDS = 0.15;
const OPEN = 0.85;
/** No vowel: the lips are shut. */
const SHUT = -1;

/** Kana and letters of each vowel, in the order あ い う え お. */
const SOUNDS = [
  'あかさたなはまやらわがざだばぱa',
  'いきしちにひみりぎじぢびぴi',
  'うくすつぬふむゆるぐずづぶぷゔu',
  'えけせてねへめれげぜでべぺe',
  'おこそとのほもよろをごぞどぼぽo',
] as const;
/** Small kana, which change the vowel of the kana before: きゃ (kya) is one sound. */
const SMALL = ['ぁゃ', 'ぃ', 'ぅゅ', 'ぇ', 'ぉょ'] as const;

/**
 * The vowels of a text in kana or Latin letters: 0 to 4 for あ い う え お, −1 where the lips are shut, at ん, っ
 * and gaps. Other characters, such as kanji, are ignored.
 *
 * @example
 * vowelsOf('おどり'); // → [4, 4, 1]
 * vowelsOf('きゃー odori'); // → [0, 0, -1, 4, 4, 1]
 */
export function vowelsOf(text: string): number[] {
  const vowels: number[] = [];
  for (const sound of hiragana(text)) {
    const vowel = SOUNDS.findIndex((sounds) => sounds.includes(sound));
    const small = SMALL.findIndex((sounds) => sounds.includes(sound));
    const last = vowels.at(-1) ?? SHUT;
    if (vowel >= 0) vowels.push(vowel);
    else if (small >= 0) vowels.splice(Math.max(vowels.length - 1, 0), 1, small);
    else if (sound === 'ー') vowels.push(last);
    else if (/[んっ\s\p{P}]/u.test(sound) && last !== SHUT) vowels.push(SHUT);
  }
  return vowels;
}

/** Converts letters to lower case and katakana to hiragana. */
function hiragana(text: string): string {
  return text
    .normalize('NFKC')
    .toLowerCase()
    .normalize('NFC')
    .replace(/[ァ-ヴ]/g, (kana) =>
      String.fromCharCode(kana.charCodeAt(0) - ('ァ'.charCodeAt(0) - 'ぁ'.charCodeAt(0))),
    );
}

/** Lip sync for a text without a voice: one vowel after the other, each fading into the next. */
export class TextVowels {
  readonly #vowels: readonly number[];
  #seconds = 0;

  constructor(text: string) {
    this.#vowels = vowelsOf(text);
  }

  get isOver(): boolean {
    return this.#seconds > this.#duration;
  }

  /**
   * How much of the lips belongs to the words, 0 to 1: they take over from the dance, and give back to it,
   * within a sound.
   */
  get influence(): number {
    const nearest = Math.min(this.#seconds, this.#duration - this.#seconds);
    return Math.min(Math.max(nearest / SYLLABLE_SECONDS, 0), 1);
  }

  get #duration(): number {
    return (this.#vowels.length + 1) * SYLLABLE_SECONDS;
  }

  /** Advances the time. Sound i is widest at (i + 1) × {@link SYLLABLE_SECONDS}. Allocates nothing. */
  advance(seconds: number, out: VowelWeights): VowelWeights {
    this.#seconds += seconds;
    const position = this.#seconds / SYLLABLE_SECONDS - 1;
    out.fill(0);
    for (
      let i = Math.max(Math.floor(position), 0);
      i <= Math.ceil(position) && i < this.#vowels.length;
      i++
    ) {
      const vowel = this.#vowels[i];
      if (vowel !== SHUT) out[vowel] += OPEN * Math.max(1 - Math.abs(position - i), 0);
    }
    return out;
  }
}
