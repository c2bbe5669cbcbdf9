import { Color } from 'three';

/** Colors that differ between day and night. */
export interface Theme {
  readonly zenith: Color;
  readonly horizon: Color;
  readonly disc: Color;
  readonly floor: Color;
  readonly rim: Color;
  readonly ring: Color;
  readonly lantern: Color;
  readonly cord: Color;
}

const color = (value: string): Color => new Color(value);

export const DAY: Theme = {
  zenith: color('#cfe3e6'),
  horizon: color('#f8f0e4'),
  disc: color('#ffdfb6'),
  floor: color('#eef0ea'),
  rim: color('#0f8a8b'),
  ring: color('#c9d9d4'),
  lantern: color('#ffb45e'),
  cord: color('#8a7f78'),
};

export const NIGHT: Theme = {
  zenith: color('#0a131b'),
  horizon: color('#1b2b36'),
  disc: color('#2f5060'),
  floor: color('#26383f'),
  rim: color('#1d7f83'),
  ring: color('#35505a'),
  lantern: color('#ffb765'),
  cord: color('#5d7078'),
};
