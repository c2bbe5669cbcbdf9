import { checkedPositive } from '../checked-number.js';
import type { Motion } from '../motion/motion.js';
import type { Rig } from '../rig/rig.js';
import { assembleDance, type FittedLips } from './assemble.js';
import { type Dance, mirrorDance, watchDance } from './dance.js';
import {
  energyBetween,
  levelOf,
  type Phrase,
  PHRASE_BEATS,
  piecesOf,
  poseDistance,
  type SpeedRange,
} from './phrase.js';
import { medianOf } from './pulse.js';
import { type FittedSong, readSong, type SongLine } from './song-line.js';
import type { Piece } from './stretch-tracks.js';
import { watchMotion } from './watch-motion.js';

/** Options of {@link fitToSong}. */
export interface FitOptions {
  /** The bones of the dance's model, which then gets other poses. */
  readonly rig?: Rig | undefined; // those of a usual body
  /**
   * The least and the greatest speed, times that of the dance. Where a song needs more, one beat of the dance
   * goes to two of the song, or two to one.
   */
  readonly speed?: SpeedRange | undefined; // [0.7, 1.42]
  /** Whether a dance that is shorter than the song repeats. */
  readonly repeat?: boolean | undefined; // true
  /** Whether every second repetition is the mirror image. */
  readonly mirror?: boolean | undefined; // false
  readonly lips?: FittedLips | undefined; // 'along'
  readonly signal?: AbortSignal | undefined;
}

/** An octave, in which one level always fits. */
export const SPEED_RANGE: SpeedRange = [0.7, 1.42];

/**
 * A dance in time with another song: its beats are on the song's beats, from the first bar to the end.
 *
 * The result is a motion like any other, as long as the song. Its speed is that of the song against that of
 * the dance, or half or double that; it changes by less than a tenth from beat to beat. A shorter dance
 * repeats from one of its phrases of 8 beats; where it goes over, feet make steps. Camera, light and morphs
 * go along, with a cut where it repeats. A dance without a beat keeps its speed where the song does. The work
 * is done in small portions. O(frames · bones + keys). Rejects with the reason of `signal`.
 *
 * @throws RangeError if the song has less than two beats, or a length that is not above 0 or above an hour;
 * if the range of speeds is not one of positive numbers.
 * @example
 * const fitted = await fitToSong(motion, await hearSong(samples, 11025));
 * serializeVmd(toVmd(fitted));
 */
export async function fitToSong(motion: Motion, song: FittedSong, options: FitOptions = {}): Promise<Motion> {
  const [fitted] = await fitGroupToSong([motion], song, options);
  return fitted;
}

/**
 * The motions of a group, or of a dance and its camera, in time with another song: as {@link fitToSong}, and
 * they stay together. The first one that has a beat leads, else the longest one. `rig` is that of the first
 * one's model.
 *
 * @throws RangeError as {@link fitToSong}.
 * @example
 * const song = await hearSong(samples, 11025);
 * const [left, right] = await fitGroupToSong([motion, motion.mirror()], song);
 */
export async function fitGroupToSong(
  motions: readonly Motion[],
  song: FittedSong,
  options: FitOptions = {},
): Promise<Motion[]> {
  const { rig, speed = SPEED_RANGE, lips = 'along', signal } = options;
  checkSpeed(speed);
  const line = readSong(song);
  if (motions.length === 0) return [];
  const beat = medianOf(line.beats.ys.slice(1).map((y, i) => y - line.beats.ys[i]));
  const leader = await findLeader(motions, beat, rig, signal);
  const pieces = piecesOf(planRounds(leader, line, speed, options), line);
  const fitted: Motion[] = [];
  for (const motion of motions) {
    const own = motion === leader.motion ? pieces : await shownBy(motion, pieces, leader, options);
    fitted.push(await assembleDance(own, { lips, hasScene: true, signal }));
  }
  return fitted;
}

/** The first motion with a beat, else the longest: a face or a pose has no beat to follow. */
async function findLeader(
  motions: readonly Motion[],
  beat: number,
  rig: Rig | undefined,
  signal: AbortSignal | undefined,
): Promise<Dance> {
  let longest: Dance | undefined;
  for (const motion of motions) {
    const dance = await watchDance(motion, beat, motion === motions[0] ? rig : undefined, signal);
    if (dance.hasBeat) return dance;
    if (!longest || motion.lastFrame > longest.motion.lastFrame) longest = dance;
  }
  return longest!;
}

/** The pieces of a dance with another motion, which is mirrored where the dance is. */
async function shownBy(
  motion: Motion,
  pieces: readonly Piece[],
  leader: Dance,
  { mirror = false, signal }: FitOptions,
): Promise<Piece[]> {
  const own = { motion, watched: await watchMotion(motion, undefined, signal) };
  const mirrored = mirror ? mirrorDance(own) : own;
  return pieces.map((piece) => ({ ...piece, ...(piece.motion === leader.motion ? own : mirrored) }));
}

/** @throws RangeError */
export function checkSpeed([least, greatest]: SpeedRange): void {
  checkedPositive('the least speed', least);
  checkedPositive('the greatest speed', greatest);
  if (least > greatest) throw new RangeError(`speed must be [least, greatest], not [${least}, ${greatest}]`);
}

/** A phrase that would end so many beats before the song does goes on instead. */
const LAST_BEATS = 2;
/** So much of a beat may be missing at the end of a dance. */
const MISSING = 0.5;

/** The phrases of a dance in order, round after round, to the end of the song. */
export function planRounds(
  dance: Dance,
  song: SongLine,
  speed: SpeedRange,
  { repeat: mayRepeat = true, mirror = false }: FitOptions,
): Phrase[] {
  const repeat = mayRepeat && dance.beatCount >= 1; // a pose stays as it is
  const phrases: Phrase[] = [];
  const songEnd = song.beats.xAt(song.lastFrame);
  let shown = dance;
  let songBeat = song.firstBar;
  let [start, danceBeat] = [0, 0]; // of this round
  let level: number | undefined;
  do {
    level = levelOf({ dance, danceBeat, songBeat }, song, speed, level);
    const left = Math.floor((dance.beatCount - danceBeat) / level + MISSING);
    const isOver = left < PHRASE_BEATS && danceBeat > start;
    if (isOver && repeat) {
      const other = mirror ? (shown === dance ? mirrorDance(dance) : dance) : shown;
      start = roundStart(shown, danceBeat, other, level);
      [shown, danceBeat] = [other, start];
      continue;
    }
    const isLast = !repeat && left <= PHRASE_BEATS;
    const beats = isLast ? songEnd - songBeat : Math.min(Math.max(left, 1), PHRASE_BEATS);
    phrases.push({ dance: shown, danceBeat, level, songBeat, beats });
    songBeat += beats;
    danceBeat += level * beats;
  } while (songBeat < songEnd - LAST_BEATS);
  return phrases;
}

/** A phrase that moves less than this part of the usual one is no good beginning of a round. */
const STILL = 0.5;
const STILL_COST = 1000;

/** The beat in the first half of a dance from which a round goes on most smoothly after another beat. */
function roundStart(dance: Dance, end: number, next: Dance, level: number): number {
  const phrase = PHRASE_BEATS * level;
  const count = Math.floor((dance.beatCount + MISSING * level) / phrase);
  if (count < 2) return 0;
  const energies = Float64Array.from({ length: count }, (_, i) =>
    energyBetween(dance, i * phrase, (i + 1) * phrase),
  );
  const usual = medianOf(energies);
  const costOf = (i: number): number =>
    poseDistance(dance, dance.beats.yAt(end), next, next.beats.yAt(i * phrase)) +
    (energies[i] < STILL * usual ? STILL_COST : 0);
  const starts = Array.from({ length: Math.ceil(count / 2) }, (_, i) => i);
  return phrase * starts.reduce((best, i) => (costOf(i) < costOf(best) ? i : best));
}
