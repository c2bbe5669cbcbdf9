import { Color } from 'three';
import { DAY as FESTIVAL_DAY, NIGHT as FESTIVAL_NIGHT, type Theme } from '../../festival/src/theme.js';

/** Colors and strengths of the concert, beside those of sky, hills, crowd and ground. */
export interface ConcertTheme extends Theme {
  /** What the wall shows without a picture: a sun with rays over waves. */
  readonly air: Color;
  readonly ray: Color;
  readonly sun: Color;
  readonly sunFoot: Color;
  readonly wave: Color;
  readonly foam: Color;
  /** Frame of the wall, and towers. */
  readonly frame: Color;
  readonly metal: Color;
  /** The floor of the stage, its edge, and the lights in it. */
  readonly boards: Color;
  readonly cloth: Color;
  readonly led: Color;
  /** Of the beams, in the order of the lamps. */
  readonly beams: readonly Color[];
  /** How strong beams are, and reflections in the floor, from 0 to 1. */
  readonly beamStrength: number;
  readonly shine: number;
}

const color = (value: string): Color => new Color(value);
const colors = (...values: string[]): Color[] => values.map(color);

export const DAY: ConcertTheme = {
  ...FESTIVAL_DAY,
  air: color('#fff1d6'),
  ray: color('#ffdcae'),
  sun: color('#ff8f6b'),
  sunFoot: color('#ffb56b'),
  wave: color('#1f8c95'),
  foam: color('#f4fbf6'),
  frame: color('#31464f'),
  metal: color('#8fa3aa'),
  boards: color('#dfe6e4'),
  cloth: color('#2f5560'),
  led: color('#12b3ac'),
  beams: colors('#fff3c9', '#ffd9c2', '#d2fbf3', '#ffe1f0'),
  beamStrength: 0.26,
  shine: 0.3,
  robes: colors('#c9574c', '#3f6f9e', '#d99a3f', '#2f8b86', '#8567a6'),
  sticks: colors('#ff5d6c', '#ffb52e', '#14b8ad', '#ff6fb1', '#5b8cff'),
  ground: color('#d9cfb8'),
  lit: color('#e6dcc4'),
};

export const NIGHT: ConcertTheme = {
  ...FESTIVAL_NIGHT,
  zenith: color('#060817'),
  middle: color('#1a1f47'),
  horizon: color('#3d3566'),
  halo: color('#4b3f7a'),
  hills: color('#1c1c40'),
  air: color('#141a44'),
  ray: color('#262c6b'),
  sun: color('#ff5f94'),
  sunFoot: color('#ffb860'),
  wave: color('#0b4f66'),
  foam: color('#4fe3d6'),
  frame: color('#0c1020'),
  metal: color('#39415e'),
  boards: color('#151a2b'),
  cloth: color('#0d1120'),
  led: color('#3ff0e0'),
  beams: colors('#5fe8ff', '#ff6fb5', '#ffd27a', '#8f8bff'),
  beamStrength: 1,
  shine: 0.75,
  crowd: color('#0b0f22'),
  robes: colors('#33203f', '#1c2c58', '#3a2c3a', '#163a48', '#2d2758'),
  skin: color('#4a3a4c'),
  sticks: colors('#ff5f94', '#5fe8ff', '#ffd268', '#5fe8db', '#b48cff'),
  ground: color('#141730'),
  lit: color('#24264f'),
  shadow: 0.55,
  light: new Color().setRGB(1.01, 0.99, 1.04),
};
