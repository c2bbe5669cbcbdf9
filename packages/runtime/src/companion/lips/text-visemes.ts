import type { Viseme } from './visemes.js';

/** Sounds a second of calm speech in Japanese. */
const RATE = 7;
/** A silent text opens the mouth less than a voice. */
const OPEN = 0.85;
/** The part of a sound for which m, b and p shut the lips. */
const SHUT = 0.35;
/** The vowel of each kana in the order of Unicode, from ぁ on; capitals are small kana, `.` is a pause. */
const KANA =
  'AaIiUuEeOo' + // ぁあ
  'aaiiuueeooaaiiuueeooaaii.uueeoo' + // かがきぎ … さざ … ただちぢっつづ
  'aiueoaaaiiiuuueeeoooaiueo' + // な … はばぱ … ま
  'AaUuOoaiueoAaieoNuae'; // ゃや … ら … ゎわゐゑをんゔゕゖ
const FIRST_KANA = 0x3041;
const KATAKANA = 0x60;
const H_ROW = 46;
const M_ROW = 61;
const Y_ROW = 66;
/** Accents, tone numbers and initials that romaji does not have. A macron alone is a long vowel of romaji. */
const PINYIN = /[\u0300\u0301\u0308\u030c]|[a-z][1-5]\b|zh|[xq]/;
/** The first of a pair, for which the voice stops: kitte. */
const DOUBLE = /([kstcpgdjz])(?=\1)/g;
/** A group of vowels; a nasal that ends a syllable; a long vowel; another character. */
const SOUND = /([bmp]?)[yw]?([aiueo]+)|n(?![aiueoy])g?|ー|[^\w\s'’-]/gu;

/**
 * The visemes of a text that nobody speaks aloud: kana, romaji, and Mandarin pinyin with tone marks, with
 * tone numbers or without.
 *
 * `rate` is the number of sounds (morae) in a second; a syllable of pinyin takes 1.5 of them. Kanji and
 * letters of other scripts cannot be read: each moves the lips by some vowel, always the same. O(characters).
 *
 * @throws RangeError if `rate` is not above 0.
 * @example
 * textVisemes('おど', 5);
 * // → [{ time: 0, viseme: 'o', weight: 0.85 }, { time: 0.2, … 'o' … }, { time: 0.4, viseme: '', … }]
 */
export function textVisemes(text: string, rate: number = RATE): Viseme[] {
  if (!(rate > 0)) throw new RangeError(`rate must be above 0, not ${rate}`);
  const visemes: Viseme[] = [];
  let time = 0;
  const add = (viseme: string, sounds: number): void => {
    visemes.push({ time, viseme, weight: OPEN });
    time += sounds / rate;
  };
  const latin = toLatin(text);
  const syllable = PINYIN.test(latin) ? 1.5 : 0;
  const letters = (syllable ? latin : latin.replace(/[\u0304\u0302]/g, 'ー').replace(DOUBLE, '.')).replace(
    /\p{M}/gu,
    '',
  );
  for (const [sound, lips, vowels] of letters.matchAll(SOUND)) {
    if (vowels) {
      const length = syllable ? syllable / vowels.length : 1;
      if (lips) add('', SHUT * length);
      for (let i = 0; i < vowels.length; i++) add(vowels[i], lips && i === 0 ? length * (1 - SHUT) : length);
    } else if (sound === 'ー') add(visemes.at(-1)?.viseme ?? '', 1);
    else if (sound[0] === 'n') add('n', syllable ? syllable / 3 : 1);
    else if (/\p{L}/u.test(sound)) add('aiueo'[sound.codePointAt(0)! % 5], 1.5);
    else if (/\p{P}/u.test(sound)) add('', 1);
  }
  add('', 0);
  return visemes;
}

/** Kana become vowels, with m where the lips meet. Accents stand behind their letters. */
function toLatin(text: string): string {
  return text
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[ぁ-ゖァ-ヶ][\u3099\u309a]?/g, ([kana, mark]) => {
      const index = (kana.charCodeAt(0) - FIRST_KANA) % KATAKANA;
      const isLips = index < Y_ROW && index >= (mark ? H_ROW : M_ROW);
      return (isLips ? 'm' : '') + KANA[index];
    })
    .replace(/[aiueo]?(?=[AIUEO])/g, '') // きゃ (kya) is one sound
    .replaceAll('N', "n'")
    .toLowerCase();
}
