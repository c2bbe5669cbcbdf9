import type { Run } from '../beats/hear-onsets.js';
import { FACE_SLOTS } from '../companion/face-slots.js';
import { joinKeys, type Keys, sortKeys } from '../motion/keys.js';
import { dataOfMotion, motionOfParts } from '../motion/motion-data.js';
import type { Motion } from '../motion/motion.js';
import { identityOf, type TrackName } from '../motion/names.js';
import { TaskQueue } from '../task-queue.js';
import { planSeam, type Seam, seamBone, seamMorph } from './seam.js';
import { stretchCamera, stretchLight, stretchProperties, stretchSelfShadow } from './stretch-scene.js';
import { type Piece, type Span, stretchBone, stretchMorph } from './stretch-tracks.js';

/**
 * What becomes of the morphs of vowels: `along` with the dance; `alone`, at the times that they have in the
 * motion; `none`, a closed mouth.
 */
export type FittedLips = 'along' | 'alone' | 'none';

/** Options of {@link assembleDance}. */
export interface AssembleOptions {
  readonly lips: FittedLips;
  /** With camera, light and shadow. */
  readonly hasScene: boolean;
  readonly signal: AbortSignal | undefined;
}

/**
 * Pieces, one after another, as one motion. The first one begins at 0, the last one ends with it. Each seam
 * and each track is a step. O(keys + frames of seams).
 */
export async function assembleDance(
  pieces: readonly Piece[],
  { lips, hasScene, signal }: AssembleOptions,
): Promise<Motion> {
  const tasks = new TaskQueue();
  const run: Run = (step) => tasks.run(step, signal);
  const seams: Seam[] = [];
  for (let i = 1; i < pieces.length; i++) seams.push(await run(() => planSeam(pieces[i - 1], pieces[i])));
  const line = new Line(pieces, seams, run);
  const morphs = await line.tracks(({ morphs: all }) => all.values(), stretchMorph, seamMorph);
  const [{ motion }] = pieces;
  const parts = {
    bones: await line.tracks(({ bones }) => bones.values(), stretchBone, seamBone),
    morphs: lips === 'along' ? morphs : morphs.filter(({ name }) => !isVowel(name)),
    cameras: hasScene ? line.scene(({ camera }) => camera, stretchCamera) : [],
    lights: hasScene ? line.scene(({ light }) => light, stretchLight) : [],
    selfShadows: hasScene ? line.scene(({ selfShadow }) => selfShadow, stretchSelfShadow) : [],
    properties: stretchProperties(pieces),
  };
  if (lips === 'alone')
    parts.morphs.push(...dataOfMotion(motion).parts.morphs.filter(({ name }) => isVowel(name)));
  return motionOfParts(parts, motion.report, pieces[pieces.length - 1].to);
}

const { a, i, u, e, o, n } = FACE_SLOTS;
const VOWELS: ReadonlySet<string> = /* @__PURE__ */ new Set([a, i, u, e, o, n].flat());

function isVowel({ text }: TrackName): boolean {
  return VOWELS.has(text);
}

interface NamedKeys extends Keys {
  readonly name: TrackName;
}

type Tracks<T> = (motion: Motion) => Iterable<T>;
type Stretch<T, K> = (name: TrackName, track: T | undefined, piece: Piece, span: Span) => K;
type Join<T, K> = (
  name: TrackName,
  tracks: readonly [T | undefined, T | undefined],
  pieces: readonly [Piece, Piece],
  seam: Seam,
) => K;

/** Pieces with seams between them. */
class Line {
  readonly #pieces: readonly Piece[];
  readonly #seams: readonly Seam[];
  readonly #spans: readonly Span[];
  readonly #run: Run;

  constructor(pieces: readonly Piece[], seams: readonly Seam[], run: Run) {
    this.#pieces = pieces;
    this.#seams = seams;
    this.#run = run;
    this.#spans = pieces.map(({ from, to }, piece) => ({
      from: piece > 0 ? seams[piece - 1].to : from,
      to: piece < seams.length ? seams[piece].from : to,
      isFirst: piece === 0,
      isLast: piece === pieces.length - 1,
    }));
  }

  /** The tracks of all names. */
  async tracks<T extends NamedKeys, K extends NamedKeys>(
    tracksOf: Tracks<T>,
    stretch: Stretch<T, K>,
    join: Join<T, K>,
  ): Promise<K[]> {
    const byName = this.#pieces.map(
      ({ motion }) => new Map(Array.from(tracksOf(motion), (track) => [identityOf(track.name), track])),
    );
    const names = new Map(byName.flatMap((tracks) => Array.from(tracks, ([key, { name }]) => [key, name])));
    const whole: K[] = [];
    for (const [key, name] of names) {
      const own = byName.map((tracks) => tracks.get(key));
      whole.push(await this.#run(() => this.#trackOf(name, own, stretch, join)));
    }
    return whole;
  }

  /** One track through all pieces and seams. */
  #trackOf<T extends NamedKeys, K extends NamedKeys>(
    name: TrackName,
    own: readonly (T | undefined)[],
    stretch: Stretch<T, K>,
    join: Join<T, K>,
  ): K {
    const parts = this.#pieces.flatMap((piece, at) => {
      const part = stretch(name, own[at], piece, this.#spans[at]);
      if (at === 0) return [part];
      const pair = [this.#pieces[at - 1], piece] as const;
      return [join(name, [own[at - 1], own[at]], pair, this.#seams[at - 1]), part];
    });
    return sortKeys(joinKeys(parts)).keys;
  }

  /** The track of a kind that a motion has once, such as the camera. Without it, the piece before holds. */
  scene<T extends Keys>(
    trackOf: (motion: Motion) => T | undefined,
    stretch: (track: T, piece: Piece, span: Span) => T,
  ): T[] {
    const parts = this.#pieces.flatMap((piece, at) => {
      const track = trackOf(piece.motion);
      return track ? [stretch(track, piece, this.#spans[at])] : [];
    });
    return parts.length > 0 ? [sortKeys(joinKeys(parts)).keys] : [];
  }
}
