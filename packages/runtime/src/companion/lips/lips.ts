import { checkedFinite } from '../../checked-number.js';
import type { AdjustClock } from '../../player/frame-poser.js';
import type { PerformResult } from '../../player/gesture.js';
import type { Rig } from '../../rig/index.js';
import { type CompanionAdjust, passed, readClock } from '../chain.js';
import { FACE_SLOTS, type FaceSlots, findSlots } from '../face-slots.js';
import { VowelHearing } from './hear-vowels.js';
import { textVisemes } from './text-visemes.js';
import { MOUTH_SLOTS, type Viseme, VisemeLine } from './visemes.js';
import { checkAnalyser, type VoiceAnalyser } from './voice-analyser.js';

/** Options of {@link lips}. @inline */
export interface LipsOptions {
  /** The morphs of vowels by their names. */
  readonly slots?: FaceSlots; // FACE_SLOTS
}

/** Options of {@link Lips.say}. @inline */
export interface SayOptions {
  /** For text: sounds (morae) in a second. */
  readonly rate?: number; // 7
  /**
   * What the times are measured by, such as the `<audio>` of the voice or an `AudioContext`; without it, the
   * words begin now, and go by the clock of whoever calls the function.
   */
  readonly clock?: { readonly currentTime: number; readonly ended?: boolean };
  /** The time of `clock` at which the words begin, in seconds. */
  readonly start?: number; // 0
}

/** Moves the lips, see {@link lips}. */
export interface Lips extends CompanionAdjust {
  /** The voice that is heard while nothing else is to be said. */
  source: VoiceAnalyser | undefined;
  /** Words are being said, or a voice is heard. */
  readonly isSpeaking: boolean;
  /**
   * Says visemes, or a text (kana, romaji, pinyin) without a voice, in place of what is being said. The
   * promise resolves once all is said: the words go on only while the function is called. It rejects with a
   * TypeError if `start`, or a time or a weight of a viseme, is not finite; with a RangeError if `rate` is
   * not above 0.
   *
   * @example
   * await mouth.say('おはよう'); // → 'ended', 0.6 seconds later
   */
  say(words: string | readonly Viseme[], options?: SayOptions): Promise<PerformResult>;
  /** Says no more. */
  stop(): void;
}

/** A mouth moves two thirds of its way in this time, and all but 6 % in 60 ms. */
const EASE_SECONDS = 0.022;
/** So much earlier are visemes read, which makes up for that. */
const AHEAD_SECONDS = 0.015;
/** After so much silence, the lips are those of the motion again, and this is how fast that goes. */
const REST_SECONDS = 0.4;
const TURN_SECONDS = 0.06;

/** What is being said. */
interface Speech {
  readonly line: VisemeLine;
  readonly options: SayOptions;
  readonly settle: (result: PerformResult) => void;
  seconds: number;
}

class Mouth {
  #source: VoiceAnalyser | undefined;
  #hearing: VowelHearing | undefined;
  #speech: Speech | undefined;
  readonly #names: FaceSlots;
  #rig: Rig | undefined;
  #morphs: readonly number[] = [];
  readonly #goals = new Float64Array(MOUTH_SLOTS.length);
  readonly #weights = new Float64Array(MOUTH_SLOTS.length);
  /** The part of the lips that is not the motion's, 0 to 1. */
  #influence = 0;
  /** Seconds since a voice was heard. */
  #silence = Infinity;

  constructor(source: VoiceAnalyser | undefined, names: FaceSlots) {
    this.#names = names;
    this.source = source;
  }

  get source(): VoiceAnalyser | undefined {
    return this.#source;
  }

  set source(source: VoiceAnalyser | undefined) {
    if (source) checkAnalyser(source);
    this.#source = source;
    this.#hearing = source && new VowelHearing(source.context.sampleRate);
    this.#silence = Infinity;
  }

  get isSpeaking(): boolean {
    return this.#speech !== undefined || this.#silence === 0;
  }

  async say(words: string | readonly Viseme[], options: SayOptions): Promise<PerformResult> {
    const visemes = typeof words === 'string' ? textVisemes(words, options.rate) : words;
    const line = new VisemeLine(visemes, this.#names);
    checkedFinite('start', options.start ?? 0);
    this.#finish('replaced');
    return new Promise((settle) => (this.#speech = { line, options, settle, seconds: 0 }));
  }

  stop(): void {
    this.#finish('stopped');
  }

  #finish(result: PerformResult): void {
    this.#speech?.settle(result);
    this.#speech = undefined;
  }

  write(rig: Rig, deltaSeconds: number, clock: AdjustClock | undefined): void {
    const isJump = readClock(deltaSeconds, clock);
    const seconds = passed[0];
    if (rig !== this.#rig) {
      const found = findSlots(rig, this.#names);
      this.#rig = rig;
      this.#morphs = MOUTH_SLOTS.map((slot) => found[slot]);
    }
    const influence = this.#readGoals(seconds) ? 1 : 0;
    this.#influence += (isJump ? 1 : 1 - Math.exp(-seconds / TURN_SECONDS)) * (influence - this.#influence);
    if (Math.abs(influence - this.#influence) < 1e-3) this.#influence = influence;
    const eased = isJump ? 1 : 1 - Math.exp(-seconds / EASE_SECONDS);
    const { morphWeights } = rig.pose;
    for (let i = 0; i < this.#goals.length; i++) {
      this.#weights[i] += eased * (this.#goals[i] - this.#weights[i]);
      const morph = this.#morphs[i];
      if (morph >= 0) morphWeights[morph] += this.#influence * (this.#weights[i] - morphWeights[morph]);
    }
  }

  /** Writes where the lips shall go. Returns whether they are those of a voice, not of the motion. */
  #readGoals(seconds: number): boolean {
    if (this.#speech) this.#readSpeech(this.#speech, seconds);
    else if (this.#source && this.#hearing) this.#listen(this.#source, this.#hearing, seconds);
    else this.#goals.fill(0);
    return this.#speech !== undefined || this.#silence < REST_SECONDS;
  }

  #readSpeech(speech: Speech, seconds: number): void {
    const { line, options } = speech;
    const { clock, start = 0 } = options;
    speech.seconds += seconds;
    const time = clock ? clock.currentTime - start : speech.seconds;
    line.read(time + AHEAD_SECONDS, this.#goals);
    if (time >= line.end || clock?.ended === true) this.#finish('ended');
  }

  #listen(source: VoiceAnalyser, hearing: VowelHearing, seconds: number): void {
    if (seconds > 0) {
      hearing.update(source, seconds);
      this.#silence = hearing.isVoiced ? 0 : this.#silence + seconds;
    }
    this.#goals.set(hearing.weights);
  }
}

/**
 * Moves the lips by a voice that an analyser hears, by visemes with their times, or by a text without a
 * voice; on any model that has vowels, by {@link FACE_SLOTS}.
 *
 * A voice chooses the vowel by its formants, and opens the mouth by its loudness above the background; the
 * lips follow within 80 ms. All weights together are at most 1. While nothing is said, the lips are those of
 * the motion. About 0.15 ms a call while it listens. Allocates nothing per call.
 *
 * @throws RangeError if the `fftSize` of the analyser is below 22 ms of sound.
 * @example
 * const mouth = lips(listenTo(audioElement, audioContext));
 * player.add(model, dance, { adjust: mouth });
 * await mouth.say('こんにちは', { rate: 8 });
 */
export function lips(source?: VoiceAnalyser, { slots = FACE_SLOTS }: LipsOptions = {}): Lips {
  const mouth = new Mouth(source, slots);
  const adjust: CompanionAdjust = (rig, deltaSeconds, clock) => mouth.write(rig, deltaSeconds, clock);
  const controls = {
    get source() {
      return mouth.source;
    },
    set source(next) {
      mouth.source = next;
    },
    get isSpeaking() {
      return mouth.isSpeaking;
    },
    say: (words: string | readonly Viseme[], options: SayOptions = {}) => mouth.say(words, options),
    stop: () => mouth.stop(),
  };
  return Object.defineProperties(adjust, Object.getOwnPropertyDescriptors(controls)) as Lips;
}
