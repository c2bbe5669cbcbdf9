import type { MorphKey } from '@odori/format';
import { FRAMES_PER_BEAT, LOOP_BEATS } from './beat.js';

/** Beats at which the eyes shut for a moment. */
const BLINKS = [1.6, 4.45, 7.3, 10.0, 12.55, 17.7, 20.4, 23.1, 26.2, 28.6];

/** A mouth shape from one beat to another. */
type Shape = readonly [name: string, from: number, to: number, weight: number];

const SHAPES: readonly Shape[] = [0, 16].flatMap((phrase) => [
  ['あ', phrase + 0.6, phrase + 1.5, 0.55], // ah
  ['お', phrase + 2.6, phrase + 3.5, 0.5], // oh
  ['え', phrase + 4.6, phrase + 5.2, 0.5], // eh
  ['あ', phrase + 5.0, phrase + 6.4, 0.8],
  ['う', phrase + 8.2, phrase + 8.9, 0.6], // oo
  ['あ', phrase + 9.2, phrase + 9.9, 0.5],
  ['笑い', phrase + 10.7, phrase + 11.9, 1], // smiling eyes
  ['にやり', phrase + 10.5, phrase + 12.1, 1], // grin
  ['照れ', phrase + 10.2, phrase + 12.4, 1], // blush
  ['上', phrase + 4.8, phrase + 6.6, 0.9], // brows up
  ['あ', phrase + 12.2, phrase + 13.6, 0.35],
  ['ウィンク', phrase + 14.0, phrase + 15.1, phrase === 0 ? 1 : 0], // wink
  ['ウィンク右', phrase + 14.0, phrase + 15.1, phrase === 0 ? 0 : 1], // wink, right
  ['あ', phrase + 13.8, phrase + 15.5, 0.85],
  ['上', phrase + 13.8, phrase + 15.4, 1],
]);

/** What the face does in the dance. */
export function danceMorphs(): MorphKey[] {
  return [...BLINKS.flatMap(blink), ...SHAPES.flatMap(shape), ...neutral()];
}

function blink(beat: number): MorphKey[] {
  const shut = Math.round(beat * FRAMES_PER_BEAT);
  return [
    [-3, 0],
    [0, 1],
    [1, 1],
    [5, 0],
  ].map(([offset, weight]) => ({ name: 'まばたき', frame: shut + offset, weight }));
}

function shape([name, from, to, weight]: Shape): MorphKey[] {
  const start = Math.round(from * FRAMES_PER_BEAT);
  const end = Math.round(to * FRAMES_PER_BEAT);
  const ease = Math.min(5, Math.floor((end - start) / 3));
  return [
    { name, frame: start, weight: 0 },
    { name, frame: start + ease, weight },
    { name, frame: end - ease, weight },
    { name, frame: end, weight: 0 },
  ];
}

function neutral(): MorphKey[] {
  const names = new Set(['まばたき', ...SHAPES.map(([name]) => name)]);
  const ends = [0, LOOP_BEATS * FRAMES_PER_BEAT];
  return [...names].flatMap((name) => ends.map((frame) => ({ name, frame, weight: 0 })));
}
