import { nameLabel } from './file-text.js';
import { ENGLISH_BONES, ENGLISH_MORPHS } from './english-names.js';
import { language, type MakeText } from './language/texts.js';

export type NameKind = 'bone' | 'morph';

const KNOWN: Readonly<Record<NameKind, ReadonlyMap<string, string>>> = {
  bone: new Map(Object.entries(ENGLISH_BONES)),
  morph: new Map(Object.entries(ENGLISH_MORPHS)),
};

const SIDES: Readonly<Record<string, string>> = {
  左: 'left',
  右: 'right',
  L: 'left',
  R: 'right',
};

/** Endings of bone and morph names. */
const ENDINGS: Readonly<Record<string, string>> = {
  先: 'tip',
  親: 'parent',
  子: 'child',
  前: 'front',
  後: 'back',
  基: 'base',
  消: 'off',
  捩: 'twist',
  握: 'grip',
  補助: 'helper',
};

const ENDING = /(?:_?(\d+)|(IK|EX|[DPC])|([左右LR])|(先|親|子|前|後|基|消|捩|握|補助))$/;

/** Longer names are not standard ones, and matching a very long untrusted name would take time. */
const LONGEST_NAME = 24;

/**
 * The English meaning of a standard Japanese bone or morph name; undefined if it is not known.
 *
 * @example
 * englishName('bone', '左足ＩＫ親'); // → 'left leg IK parent'
 * englishName('bone', 'スカート_0_12'); // → 'skirt 0-12'
 * englishName('morph', '口角上げ左'); // → 'mouth corners up, left'
 */
export function englishName(kind: NameKind, name: string): string | undefined {
  if (name.length > LONGEST_NAME) return undefined;
  const text = name.normalize('NFKC').replace(/\s/g, '');
  const known = KNOWN[kind].get(text);
  if (known !== undefined) return known;
  if (!/^[左右]/.test(text)) return withoutEndings(kind, text, undefined);
  return withoutEndings(kind, text.slice(1), SIDES[text.charAt(0)]);
}

/** The same as a part of a text; `''` if it is not known, and for readers of Japanese. */
export function usualMeaning(kind: NameKind, name: string): MakeText {
  const english = englishName(kind, name) ?? '';
  return () => (language === 'ja' ? '' : english);
}

/** A bone or morph name with its English meaning, for readers of other languages than Japanese. */
export function nameWithMeaning(kind: NameKind, name: string): HTMLElement {
  const label = nameLabel(name, englishName(kind, name));
  label.querySelector('.gloss')?.classList.add('usual');
  return label;
}

/** Removes endings until a known name is left, then appends their meanings to its own. */
function withoutEndings(kind: NameKind, text: string, side: string | undefined): string | undefined {
  const endings: string[] = [];
  let stem = text;
  let sideWord = side;
  while (!KNOWN[kind].has(stem)) {
    const [ending, number, letters, sideEnding, word] = ENDING.exec(stem) ?? [];
    if (ending === undefined) return undefined;
    if (sideEnding !== undefined && sideWord !== undefined) return undefined;
    if (sideEnding !== undefined) sideWord = SIDES[sideEnding];
    else endings.unshift(number ?? letters ?? ENDINGS[word]);
    stem = stem.slice(0, -ending.length);
  }
  const words = [KNOWN[kind].get(stem), ...endings].join(' ').replace(/(?<= \d+) (?=\d)/g, '-');
  if (sideWord === undefined) return words;
  // "left leg", but "brows up, left"
  return kind === 'bone' ? `${sideWord} ${words}` : `${words}, ${sideWord}`;
}
