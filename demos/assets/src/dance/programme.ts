import { around, frameOfBeat, LOOP_BEATS, LOOP_FRAMES } from './beat.js';
import type { Step } from './foot.js';
import { HAND_CHANNELS, handRows } from './hand-rows.js';
import { LoopCurve, type Point } from './loop-curve.js';
import { type Mark, parseMarks } from './notation.js';
import { BODY_CHANNELS, type BodyChannel, type Phrase, SAME_IN_MIRROR } from './phrase.js';
import { ANSWER_LEAP, ANSWER_TURN, BREAK, HOOK, HOOK_LANDED, HOOK_PEACE } from './phrases/chorus.js';
import { CLIMB, LIFT } from './phrases/lift.js';
import { STROLL } from './phrases/stroll.js';
import { INTRO, OUTRO, VERSE } from './phrases/verse.js';

interface Entry {
  readonly phrase: Phrase;
  readonly isMirrored?: true;
  /** How far she moves to her left and to the viewer during the phrase. */
  readonly travel?: number;
  readonly advance?: number;
}

/** All phrases of the dance in order. */
const PROGRAMME: readonly Entry[] = [
  { phrase: INTRO },
  { phrase: VERSE },
  { phrase: STROLL, isMirrored: true },
  { phrase: LIFT, travel: -2 },
  { phrase: CLIMB, travel: -5 },
  { phrase: HOOK_LANDED },
  { phrase: ANSWER_TURN },
  { phrase: HOOK_PEACE, isMirrored: true },
  { phrase: ANSWER_LEAP },
  { phrase: BREAK },
  { phrase: HOOK, travel: 3, advance: 1.5 },
  { phrase: ANSWER_TURN, isMirrored: true, travel: -5 },
  { phrase: HOOK_PEACE, travel: 2, advance: 1.5 },
  { phrase: OUTRO, advance: -3 },
];

export interface Score {
  readonly body: Readonly<Record<BodyChannel, LoopCurve>>;
  /** Place, palm, aim: x y z each; six of the fingers. */
  readonly hands: Readonly<Record<'左' | '右', readonly LoopCurve[]>>;
  readonly feet: Readonly<Record<'左' | '右', readonly Step[]>>;
}

/** All phrases on one timeline. */
export function readScore(): Score {
  const body = Object.fromEntries(BODY_CHANNELS.map((channel) => [channel, [] as Point[]])) as Record<
    BodyChannel,
    Point[]
  >;
  const hands = { 左: columns(), 右: columns() };
  const feet: Record<'左' | '右', Step[]> = { 左: [], 右: [] };
  let beat = 0;
  let turned = 0;
  let place: Walked = { x: 0, z: 0 };
  const stood = { 左: place, 右: place };
  for (const { phrase, isMirrored, travel = 0, advance = 0 } of PROGRAMME) {
    const sign = isMirrored ? -1 : 1;
    const walkedAt = (at: number): Walked => {
      const done = share(at, phrase);
      return { x: place.x + travel * done + sign * walkedUntil(at, phrase), z: place.z + advance * done };
    };
    for (const channel of BODY_CHANNELS) {
      const factor = SAME_IN_MIRROR.has(channel) ? 1 : sign;
      const points = pointsOf(
        parseMarks(phrase.body[channel] ?? '0:0'),
        beat,
        (mark) => factor * mark.values[0],
      );
      const offset = channel === 'facing' ? turned : 0;
      const walk = (at: number): number =>
        channel === 'shift' ? walkedAt(at - beat).x : channel === 'forward' ? walkedAt(at - beat).z : 0;
      body[channel].push(...points.map(([at, value]): Point => [at, value + offset + walk(at)]));
    }
    const [left, right] = isMirrored ? (['右', '左'] as const) : (['左', '右'] as const);
    for (const [side, marks, steps] of [
      [left, phrase.left, phrase.leftFoot],
      [right, phrase.right, phrase.rightFoot],
    ] as const) {
      addHand(hands[side], parseMarks(marks), beat);
      for (const step of parseMarks(steps)) {
        if (isLifted(step)) stood[side] = walkedAt(step.until ?? step.beat);
        feet[side].push(stepOf(step, beat, sign, stood[side], turned));
      }
    }
    turned += sign * 360 * (phrase.turns ?? 0);
    place = walkedAt(phrase.beats);
    beat += phrase.beats;
  }
  if (beat !== LOOP_BEATS || turned !== 0 || place.x !== 0 || place.z !== 0)
    throw new RangeError(`the dance does not close: ${beat}, ${turned}, ${place.x}, ${place.z}`);
  return {
    body: Object.fromEntries(
      BODY_CHANNELS.map((channel) => [channel, new LoopCurve(body[channel])]),
    ) as Record<BodyChannel, LoopCurve>,
    hands: {
      左: hands.左.map((points) => new LoopCurve(points)),
      右: hands.右.map((points) => new LoopCurve(points)),
    },
    feet,
  };
}

/** The distance on the floor from the start of the dance. */
interface Walked {
  readonly x: number;
  readonly z: number;
}

/** A foot that only lifts its heel or spins stays where it stands. */
function isLifted({ values: [, , , , height = 1, pivot] }: Mark): boolean {
  return height > 0 && pivot === undefined;
}

/**
 * The fraction of the movement of a phrase that is done. She moves steadily, except where the phrase says
 * that she stays.
 */
function share(beat: number, { beats, stays: [from, to] = [beats, beats] }: Phrase): number {
  const at = Math.min(Math.max(beat, 0), beats);
  return (Math.min(at, from) + Math.max(at - to, 0)) / (beats - (to - from));
}

/** How far to the left of where the phrase began its own walk has brought her. */
function walkedUntil(beat: number, { walk = '' }: Phrase): number {
  const marks = parseMarks(walk);
  const index = marks.findIndex((mark) => mark.beat > beat);
  const [next, last] = index < 0 ? [marks.at(-1), undefined] : [marks[index], marks[index - 1]];
  if (!next || !last) return next?.values[0] ?? 0;
  const part = (beat - last.beat) / (next.beat - last.beat);
  return last.values[0] + (next.values[0] - last.values[0]) * part;
}

function columns(): Point[][] {
  return Array.from({ length: HAND_CHANNELS }, () => []);
}

/** Adds a small move in the other direction before a hit, and a slight drift to held values. */
function pointsOf(marks: readonly Mark[], start: number, valueOf: (mark: Mark) => number): Point[] {
  const points: Point[] = [];
  marks.forEach((mark, i) => {
    const value = valueOf(mark);
    const last = marks[i - 1];
    const before = last && valueOf(last);
    if (last && before !== undefined && mark.isHit && mark.beat - (last.until ?? last.beat) > 0.5) {
      points.push([start + mark.beat - 0.42, before - 0.08 * (value - before)]);
    }
    points.push([start + mark.beat, value]);
    if (mark.until !== undefined)
      points.push([start + mark.until, value + 0.05 * (value - (before ?? value))]);
  });
  return points;
}

function addHand(curves: Point[][], marks: readonly Mark[], start: number): void {
  const rows = handRows(marks);
  curves.forEach((points, i) => points.push(...pointsOf(marks, start, (mark) => rows.get(mark)![i])));
}

/** The default duration of a step: half a beat. */
const STEP_BEATS = 0.5;

function stepOf(mark: Mark, start: number, sign: number, walked: Walked, turned: number): Step {
  const [x, z, yaw, heel = 0, height = 0.95, pivotX, pivotZ] = mark.values;
  const down = mark.until ?? mark.beat;
  const from = mark.until === undefined ? mark.beat - STEP_BEATS : mark.beat;
  const to = around(frameOfBeat(start + down), LOOP_FRAMES);
  const length = frameOfBeat(start + down) - frameOfBeat(start + from);
  return {
    from: to - length,
    to,
    x: sign * x + walked.x,
    z: z + walked.z,
    yaw: sign * yaw + turned,
    heel,
    height,
    ...(mark.words.includes('leap') && { isLeap: true }),
    ...(pivotX !== undefined && { pivot: { x: sign * pivotX + walked.x, z: pivotZ + walked.z } }),
  };
}
