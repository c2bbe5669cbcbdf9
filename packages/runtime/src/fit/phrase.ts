import { clampFrame } from '../motion/frames.js';
import { type Dance, placesAt } from './dance.js';
import type { SongLine } from './song-line.js';
import type { Piece } from './stretch-tracks.js';
import { TimeMap } from './time-map.js';
import { STRIDE } from './watch-motion.js';

/** Dances are made of phrases of two bars. */
export const PHRASE_BEATS = 8;

/** The least and the greatest speed, times that of the dance. */
export type SpeedRange = readonly [least: number, greatest: number];

/** Some beats of a dance on as many beats of a song, or on half or twice as many. */
export interface Phrase {
  readonly dance: Dance;
  /** The beat of the dance with which it begins. */
  readonly danceBeat: number;
  /** Beats of the dance to each beat of the song: a power of two. */
  readonly level: number;
  readonly songBeat: number;
  /** Beats of the song. */
  readonly beats: number;
}

/** Found beats are 40 to 240 a minute, and so are those of songs. */
const LEVELS = [1 / 8, 1 / 4, 1 / 2, 1, 2, 4, 8];

/**
 * How many beats of a dance go to each beat of the song in the phrase that begins there: so that the speed is
 * in the range, if it can be as before, else as near as can be to that of the dance.
 */
export function levelOf(
  { dance, danceBeat, songBeat }: Pick<Phrase, 'dance' | 'danceBeat' | 'songBeat'>,
  song: SongLine,
  [least, greatest]: SpeedRange,
  before?: number,
): number {
  const speeds = (level: number): number[] =>
    Array.from({ length: PHRASE_BEATS }, (_, i) => {
      const way = dance.beats.yAt(danceBeat + (i + 1) * level) - dance.beats.yAt(danceBeat + i * level);
      return way / (song.beats.yAt(songBeat + i + 1) - song.beats.yAt(songBeat + i));
    });
  const costOf = (level: number): number => {
    const all = speeds(level);
    const [slowest, fastest] = [Math.min(...all), Math.max(...all)];
    const beyond = Math.max(Math.log(fastest / greatest), Math.log(least / slowest), 0);
    return 100 * beyond + (level === before ? 0 : 1) + Math.abs(Math.log(slowest * fastest)) / 10;
  };
  return LEVELS.reduce((best, level) => (costOf(level) < costOf(best) ? level : best));
}

/** The phrases as pieces: those that follow each other in their dance, too, are one piece. O(beats). */
export function piecesOf(phrases: readonly Phrase[], song: SongLine): Piece[] {
  const runs: Phrase[] = [];
  for (const phrase of phrases) {
    const last = runs.at(-1);
    if (last && follows(last, phrase)) runs[runs.length - 1] = { ...last, beats: last.beats + phrase.beats };
    else runs.push(phrase);
  }
  const startOf = ({ songBeat }: Phrase): number => Math.round(song.beats.yAt(songBeat));
  return runs.map((run, i) => ({
    motion: run.dance.motion,
    watched: run.dance.watched,
    map: mapOf(run, song),
    from: i === 0 ? 0 : startOf(run),
    to: i + 1 < runs.length ? startOf(runs[i + 1]) : song.lastFrame,
  }));
}

/** Whether a phrase goes on where another one ends. */
export function follows(a: Phrase, b: Phrase): boolean {
  const end = a.danceBeat + a.level * a.beats;
  return a.dance === b.dance && a.level === b.level && Math.abs(b.danceBeat - end) < 1e-6;
}

/** Beats before and after a phrase that its map knows, too: seams show them. */
const MARGIN = 2;
/** Frames by which a dance may be early or late, so that fewer keyframes are needed. */
const TOLERANCE = 0.06;

/** Frames of the song → frames of the dance, with a point at each beat that changes the speed. */
function mapOf({ dance, danceBeat, level, songBeat, beats }: Phrase, song: SongLine): TimeMap {
  const [first, last] = [songBeat - MARGIN, songBeat + beats + MARGIN];
  const ofDance = (beat: number): number => danceBeat + level * (beat - songBeat);
  const xs: number[] = [];
  for (let beat = Math.ceil(first); beat <= last; beat++) xs.push(beat);
  for (let beat = Math.ceil(ofDance(first)); beat <= ofDance(last); beat++)
    xs.push(songBeat + (beat - danceBeat) / level);
  const sorted = xs.sort((a, b) => a - b).filter((x, i) => i === 0 || x - xs[i - 1] > 1e-6);
  const songFrames = Float64Array.from(sorted, (beat) => song.beats.yAt(beat));
  const danceFrames = Float64Array.from(sorted, (beat) => dance.beats.yAt(ofDance(beat)));
  return new TimeMap(songFrames, danceFrames).simplified(TOLERANCE);
}

/** How much places of feet, hands, head and hips count when two poses are compared. */
const WEIGHTS = [3, 3, 1, 1, 1, 1.5];
/** Frames over which different velocities become different places. */
const AHEAD = 4;

/** How far a dance is, at one frame, from another one at its frame: places and velocities, in units. */
export function poseDistance(a: Dance, frameA: number, b: Dance, frameB: number): number {
  const [nowA, nextA] = [posed(a, frameA), posed(a, frameA + 1)];
  const [nowB, nextB] = [posed(b, frameB), posed(b, frameB + 1)];
  let sum = 0;
  for (let i = 0; i < STRIDE; i++) {
    const place = nowA[i] - nowB[i];
    const velocity = AHEAD * (nextA[i] - nowA[i] - (nextB[i] - nowB[i]));
    sum += WEIGHTS[Math.floor(i / 3)] * (place * place + velocity * velocity);
  }
  return Math.sqrt(sum);
}

function posed({ motion, watched }: Dance, frame: number): Float64Array {
  return placesAt(watched, clampFrame(frame, motion.lastFrame), new Float64Array(STRIDE));
}

/** How much a dance moves between two of its beats: the mean way of a point, in units a frame. */
export function energyBetween(
  { watched: { count, places }, beats }: Dance,
  from: number,
  to: number,
): number {
  const [first, last] = [from, to].map((beat) => Math.round(clampFrame(beats.yAt(beat), count - 1)));
  let sum = 0;
  for (let i = STRIDE * first; i < STRIDE * last; i += 3)
    sum += Math.hypot(
      places[i + STRIDE] - places[i],
      places[i + STRIDE + 1] - places[i + 1],
      places[i + STRIDE + 2] - places[i + 2],
    );
  return last > first ? (3 * sum) / STRIDE / (last - first) : 0;
}
