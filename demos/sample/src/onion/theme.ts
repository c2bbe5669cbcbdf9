import { Color } from 'three';

/** The colours of ghosts and dots. The style sheet has the same ones for the legend. */
export interface Theme {
  earlier: Color;
  later: Color;
  now: Color;
}

export const DAY: Theme = {
  earlier: new Color('#1f8fd0'),
  later: new Color('#e8731a'),
  now: new Color('#d6249f'),
};

export const NIGHT: Theme = {
  earlier: new Color('#58b7f0'),
  later: new Color('#ff9d4d'),
  now: new Color('#ff6fd0'),
};
