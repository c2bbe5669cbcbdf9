import { matchTracks, type Motion } from '@odori/runtime/motion';

/**
 * Tells at which frames a bone's own keyframes stay: from behind the first keyframe of a run that switches
 * physics off to the last one. A run that starts the motion begins before frame 0, and one that ends it has
 * no end.
 *
 * Fractional keyframes move when they are written, and truncated names are no names of bones; such tracks
 * keep nothing.
 *
 * @example
 * keptFrames(motion, 'hair'); // physics on at 0, off at 30, 40, 50, on at 60 → [{ after: 30, last: 50 }]
 */
export function keptFrames(motion: Motion, boneName: string): KeptFrames[] {
  const [track] = matchTracks(motion.bones, [boneName], { names: 'mmd' }).tracks;
  if (track?.name.text !== boneName || !track.frames.every(Number.isInteger)) return [];
  const { frames, physics } = track;
  const runs: KeptFrames[] = [];
  for (let key = 0; key < frames.length; key++) {
    if (physics[key] !== 0) continue;
    const after = key === 0 ? -Infinity : frames[key];
    while (physics[key + 1] === 0) key++;
    runs.push({ after, last: key + 1 < frames.length ? frames[key] : Infinity });
  }
  return runs;
}

/** Frames above `after`, up to and including `last`. */
export interface KeptFrames {
  readonly after: number;
  readonly last: number;
}
