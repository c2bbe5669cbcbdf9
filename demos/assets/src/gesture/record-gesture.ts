import { type BoneKey, createVmd, type MorphKey, type Vmd } from '@odori/format';
import { Quaternion, Vector3 } from 'three';
import { type ArmTurns, turnArm } from '../dance/arm.js';
import { turnFingers } from '../dance/fingers.js';
import { DEGREE } from '../dance/beat.js';
import { fitKeys, keyAt, type Recording } from '../dance/fit-keys.js';
import { HAND_CHANNELS, handRows } from '../dance/hand-rows.js';
import { poseFeet, type Side, SIDES } from '../dance/legs.js';
import { parseMarks } from '../dance/notation.js';
import { mirroredTurn, Puppet, turnOf } from '../dance/puppet.js';
import { MonotoneSpline } from '../mesh/monotone-spline.js';
import type { GestureScore } from './score.js';
import { STANCE_FEET, STANCE_MOVES, STANCE_TURNS } from './stance.js';

const FRAMES_PER_SECOND = 30;
/** Seconds by which a joint is behind the hand's line: the shoulder leads, and the fingers come last. */
const LAGS: readonly (readonly [bones: RegExp, seconds: number])[] = [
  [/肩/, 0],
  [/^.腕/, 0.04],
  [/ひじ|手捩/, 0.075],
  [/手首/, 0.12],
  [/指/, 0.16],
];

/** Invisible errors. */
const TOLERANCES: readonly (readonly [bones: RegExp, degrees: number, units: number])[] = [
  [/指.*[３２]|親指/, 12, 0],
  [/指/, 8, 0],
  [/手首|手捩/, 3, 0],
  [/腕|ひじ/, 1.2, 0],
  [/肩/, 1, 0],
  [/足|ひざ/, 2, 0], // IK does the rest
  [/./, 0.4, 0.02],
];

/** A bone that turns by more degrees has keyframes at all marks. */
const FAR = 10;

/** The motion of a score: a few keyframes of the bones that it names. */
export function recordGesture(score: GestureScore): Vmd {
  const puppet = new Puppet();
  const frames = Math.round(score.seconds * FRAMES_PER_SECOND);
  const lines = new GestureLines(score);
  const turns = new Map<string, Quaternion[]>();
  const moves = new Map<string, Vector3[]>();
  for (let frame = 0; frame <= frames; frame++) {
    const seconds = frame / FRAMES_PER_SECOND;
    const turned = lines.turnsAt(seconds);
    const moved = lines.movesAt(seconds);
    if (score.stands) poseLegs(puppet, turned, moved);
    for (const [bone, turn] of turned) listOf(turns, bone).push(turn);
    for (const [bone, move] of moved) listOf(moves, bone).push(move);
  }
  const still = Array.from({ length: frames + 1 }, () => new Quaternion());
  const bones = puppet.rig.definition.boneNames.filter((bone) => turns.has(bone) || moves.has(bone));
  return createVmd({
    modelName: '踊り子',
    bones: bones.flatMap((bone) =>
      keysOf(bone, { turns: turns.get(bone) ?? still, moves: moves.get(bone), stops: stopsOf(bone, score) }),
    ),
    morphs: morphKeys(score),
  });
}

/** Adds what brings the feet to where they stand. */
function poseLegs(puppet: Puppet, turns: Map<string, Quaternion>, moves: Map<string, Vector3>): void {
  for (const [bone, turn] of turns) puppet.turn(bone, turn);
  for (const [bone, move] of moves) puppet.move(bone, move);
  puppet.solve(false);
  poseFeet(puppet, STANCE_FEET, 0);
  const { rotations, translations } = puppet.rig.pose;
  for (const side of SIDES) {
    for (const bone of ['足', 'ひざ', '足首', '足ＩＫ'])
      turns.set(side + bone, new Quaternion().fromArray(rotations, 4 * puppet.index(side + bone)));
    const foot = `${side}足ＩＫ`;
    moves.set(foot, new Vector3().fromArray(translations, 3 * puppet.index(foot)));
  }
}

function listOf<T>(lists: Map<string, T[]>, bone: string): T[] {
  const list = lists.get(bone) ?? [];
  lists.set(bone, list);
  return list;
}

/** The frames at which the score has marks for a bone: in between, a curve is easy to follow. */
function stopsOf(bone: string, { seconds, turns, moves, left, right }: GestureScore): number[] {
  if (/指/.test(bone)) return []; // few keys do for them
  const lag = LAGS.find(([bones]) => bones.test(bone))?.[1];
  const hand = bone.startsWith('左') ? left : right;
  const lines = [turns[bone], moves?.[bone], lag === undefined ? undefined : hand];
  const end = Math.round(seconds * FRAMES_PER_SECOND);
  return lines
    .flatMap((line) => parseMarks(line ?? ''))
    .map(({ beat }) => Math.min(Math.round((beat + (lag ?? 0)) * FRAMES_PER_SECOND), end));
}

function keysOf(bone: string, { turns, moves, stops }: Recording): BoneKey[] {
  const [, degrees, units] = TOLERANCES.find(([bones]) => bones.test(bone))!;
  const way = Math.max(...turns.map((turn) => turn.angleTo(turns[0]))) / DEGREE;
  const isStill = way < 1e-4 && !moves?.some((move) => move.distanceTo(moves[0]) > 1e-9);
  if (isStill) return [keyAt(bone, { turns, moves }, 0)];
  const recording = { turns, moves, stops: way > FAR ? stops : [] };
  return fitKeys(bone, recording, { degrees, units, frames: turns.length });
}

function morphKeys({ morphs = {} }: GestureScore): MorphKey[] {
  return Object.entries(morphs).flatMap(([name, line]) =>
    parseMarks(line).map(({ beat, values: [weight] }) => ({
      name,
      frame: Math.round(beat * FRAMES_PER_SECOND),
      weight,
    })),
  );
}

/** The lines of a score as smooth curves. */
class GestureLines {
  readonly #turns: ReadonlyMap<string, readonly MonotoneSpline[]>;
  readonly #moves: ReadonlyMap<string, readonly MonotoneSpline[]>;
  readonly #hands: ReadonlyMap<Side, readonly MonotoneSpline[]>;

  constructor({ turns, moves = {}, left, right }: GestureScore) {
    this.#turns = curvesOf(turns, STANCE_TURNS);
    this.#moves = curvesOf(moves, STANCE_MOVES);
    const hands = new Map<Side, readonly MonotoneSpline[]>();
    if (left) hands.set('左', handCurves(left));
    if (right) hands.set('右', handCurves(right));
    this.#hands = hands;
  }

  turnsAt(seconds: number): Map<string, Quaternion> {
    const turns = new Map<string, Quaternion>();
    for (const [bone, curves] of this.#turns) {
      const [forwards, left, lean] = curves.map((curve) => curve.at(seconds));
      turns.set(bone, turnOf(forwards, left, lean));
    }
    for (const [side, curves] of this.#hands) {
      for (const [bones, lag] of LAGS)
        for (const [bone, turn] of armAt(side, curves, seconds - lag))
          if (bones.test(bone)) turns.set(bone, turn);
    }
    return turns;
  }

  movesAt(seconds: number): Map<string, Vector3> {
    return new Map(
      Array.from(this.#moves, ([bone, curves]) => {
        const [x, y, z] = curves.map((curve) => curve.at(seconds));
        return [bone, new Vector3(x, y, z)];
      }),
    );
  }
}

function curvesOf(
  lines: Readonly<Record<string, string>>,
  stance: Readonly<Record<string, readonly [number, number, number]>>,
): Map<string, MonotoneSpline[]> {
  return new Map(
    Object.entries(lines).map(([bone, line]) => {
      const marks = parseMarks(line);
      const times = marks.map(({ beat }) => beat);
      const from = stance[bone] ?? [0, 0, 0];
      return [
        bone,
        from.map((start, i) => new MonotoneSpline(times, marks.map(({ values }) => start + values[i]))), // prettier-ignore
      ];
    }),
  );
}

function handCurves(line: string): MonotoneSpline[] {
  const marks = parseMarks(line);
  const rows = handRows(marks);
  const times = marks.map(({ beat }) => beat);
  return Array.from(
    { length: HAND_CHANNELS },
    (_, i) => new MonotoneSpline(times, marks.map((mark) => rows.get(mark)![i])), // prettier-ignore
  );
}

/** Seconds by which the wrist drags behind the hand's place. */
const DRAG = 0.05;

function armAt(
  side: Side,
  curves: readonly MonotoneSpline[],
  seconds: number,
): Iterable<readonly [string, Quaternion]> {
  const onSide = side === '左' ? (turn: ArmTurns['肩']) => turn : mirroredTurn;
  const at = (first: number, time = seconds): Vector3 => {
    const [x, y, z] = [0, 1, 2].map((i) => curves[first + i].at(time));
    return new Vector3(x, y, z);
  };
  const step = 1 / FRAMES_PER_SECOND;
  const velocity = at(0, seconds - DRAG + step)
    .sub(at(0, seconds - DRAG - step))
    .multiplyScalar(FRAMES_PER_SECOND / 2);
  const arm = turnArm({ place: at(0), palm: at(3), aim: at(6), velocity });
  const fingers = turnFingers(curves.slice(9).map((curve) => curve.at(seconds)));
  return [...Object.entries(arm), ...fingers].map(([bone, turn]) => [side + bone, onSide(turn)]);
}
