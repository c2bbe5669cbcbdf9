import { FRAMES_PER_SECOND } from '../motion/frames.js';
import type { Run } from '../beats/hear-onsets.js';
import type { Motion } from '../motion/motion.js';
import { randomFrom } from '../random.js';
import type { Rig } from '../rig/rig.js';
import { TaskQueue } from '../task-queue.js';
import { assembleDance, type FittedLips } from './assemble.js';
import { type Dance, mirrorDance, watchDance } from './dance.js';
import type { SongSection } from './find-sections.js';
import { checkSpeed, SPEED_RANGE } from './fit-to-song.js';
import {
  energyBetween,
  follows,
  levelOf,
  type Phrase,
  PHRASE_BEATS,
  piecesOf,
  poseDistance,
  type SpeedRange,
} from './phrase.js';
import { type FittedSong, readSong, type SongLine } from './song-line.js';

/** Options of {@link composeDance}. */
export interface ComposeOptions {
  /** The bones of the dances' model, which then gets other poses. */
  readonly rig?: Rig | undefined; // those of a usual body
  /** How lively the song is, by `findSections`. */
  readonly sections?: readonly SongSection[] | undefined; // the same everywhere
  /** Another number gives another dance. */
  readonly seed?: number | undefined; // 1
  /** The least and the greatest speed, times that of each dance, as for `fitToSong`. */
  readonly speed?: SpeedRange | undefined; // [0.7, 1.42]
  /** Whether phrases may be mirrored. */
  readonly mirror?: boolean | undefined; // true
  readonly lips?: Exclude<FittedLips, 'alone'> | undefined; // 'none'
  readonly signal?: AbortSignal | undefined;
}

/**
 * A dance of phrases of several dances, in time with a song: lively ones where the song is, each going over
 * into the next one as smoothly as the shelf allows. Feet make steps there. No phrase comes twice in a row.
 *
 * The same shelf, song, options and seed give the same keyframes. Cameras and lights of the dances are left
 * out; `AutoCamera` films the result. The work is done in small portions. O(frames · bones of the shelf +
 * keys). Rejects with the reason of `signal`.
 *
 * @throws RangeError if no motion of the shelf has 8 beats; otherwise as {@link fitToSong}.
 * @example
 * const song = await hearSong(samples, 11025);
 * await composeDance([dance, dance.mirror()], song, { sections: findSections(song), seed: 7 });
 */
export async function composeDance(
  shelf: readonly Motion[],
  song: FittedSong,
  options: ComposeOptions = {},
): Promise<Motion> {
  const { rig, speed = SPEED_RANGE, mirror = true, lips = 'none', signal } = options;
  checkSpeed(speed);
  const line = readSong(song);
  const beat = (line.beats.ys[line.beats.ys.length - 1] - line.beats.ys[0]) / (line.beats.ys.length - 1);
  const tasks = new TaskQueue();
  const run: Run = (step) => tasks.run(step, signal);
  const choices: Choice[] = [];
  for (const [i, motion] of shelf.entries()) {
    const dance = await watchDance(motion, beat, rig, signal);
    choices.push(...(await run(() => choicesOf(dance, i, line, speed, mirror))));
  }
  if (choices.length === 0)
    throw new RangeError(`none of ${shelf.length} motions has a phrase of ${PHRASE_BEATS} beats to dance`);
  const phrases = await choosePhrases(rankEnergies(choices), line, speed, run, options);
  return assembleDance(piecesOf(phrases, line), { lips, hasScene: false, signal });
}

/** A phrase that may be danced. */
interface Choice {
  readonly dance: Dance;
  readonly danceBeat: number;
  readonly level: number;
  /** 0 to 1, as 0 for the calmest one of all. */
  readonly energy: number;
  /** The phrase of which this one may be the mirror image. */
  readonly source: number;
}

/** Of each dance. */
const MAX_PHRASES = 400;

/** The phrases of a dance, at the level that fits the beginning of the song. */
function choicesOf(
  dance: Dance,
  index: number,
  song: SongLine,
  speed: SpeedRange,
  mirror: boolean,
): Choice[] {
  const level = levelOf({ dance, danceBeat: 0, songBeat: song.firstBar }, song, speed);
  const length = PHRASE_BEATS * level;
  const count = Math.min(Math.floor((dance.beatCount + level / 2) / length), MAX_PHRASES);
  const shown = mirror ? [dance, mirrorDance(dance)] : [dance];
  return shown.flatMap((each) =>
    Array.from({ length: count }, (_, i) => ({
      dance: each,
      danceBeat: i * length,
      level,
      energy: energyBetween(dance, i * length, (i + 1) * length),
      source: index * MAX_PHRASES + i,
    })),
  );
}

/** Energies as ranks: 0 for the calmest phrase, 1 for the liveliest. */
function rankEnergies(choices: readonly Choice[]): Choice[] {
  const sorted = choices.map(({ energy }) => energy).sort((a, b) => a - b);
  const most = Math.max(choices.length - 1, 1);
  return choices.map((choice) => ({ ...choice, energy: sorted.indexOf(choice.energy) / most }));
}

/** What speaks against a phrase, against a distance of 1: units between poses, by their weights. */
const PER_UNIT = 0.08;
const CUT_COST = 0.25;
const ENERGY_COST = 1.5;
const REPEAT_COST = 2;
const RANDOM_COST = 0.5;
/** A phrase that would end so many beats before the song does goes on instead. */
const LAST_BEATS = 2;

/** The cheapest phrase after each phrase; a bit of chance makes another dance of each seed. */
async function choosePhrases(
  choices: readonly Choice[],
  song: SongLine,
  speed: SpeedRange,
  run: Run,
  { sections = [], seed = 1 }: ComposeOptions,
): Promise<Phrase[]> {
  const random = randomFrom(seed);
  const phrases: Phrase[] = [];
  const lastUse = new Map<number, number>();
  const songEnd = song.beats.xAt(song.lastFrame);
  let before: number | undefined;
  for (let songBeat = song.firstBar, step = 0; step === 0 || songBeat < songEnd - LAST_BEATS; step++) {
    const wanted = energyAt(sections, song.beats.yAt(songBeat + PHRASE_BEATS / 2) / FRAMES_PER_SECOND);
    const last = phrases.at(-1);
    const costOf = (choice: Choice): number => {
      const age = step - (lastUse.get(choice.source) ?? -Infinity);
      return (
        (last ? wayFrom(last, choice) : 0) +
        (wanted === undefined ? 0 : ENERGY_COST * Math.abs(choice.energy - wanted)) +
        (age === 1 ? Number.MAX_VALUE : REPEAT_COST / age) +
        RANDOM_COST * random()
      );
    };
    const costs = await run(() => choices.map(costOf));
    const best = choices[costs.reduce((least, cost, i) => (cost < costs[least] ? i : least), 0)];
    const level = levelOf({ ...best, songBeat }, song, speed, before);
    phrases.push({ ...best, level, songBeat, beats: PHRASE_BEATS });
    lastUse.set(best.source, step);
    before = level;
    songBeat += PHRASE_BEATS;
  }
  return phrases;
}

/** How far a phrase is from the end of the one before; 0 if it is the next one in its dance. */
function wayFrom(last: Phrase, choice: Choice): number {
  const next = { ...choice, songBeat: 0, beats: PHRASE_BEATS };
  if (follows(last, next)) return 0;
  const end = last.danceBeat + last.level * last.beats;
  const [from, to] = [last.dance.beats.yAt(end), choice.dance.beats.yAt(choice.danceBeat)];
  return CUT_COST + PER_UNIT * poseDistance(last.dance, from, choice.dance, to);
}

function energyAt(sections: readonly SongSection[], seconds: number): number | undefined {
  return sections.find(({ start, end }) => seconds >= start && seconds < end)?.energy;
}
