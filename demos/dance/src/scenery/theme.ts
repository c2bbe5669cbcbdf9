import { Color, type ColorRepresentation } from 'three';

/** Colours and lights that differ between the light and the dark scheme. The sky is the background of the page. */
export interface Theme {
  floor: Color;
  rim: Color;
  ring: Color;
  lantern: Color;
  cord: Color;
  shadow: number;
  sky: Color;
  ground: Color;
  ambient: number;
  sun: Color;
  sunlight: number;
}

const color = (value: ColorRepresentation): Color => new Color(value);

export const DAY: Theme = {
  floor: color('#eef0ea'),
  rim: color('#0f8a8b'),
  ring: color('#c9d9d4'),
  lantern: color('#ffb45e'),
  cord: color('#8a7f78'),
  shadow: 0.26,
  sky: color('#ffffff'),
  ground: color('#f3dcd4'),
  ambient: 1.3,
  sun: color('#fff4e4'),
  sunlight: 1.7,
};

export const NIGHT: Theme = {
  floor: color('#26383f'),
  rim: color('#1d7f83'),
  ring: color('#35505a'),
  lantern: color('#ffb765'),
  cord: color('#5d7078'),
  shadow: 0.5,
  sky: color('#cfe2f5'),
  ground: color('#8a6f74'),
  ambient: 1.15,
  sun: color('#ffeedd'),
  sunlight: 1.6,
};
