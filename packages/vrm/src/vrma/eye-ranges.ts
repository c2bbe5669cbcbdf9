import type { EyeRange, EyeRanges, Humanoid } from '../humanoid/humanoid.js';

const UNSCALED: EyeRange = { inputMaxValue: 180, outputScale: 180 };
/** Eyes that turn by the gaze itself. */
const UNSCALED_EYES: EyeRanges = { inner: UNSCALED, outer: UNSCALED, down: UNSCALED, up: UNSCALED };

/** Where yaw and pitch are still two angles. */
const MAX_YAW = 179;
const MAX_PITCH = 89;

/**
 * Turns yaw and pitch of a gaze, in degrees, into those of the eyes, as programs for VRM do: positive to the
 * left and downwards. Where the two eyes turn by different angles, the mean.
 */
export function eyesOfGaze([yaw, pitch]: readonly [number, number], ranges: EyeRanges): [number, number] {
  const { inner, outer, down, up } = ranges;
  return [
    Math.sign(yaw) * turnOf(Math.abs(yaw), [inner, outer]),
    Math.sign(pitch) * turnOf(Math.abs(pitch), [pitch > 0 ? down : up]),
  ];
}

/**
 * The gaze for which the eyes turn by yaw and pitch, or as far as they do: the inverse of {@link eyesOfGaze}.
 */
export function gazeOfEyes([yaw, pitch]: readonly [number, number], ranges: EyeRanges): [number, number] {
  const { inner, outer, down, up } = ranges;
  return [
    Math.sign(yaw) * Math.min(gazeFor(Math.abs(yaw), [inner, outer]), MAX_YAW),
    Math.sign(pitch) * Math.min(gazeFor(Math.abs(pitch), [pitch > 0 ? down : up]), MAX_PITCH),
  ];
}

/** The mean turn of eyes with these ranges. */
function turnOf(gaze: number, ranges: readonly EyeRange[]): number {
  const turns = ranges.map(
    ({ inputMaxValue, outputScale }) => outputScale * Math.min(gaze / inputMaxValue, 1),
  );
  return turns.reduce((sum, turn) => sum + turn, 0) / ranges.length;
}

/** The turn grows in straight lines, with a bend where an eye turns no further. */
function gazeFor(turn: number, ranges: readonly EyeRange[]): number {
  const ends = ranges.map(({ inputMaxValue }) => inputMaxValue);
  let [gaze, reached] = [0, 0];
  for (const bend of [Math.min(...ends), Math.max(...ends)]) {
    const most = turnOf(bend, ranges);
    if (most <= reached) continue;
    if (turn <= most) return gaze + ((bend - gaze) * (turn - reached)) / (most - reached);
    [gaze, reached] = [bend, most];
  }
  return reached > 0 ? gaze : turn; // eyes that never turn
}

/**
 * What is between the gaze of an avatar and its eyes: nothing where they are no bones, or where its file does
 * not say.
 */
export function eyeRangesOf({ bones, lookAt }: Humanoid): EyeRanges {
  const hasEyes = bones.includes('leftEye') || bones.includes('rightEye');
  return (hasEyes ? lookAt?.eyeRanges : undefined) ?? UNSCALED_EYES;
}
