import { Color } from 'three';

/** What changes between day and night; the sky itself is the page's background. */
export interface Theme {
  floor: Color;
  ring: Color;
  shadow: Color;
}

export const DAY: Theme = {
  floor: new Color('#eef0ea'),
  ring: new Color('#b9cdc8'),
  shadow: new Color('#cbd3d0'),
};
export const NIGHT: Theme = {
  floor: new Color('#26383f'),
  ring: new Color('#40606b'),
  shadow: new Color('#162227'),
};
