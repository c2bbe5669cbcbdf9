import { checkedNotNegative } from '../checked-number.js';
import type { AdjustClock } from '../player/frame-poser.js';
import type { Rig } from '../rig/index.js';
import { type CompanionAdjust, passed, readClock } from './chain.js';
import { EMOTIONS, type EmotionName, type EmotionTable, type Face } from './emotions.js';
import { FaceLimit, findLimits } from './face-limits.js';
import { FACE_SLOTS, type FaceSlots, findMorph } from './face-slots.js';

/** Options of {@link emotion}. @inline */
export interface EmotionOptions {
  /** How long a change takes, unless {@link Emotion.set} says it. */
  readonly seconds?: number; // 0.4
  /** The vowels, to which the mouth of an emotion gives way. */
  readonly slots?: FaceSlots; // FACE_SLOTS
}

/** Options of {@link Emotion.set}. @inline */
export interface FeelOptions {
  /** How long the change takes; 0: at once. */
  readonly seconds?: number; // that of the maker
}

/** Shows emotions, see {@link emotion}. */
export interface Emotion<Name extends string = string> extends CompanionAdjust {
  /**
   * Changes how strong an emotion is, 0 to 1. All together are at most 1: the others share what this one
   * leaves, so that `set('neutral')` ends them all.
   *
   * @throws RangeError if the table has no such emotion, or `weight` or `seconds` is out of range.
   * @example
   * mood.set('joy', 0.7, { seconds: 1 });
   */
  set(name: Name, weight?: number, options?: FeelOptions): void;
}

const PARTS = ['shut', 'eyes', 'brows', 'mouth', 'other'] as const;
const SHUT = 0;
const EYES = 1;
const BROWS = 2;
const MOUTH = 3;
const OTHER = 4;

/** A morph of an emotion on a rig. */
interface Shape {
  /** The index of the emotion. */
  readonly feeling: number;
  readonly morph: number;
  readonly weight: number;
  /** Of {@link PARTS}. */
  readonly part: number;
}

class Feelings {
  readonly #names: readonly string[];
  readonly #table: EmotionTable;
  readonly #slots: FaceSlots;
  readonly #seconds: number;
  #rig: Rig | undefined;
  #shapes: readonly Shape[] = [];
  /** By morph: how far the emotions move it. */
  #own = new Float64Array();
  #vowels = new FaceLimit([]);
  #eyes: readonly FaceLimit[] = [];
  #brows: readonly FaceLimit[] = [];
  /** By emotion. A change goes from one to the other. */
  readonly #from: Float64Array;
  readonly #to: Float64Array;
  readonly #weights: Float64Array;
  #length = 0;
  #elapsed = 0;

  constructor(table: EmotionTable, seconds: number, slots: FaceSlots) {
    this.#names = Object.keys(table);
    this.#table = table;
    this.#slots = slots;
    this.#seconds = checkedNotNegative('seconds', seconds);
    const count = this.#names.length;
    [this.#from, this.#to] = [new Float64Array(count), new Float64Array(count)];
    this.#weights = new Float64Array(count);
  }

  set(name: string, weight: number, { seconds = this.#seconds }: FeelOptions): void {
    const at = this.#names.indexOf(name);
    if (at < 0) throw new RangeError(`no emotion is called ${name}; the table has ${this.#names.join(', ')}`);
    if (!(weight >= 0 && weight <= 1)) throw new RangeError(`weight must be from 0 to 1, not ${weight}`);
    this.#length = checkedNotNegative('seconds', seconds);
    this.#elapsed = 0;
    this.#from.set(this.#weights);
    this.#to[at] = 0;
    const others = this.#to.reduce((sum, each) => sum + each, 0);
    const share = others > 1 - weight ? (1 - weight) / others : 1;
    for (let i = 0; i < this.#to.length; i++) this.#to[i] *= share;
    this.#to[at] = weight;
  }

  write(rig: Rig, deltaSeconds: number, clock: AdjustClock | undefined): void {
    if (rig !== this.#rig) this.#resolve(rig);
    this.#advance(readClock(deltaSeconds, clock));
    const { morphWeights } = rig.pose;
    const own = this.#own;
    own.fill(0);
    for (let i = 0; i < this.#shapes.length; i++) {
      const { feeling, morph, weight } = this.#shapes[i];
      own[morph] += weight * this.#weights[feeling];
    }
    this.#vowels.add(morphWeights);
    this.#raise(morphWeights, SHUT, 1);
    this.#raise(morphWeights, BROWS, 1);
    const [left, right] = this.#eyes;
    left.apply(morphWeights, own);
    right.apply(morphWeights, own);
    for (let i = 0; i < this.#brows.length; i++) this.#brows[i].apply(morphWeights, own);
    this.#raise(morphWeights, EYES, 1 - Math.max(left.sum, right.sum));
    this.#raise(morphWeights, MOUTH, 1 - Math.min(this.#vowels.sum, 1));
    this.#raise(morphWeights, OTHER, 1);
  }

  /** Raises the morphs of a part to what the emotions want, `factor` times; higher ones stay. */
  #raise(weights: Float64Array, part: number, factor: number): void {
    for (let i = 0; i < this.#shapes.length; i++) {
      const shape = this.#shapes[i];
      if (shape.part === part)
        weights[shape.morph] = Math.max(weights[shape.morph], factor * Math.min(this.#own[shape.morph], 1));
    }
  }

  #advance(isJump: boolean): void {
    this.#elapsed += passed[0];
    const x = isJump || this.#elapsed >= this.#length ? 1 : this.#elapsed / this.#length;
    if (x === 1) this.#length = 0;
    const part = x * x * (3 - 2 * x);
    for (let i = 0; i < this.#weights.length; i++)
      this.#weights[i] = this.#from[i] + part * (this.#to[i] - this.#from[i]);
  }

  #resolve(rig: Rig): void {
    const { definition } = rig;
    const { a, i, u, e, o, n } = this.#slots;
    const vowels = [a, i, u, e, o, n].flat().map((name) => definition.morphNames.indexOf(name));
    this.#rig = rig;
    this.#own = new Float64Array(definition.morphNames.length);
    this.#vowels = new FaceLimit([...new Set(vowels.filter((morph) => morph >= 0))]);
    this.#shapes = this.#names.flatMap((name, index) => {
      const faces = this.#table[name].map((face) => findShapes(definition.morphNames, face, index));
      return faces.find((shapes) => shapes.length > 0) ?? [];
    });
    const morphsOf = (part: number): Set<number> =>
      new Set(this.#shapes.filter((shape) => shape.part === part).map(({ morph }) => morph));
    this.#eyes = findLimits(definition, 'shut', morphsOf(SHUT));
    this.#brows = findLimits(definition, 'brows', morphsOf(BROWS));
  }
}

function findShapes(morphNames: readonly string[], face: Face, feeling: number): Shape[] {
  return PARTS.flatMap((name, part) =>
    (face[name] ?? [])
      .map(([weight, ...names]) => ({ feeling, morph: findMorph(morphNames, names), weight, part }))
      .filter(({ morph }) => morph >= 0),
  );
}

/**
 * Shows emotions, mixed so that they do not break the face: on MMD models by brows, eyes and mouth, on
 * avatars by their expressions.
 *
 * Morphs that close an eye (まばたき (blink), 笑い (smile), ウィンク (wink) …) are together at most 1, and so are those
 * of a brow: the emotion keeps its part, and motion and blinks get the rest. An emotion's mouth gives way to
 * vowels. So in a {@link chain} it comes last. Allocates nothing per call. O(morphs).
 *
 * @throws RangeError if `seconds` is negative or not finite.
 * @example
 * const mood = emotion(EMOTIONS, { seconds: 0.5 });
 * player.add(model, dance, { adjust: chain(lips(voice), mood) });
 * mood.set('joy', 0.7);
 */
export function emotion<Name extends string = EmotionName>(
  table: Readonly<Record<Name, readonly Face[]>> = EMOTIONS as Readonly<Record<Name, readonly Face[]>>,
  { seconds = 0.4, slots = FACE_SLOTS }: EmotionOptions = {},
): Emotion<Name> {
  const feelings = new Feelings(table, seconds, slots);
  const adjust: CompanionAdjust = (rig, deltaSeconds, clock) => feelings.write(rig, deltaSeconds, clock);
  return Object.assign(adjust, {
    set: (name: Name, weight = 1, options: FeelOptions = {}) => feelings.set(name, weight, options),
  });
}
