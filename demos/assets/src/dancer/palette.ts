import { type Color, hex } from '../image/picture.js';
import type { Part } from '../mesh/part.js';

/** Two main colours, vermilion and indigo; an accent of gold; cream and skin. */
export const SKIN: Color = hex('#ffe3d1');
export const VERMILION: Color = hex('#e8492f');
export const INDIGO: Color = hex('#343a86');
export const NIGHT: Color = hex('#23265c');
export const GOLD: Color = hex('#f6b93b');
export const CREAM: Color = hex('#fff5e4');
/** A bit darker than a floor that is nearly white. */
export const SOLE: Color = hex('#eccb98');
export const HAIR: Color = hex('#5257ad');
export const HAIR_LIGHT: Color = hex('#a2abee');
export const HAIR_DARK: Color = hex('#383b86');
export const HAIR_TIP: Color = hex('#f0806f');
export const LINE: Color = hex('#33203f');
export const MOUTH: Color = hex('#9c3340');
export const TONGUE: Color = hex('#f0848a');
export const WHITE: Color = hex('#ffffff');

/** Flat colours that share one texture, by their square in it. */
export type Swatch =
  | 'skin'
  | 'cream'
  | 'indigo'
  | 'night'
  | 'gold'
  | 'vermilion'
  | 'line'
  | 'mouth'
  | 'tongue'
  | 'teeth'
  | 'brow'
  | 'darkRed';

const SWATCHES: Record<Swatch, Color> = {
  skin: SKIN,
  cream: CREAM,
  indigo: INDIGO,
  night: NIGHT,
  gold: GOLD,
  vermilion: VERMILION,
  line: LINE,
  mouth: MOUTH,
  tongue: TONGUE,
  teeth: WHITE,
  brow: HAIR_DARK,
  darkRed: hex('#a92a26'),
};

const NAMES = Object.keys(SWATCHES) as Swatch[];
const SIDE = 4;

/** The middle of a square. */
export function swatchUv(swatch: Swatch): [u: number, v: number] {
  const i = NAMES.indexOf(swatch);
  return [((i % SIDE) + 0.5) / SIDE, (Math.floor(i / SIDE) + 0.5) / SIDE];
}

/** The squares' texture. */
export function swatchAt(u: number, v: number): Color {
  const i = Math.floor(v * SIDE) * SIDE + Math.floor(u * SIDE);
  return SWATCHES[NAMES[i] ?? 'skin'];
}

/** The whole part in one colour. */
export function swatched(part: Part, swatch: Swatch): Part {
  return { ...part, uvs: part.positions.map(() => swatchUv(swatch)) };
}
