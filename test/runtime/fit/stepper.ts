import { type BoneKey, createVmd } from '@odori/format';
import { Motion } from '@odori/runtime/motion';

/** Slow at both ends, so that each keyframe is an accent. */
const EASE = [64, 0, 64, 127] as const;
const CURVES = { x: EASE, y: EASE, z: EASE, rotation: EASE };

/**
 * A dance whose hips and left foot go from place to place: at beat i, センター is at x = i mod 4 / 2. `frames`
 * of a beat.
 */
export function stepper(beats: number, frames = 15): Motion {
  const bones: BoneKey[] = [];
  for (let i = 0; i <= beats; i++) {
    const frame = i * frames;
    bones.push({ name: 'センター', frame, position: [(i % 4) / 2, 0, 0], curves: CURVES });
    bones.push({ name: '左足ＩＫ', frame, position: [i % 2, 0, 0], curves: CURVES });
  }
  return Motion.from(createVmd({ bones }));
}

/** Beats of a steady song from a time on. */
export function evenSong(
  beats: number,
  beatSeconds: number,
  from = 0,
): { readonly beats: Float64Array; readonly bars: Float64Array } {
  const all = Float64Array.from({ length: beats }, (_, i) => from + i * beatSeconds);
  return { beats: all, bars: all.filter((_, i) => i % 4 === 0) };
}
