import type { MorphKey } from '@odori/format';
import { around, frameOfBeat, LOOP_FRAMES } from './beat.js';
import { singLips } from './lips.js';

/** The beats of the blinks: at irregular times, and where the head turns. */
const BLINKS = [
  1.3, 3.1, 4.05, 6.7, 9.3, 10.6, 13.2, 15.7, 16.1, 18.9, 22.4, 23.3, 26.6, 29.1, 30.8, 34.2, 35.6, 38.7,
  41.5, 43.6, 46.2, 47.4, 50.9, 53.3, 55.0, 57.5, 60.6, 63.2, 65.4, 68.45, 70.4, 71.8, 75.4, 76.5, 80.4, 83.8,
  87.6, 89.9, 93.9, 95.7, 97.5, 100.8, 103.3, 105.4, 108.45, 110.4, 111.7, 115.4, 116.4, 119.8, 121.5, 124.2,
  125.5, 126.3,
];

/** An expression from one beat to another, possibly across the end of the loop. */
type Look = readonly [name: string, from: number, to: number, weight: number];

const LOOKS: readonly Look[] = [
  ['上', 3.8, 6.2, 0.5], ['にやり', 5.6, 7.8, 0.45],
  ['上', 13.4, 16, 0.7], ['笑い', 16.75, 18.7, 1], ['照れ', 18.8, 22.6, 0.75], ['困る', 19.2, 21.6, 0.45], ['下', 20.4, 21.4, 0.2], ['上', 21.8, 23, 0.7],
  ['上', 29.4, 32.2, 0.6], ['笑い', 31.0, 32.1, 1], ['照れ', 34.9, 39.2, 0.8], ['困る', 35.2, 37.4, 0.5], ['笑い', 37.6, 38.5, 1],
  ['上', 40.4, 42.6, 0.5], ['笑い', 42.1, 43.0, 1], ['にやり', 43.4, 45.2, 0.4], ['上', 44.0, 46, 0.6], ['怒り', 48.1, 51.6, 0.28],
  ['上', 51.8, 54.6, 0.9], ['びっくり', 54.9, 55.9, 0.7], ['怒り', 54.35, 54.9, 0.3],
  ['上', 56, 57.5, 0.75], ['怒り', 57.6, 59.4, 0.25], ['笑い', 59.6, 60.5, 1], ['上', 59.6, 61.4, 0.8], ['照れ', 59.6, 64, 0.55], ['上', 63.4, 66, 0.45],
  ['下', 67.4, 68.3, 0.35], ['笑い', 71.0, 71.7, 1], ['上', 70.8, 73.4, 0.8], ['怒り', 73.6, 75.3, 0.25], ['上', 75.5, 77.3, 0.8], ['笑い', 75.6, 76.4, 1],
  ['ウィンク', 77.85, 78.9, 1], ['にやり', 77.7, 79.3, 0.55], ['照れ', 77.6, 80.4, 0.7], ['上', 80, 83, 0.45], ['怒り', 83.5, 84.1, 0.35],
  ['びっくり', 84.2, 85, 0.6], ['笑い', 85.9, 87.4, 1], ['上', 84.3, 87.6, 0.8],
  ['じと目', 88.4, 89.9, 0.35], ['じと目', 90.05, 91.2, 0.35], ['にやり', 88.3, 94.6, 0.6], ['笑い', 92.05, 93, 1], ['ウィンク', 93.15, 94.7, 1], ['照れ', 92.9, 96.3, 0.85], ['上', 93, 94.8, 0.7],
  ['あ', 93.2, 94.5, 0.35], ['上', 96, 97.5, 0.75], ['怒り', 97.6, 99.4, 0.25], ['笑い', 99.6, 100.5, 1], ['上', 99.6, 101.4, 0.8], ['照れ', 99.6, 103.5, 0.55],
  ['上', 103.4, 106, 0.5], ['下', 107.4, 108.3, 0.35], ['笑い', 110.9, 111.6, 1], ['上', 110.8, 113.4, 0.8], ['怒り', 113.6, 115.3, 0.25], ['笑い', 115.6, 116.3, 1],
  ['上', 115.5, 117.3, 0.8], ['ウィンク右', 117.85, 118.9, 1], ['照れ', 117.6, 121.4, 0.8], ['にやり', 125.4, 131.6, 0.5], ['い', 126.6, 128.9, 0.8], ['笑い', 120.6, 122.8, 1], ['笑い', 124.0, 125.6, 1], ['照れ', 122.5, 129, 0.5], ['上', 126, 129.5, 0.6],
]; // prettier-ignore

/** Expressions that shut the eyes. At half weight they would leave slits. */
const SHUTTING = ['笑い', 'ウィンク', 'ウィンク右'];
/** Expressions without blinks. */
const NO_BLINK = [...SHUTTING, 'びっくり'];

/** The morph keyframes of the face. */
export function danceMorphs(): MorphKey[] {
  const blinks = BLINKS.filter(
    (beat) =>
      !LOOKS.some(([name, from, to]) => NO_BLINK.includes(name) && beat > from - 0.35 && beat < to + 0.25),
  );
  const keys = [...blinks.flatMap(blink), ...LOOKS.flatMap(look), ...singLips()];
  return [...new Set(keys.map(({ name }) => name))].flatMap((name) =>
    merged(keys.filter((key) => key.name === name)),
  );
}

function blink(beat: number, i: number): MorphKey[] {
  const shut = frameOfBeat(beat);
  const open = shut + 5 + (i % 3);
  // prettier-ignore
  return ([[shut - 3, 0], [shut, 1], [shut + 1 + (i % 2), 1], [open, 0]] as const).map(([frame, weight]) => ({ name: 'まばたき', frame, weight }));
}

function look([name, from, to, weight]: Look): MorphKey[] {
  const [start, end] = [frameOfBeat(from), frameOfBeat(to)];
  const rise = Math.min(4, Math.floor((end - start) / 3));
  const late = SHUTTING.includes(name) ? weight : 0.88 * weight;
  const seam = end > LOOP_FRAMES ? [0, LOOP_FRAMES].map((frame) => ({ name, frame, weight })) : [];
  return [
    { name, frame: start, weight: 0 },
    { name, frame: start + rise, weight },
    ...seam,
    { name, frame: around(end - rise - 1, LOOP_FRAMES), weight: late },
    { name, frame: around(end, LOOP_FRAMES), weight: 0 },
  ];
}

/** Sorted keyframes, the larger of two at one frame, with weight 0 at both ends. */
function merged(keys: readonly MorphKey[]): MorphKey[] {
  const { name } = keys[0];
  const weights = new Map<number, number>();
  for (const { frame, weight } of keys) weights.set(frame, Math.max(weights.get(frame) ?? 0, weight));
  for (const end of [0, LOOP_FRAMES]) if (!weights.has(end)) weights.set(end, 0);
  return [...weights].sort(([a], [b]) => a - b).map(([frame, weight]) => ({ name, frame, weight }));
}
