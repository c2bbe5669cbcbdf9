import { Color, type ColorRepresentation } from 'three';
import type { BoneKind } from './bone-shapes.js';

/** The colours of the picture. The style sheet has the same colours of the bone kinds for the legend. */
export interface Theme {
  body: Color;
  bones: Readonly<Record<BoneKind, Color>>;
  selected: Color;
  off: Color;
  grid: Color;
  shadow: number;
  sky: Color;
  ground: Color;
}

const color = (value: ColorRepresentation): Color => new Color(value);

export const DAY: Theme = {
  body: color('#d9d6cf'),
  bones: {
    plain: color('#3f8f94'),
    chain: color('#d9701a'),
    append: color('#8e44ad'),
    goal: color('#c2261d'),
  },
  selected: color('#1a1a1a'),
  off: color('#9aa5a8'),
  grid: color('#8fa3a6'),
  shadow: 0.16,
  sky: color('#ffffff'),
  ground: color('#cfc8be'),
};

export const NIGHT: Theme = {
  body: color('#a3a8a8'),
  bones: {
    plain: color('#4fb3b6'),
    chain: color('#f0954a'),
    append: color('#c98be6'),
    goal: color('#ff7a6e'),
  },
  selected: color('#ffffff'),
  off: color('#5f6d72'),
  grid: color('#5c7178'),
  shadow: 0.45,
  sky: color('#dfeaf5'),
  ground: color('#6d6a70'),
};
