import { Color } from 'three';

/** Colors and strengths that differ between day and night. */
export interface Theme {
  readonly zenith: Color;
  readonly middle: Color;
  /** Also the color into which everything fades that is far away. */
  readonly horizon: Color;
  readonly disc: Color;
  readonly discFoot: Color;
  /** The sky around the disc. */
  readonly halo: Color;
  /** How bright stars and far lights are, and the glow of the lanterns, from 0 to 1. */
  readonly stars: number;
  readonly glow: number;
  readonly hills: Color;
  readonly gate: Color;
  /** Under the pillars of the gate. */
  readonly stone: Color;
  readonly crowd: Color;
  /** Of the people: their robes, their faces, their fans, and the sticks that they light. */
  readonly robes: readonly Color[];
  readonly skin: Color;
  readonly fan: Color;
  readonly sticks: readonly Color[];
  readonly ground: Color;
  readonly floor: Color;
  /** In the middle of the floor, where the light falls. */
  readonly pool: Color;
  /** Where the lanterns light the ground. */
  readonly lit: Color;
  readonly line: Color;
  readonly rim: Color;
  readonly curtain: Color;
  /** Opacity of shadows on the floor. */
  readonly shadow: number;
  readonly lantern: Color;
  readonly lanternCore: Color;
  readonly cap: Color;
  readonly cord: Color;
  /** Multiplied with the light of the motion. */
  readonly light: Color;
}

const color = (value: string): Color => new Color(value);
const colors = (...values: string[]): Color[] => values.map(color);

/** A late afternoon. */
export const DAY: Theme = {
  zenith: color('#62bdd4'),
  middle: color('#b5e2e0'),
  horizon: color('#ffe3c4'),
  disc: color('#ffd9a3'),
  discFoot: color('#ffb98a'),
  halo: color('#ffd9a3'),
  stars: 0,
  glow: 0.35,
  hills: color('#3f9bb2'),
  gate: color('#d9654a'),
  stone: color('#a8a093'),
  crowd: color('#5d7f80'),
  robes: colors('#c9574c', '#3f6f9e', '#d99a3f', '#2f8b86', '#8567a6'),
  skin: color('#f3c9a2'),
  fan: color('#fffaf0'),
  sticks: colors('#ff5d6c', '#ffb52e', '#14b8ad', '#ff6fb1', '#5b8cff'),
  ground: color('#e9cfae'),
  floor: color('#e9e6da'),
  pool: color('#fdfaf0'),
  lit: color('#ffe9c6'),
  line: color('#c6cfc4'),
  rim: color('#0f8a8b'),
  curtain: color('#fff6e8'),
  shadow: 0.3,
  lantern: color('#f5883c'),
  lanternCore: color('#ffd07c'),
  cap: color('#4b3a37'),
  cord: color('#8a7f78'),
  light: new Color().setRGB(1.04, 1.02, 0.98),
};

export const NIGHT: Theme = {
  zenith: color('#050b18'),
  middle: color('#173352'),
  horizon: color('#45597a'),
  disc: color('#f2d6a2'),
  discFoot: color('#8f7f7c'),
  halo: color('#4a6580'),
  stars: 1,
  glow: 1,
  hills: color('#1b3450'),
  gate: color('#7a2f35'),
  stone: color('#343d4b'),
  crowd: color('#0c1a2a'),
  robes: colors('#47232c', '#1c3a66', '#4a3a22', '#154448', '#352a5e'),
  skin: color('#6a4a42'),
  fan: color('#8f7c66'),
  sticks: colors('#ff7d8a', '#ffd268', '#5fe8db', '#ff8fc4', '#86aaff'),
  ground: color('#1b2736'),
  floor: color('#2a343b'),
  pool: color('#75695c'),
  lit: color('#8f6747'),
  line: color('#5b7078'),
  rim: color('#1d7f83'),
  curtain: color('#cfc4b4'),
  shadow: 0.5,
  lantern: color('#e8792f'),
  lanternCore: color('#ffdf95'),
  cap: color('#2a2324'),
  cord: color('#5d7078'),
  light: new Color().setRGB(1.045, 1.0, 0.955),
};
