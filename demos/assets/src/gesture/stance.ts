import { footBetween, type FootPlace } from '../dance/foot.js';
import type { Side } from '../dance/legs.js';

/*
 * How she stands when nothing happens: the pose in which idle motions begin and end, and gestures too. Her
 * weight is on both legs, the arms hang beside the skirt.
 */

/** The hand beside the skirt: the first and the last mark of each hand's line begin with this. */
export const HANGING = '1.5,-4.68,0.42/i/relaxed/dddo';

/** Bones: forwards, left, lean; degrees. */
export const STANCE_TURNS: Readonly<Record<string, readonly [number, number, number]>> = {
  上半身: [1, 0, 0],
  上半身2: [-3, 0, 0],
  首: [1, 0, 0],
  頭: [2, 0, 0],
};

/** Bones: to her left, up, ahead; units. The hips are a bit lower, so that the knees are not straight. */
export const STANCE_MOVES: Readonly<Record<string, readonly [number, number, number]>> = {
  グルーブ: [0, -0.1, 0],
};

const foot = { from: 0, to: 0, heel: 0, height: 0 };
const planted = {
  左: { ...foot, x: 0.94, z: -0.2, yaw: 11 },
  右: { ...foot, x: -0.94, z: -0.28, yaw: -11 },
};

/** Where the feet stand. */
export const STANCE_FEET: Readonly<Record<Side, { at(): FootPlace }>> = {
  左: { at: () => footBetween(planted.左, planted.左, 0) },
  右: { at: () => footBetween(planted.右, planted.右, 0) },
};
