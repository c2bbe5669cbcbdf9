import type { MorphKey } from '@odori/format';
import type { Vowel } from '../song/line-notation.js';
import { MELODY } from '../song/melody.js';
import { frameOfBeat, LOOP_FRAMES } from './beat.js';

/** The weight of each vowel. A wide あ is for long notes. */
const OPEN: Readonly<Record<Vowel, number>> = { あ: 0.75, い: 0.62, う: 0.8, え: 0.68, お: 0.78 };
const ATTACK = 2;
const RELEASE = 4;

/**
 * The mouth sings the melody: open within two frames, a bit less while a note is held, shut before the next
 * breath.
 */
export function singLips(): MorphKey[] {
  const keys: MorphKey[] = [];
  MELODY.forEach(({ startBeat, beats, vowel, pitch }, i) => {
    const from = frameOfBeat(startBeat);
    const to = frameOfBeat(startBeat + beats);
    const next = MELODY[i + 1];
    const isJoined = next !== undefined && frameOfBeat(next.startBeat) - to < 3;
    const weight = Math.min(OPEN[vowel] + 0.012 * (pitch - 70) + (beats >= 1 ? 0.12 : 0), 1);
    const end = Math.max(isJoined ? to : to - 2, from + 4);
    keys.push(
      { name: vowel, frame: Math.max(from - 1, 0), weight: 0 },
      { name: vowel, frame: from + ATTACK - 1, weight },
      { name: vowel, frame: Math.max(from + ATTACK, end - RELEASE), weight: 0.82 * weight },
      { name: vowel, frame: Math.min(end + 1, LOOP_FRAMES), weight: 0 },
    );
  });
  return keys;
}
