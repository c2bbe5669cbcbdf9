import { checkedNotNegative } from '../checked-number.js';
import type { Motion } from '../motion/index.js';
import type { AdjustClock } from '../player/frame-poser.js';
import type { PerformOptions, PerformResult } from '../player/gesture.js';
import type { PlayerMedia } from '../player/media-clock.js';
import type { MotionPlayer } from '../player/motion-player.js';
import type { RigPlayable } from '../player/playable.js';
import { randomFrom } from '../random.js';
import { blink, type BlinkOptions } from './blink.js';
import { type CompanionAdjust, chain, passed, readClock } from './chain.js';
import { type Emotion, emotion, type FeelOptions } from './emotion.js';
import { EMOTIONS, type EmotionTable } from './emotions.js';
import { FACE_SLOTS, type FaceSlots } from './face-slots.js';
import { breathe, type BreatheOptions } from './breathe.js';
import { listenTo } from './lips/voice-analyser.js';
import { type Lips, lips, type SayOptions } from './lips/lips.js';
import type { Viseme } from './lips/visemes.js';
import { type LookAt, lookAt, type LookAtOptions } from './look-at.js';
import type { LookTarget, RigSpace } from './look-target.js';
import { sway, type SwayOptions } from './sway.js';

/** A model or an avatar that can be a companion: `MmdModel`, and what `bindVrm` and `bindHumanoid` give. */
export interface CompanionModel extends RigPlayable {
  /** Where its rig is in the world. */
  readonly space?: RigSpace;
  /** The same, of an MMD model. */
  readonly root?: RigSpace;
}

/** Options of {@link createCompanion}. */
export interface CompanionOptions {
  /** What she does while nothing else is to be done: one after another at random, none twice in a row. */
  idle?: readonly Motion[];
  /** The motions that `perform` knows by name. */
  gestures?: Readonly<Record<string, Motion>>;
  /** What she looks at. */
  lookAt?: LookTarget | undefined;
  /** How she looks at it. */
  gaze?: LookAtOptions;
  blink?: BlinkOptions;
  breathe?: BreatheOptions;
  sway?: SwayOptions;
  /** What `feel` knows by name. */
  emotions?: EmotionTable; // EMOTIONS
  /** The morphs of vowels and blinks by their names. */
  slots?: FaceSlots; // FACE_SLOTS
  /** Your own changes to the pose, after breath and before gaze and face. */
  adjust?: CompanionAdjust;
  /** Another number gives another order of idles, other blinks and other sways. */
  seed?: number; // 1
}

/** In what is left of idle motion and mood. */
const [IDLE, MOOD] = [0, 1];
/** Seconds in which one idle motion, or a dance, goes over into the next one. */
const FADE_SECONDS = 0.8;
/** A single pose is an idle motion, too: it stays so long. */
const POSE_SECONDS = 8;

/** A character that lives on a page, see {@link createCompanion}. */
export class Companion {
  /** Vue must not wrap this in a proxy, which has no private members. @internal */
  readonly __v_skip = true;
  readonly player: MotionPlayer;
  readonly model: CompanionModel;
  /** What moves her eyes and head. */
  readonly gaze: LookAt;
  /** What moves her lips. */
  readonly lips: Lips;
  readonly #options: CompanionOptions;
  readonly #mood: Emotion;
  readonly #random: () => number;
  readonly #voices = new WeakMap<HTMLMediaElement, AnalyserNode>();
  #context: AudioContext | undefined;
  #idle: Motion | undefined;
  /** Seconds until the next idle motion, and until the last feeling goes; as fields they would be garbage. */
  readonly #left = Float64Array.of(Infinity, Infinity);
  #feeling: string | undefined;
  #endDance: ((result: PerformResult) => void) | undefined;
  #endVoice: ((result: PerformResult) => void) | undefined;
  #isDisposed = false;

  /** Use {@link createCompanion}. @internal */
  constructor(player: MotionPlayer, model: CompanionModel, options: CompanionOptions) {
    const { slots = FACE_SLOTS, seed = 1, emotions = EMOTIONS, adjust } = options;
    this.player = player;
    this.model = model;
    this.#options = options;
    this.#random = randomFrom(seed);
    this.gaze = lookAt(options.lookAt, { space: model.space ?? model.root, seed, ...options.gaze });
    this.lips = lips(undefined, { slots });
    this.#mood = emotion(emotions, { slots });
    const life: CompanionAdjust[] = [
      (_, seconds, clock) => this.#advance(seconds, clock),
      breathe({ seed, ...options.breathe }),
      sway({ seed, ...options.sway }),
      ...(adjust ? [adjust] : []),
      this.gaze,
      this.lips,
      blink({ duringGaze: this.gaze, slots, seed, ...options.blink }),
      this.#mood, // last: it gives way to words, and blinks to it
    ];
    player.addEventListener('ended', this.#ended);
    player.add(model, undefined, { idle: this.#nextIdle(), adjust: chain(...life) });
  }

  /** Whether she dances, and does not idle. */
  get isDancing(): boolean {
    return this.#endDance !== undefined;
  }

  /**
   * Performs a gesture of the option `gestures`, or any motion, over what she does, as `player.perform`.
   *
   * Rejects with a RangeError if there is no such gesture.
   *
   * @example
   * await companion.perform('wave', { bones: 'arms' }); // → 'ended'
   */
  async perform(gesture: string | Motion, options?: PerformOptions): Promise<PerformResult> {
    const motion = typeof gesture === 'string' ? this.#gestureOf(gesture) : gesture;
    if (this.#isDisposed) return 'stopped';
    return this.player.perform(this.model, motion, options);
  }

  #gestureOf(name: string): Motion {
    const { gestures = {} } = this.#options;
    const motion = gestures[name];
    if (motion) return motion;
    throw new RangeError(`no gesture is called ${name}; there are: ${Object.keys(gestures).join(', ')}`);
  }

  /**
   * Says something: a text or visemes, silently, see `say` of `lips`; or the sound of an `<audio>`, which
   * plays from where it is, and moves her lips. In place of what she says. The promise resolves when all is
   * said.
   *
   * Rejects as `audio.play()` does, for example before the visitor has clicked.
   *
   * @example
   * await companion.say('こんにちは');
   * await companion.say(new Audio('hello.mp3')); // → 'ended'
   */
  async say(
    words: string | readonly Viseme[] | HTMLMediaElement,
    options?: SayOptions,
  ): Promise<PerformResult> {
    if (this.#isDisposed) return 'stopped';
    this.#endVoice?.('replaced');
    if (typeof words === 'string' || !('play' in words)) return this.lips.say(words, options);
    this.lips.stop();
    return this.#speak(words);
  }

  /** Says no more. */
  hush(): void {
    this.#endVoice?.('stopped');
    this.lips.stop();
  }

  /**
   * Shows an emotion, 0 to 1, for a number of seconds, then goes back to what she felt before: nothing.
   *
   * @throws RangeError if there is no such emotion, or a number is out of range.
   * @example
   * companion.feel('joy', 0.7); // for five seconds
   */
  feel(name: string, weight = 1, options: FeelOptions & { readonly hold?: number } = {}): void {
    const { hold = 5 } = options;
    if (hold !== Infinity) checkedNotNegative('hold', hold);
    this.#mood.set(name, weight, options);
    this.#feeling = name;
    this.#left[MOOD] = hold;
  }

  /** Looks at something; at nothing without a target. */
  lookAt(target: LookTarget | undefined): void {
    this.gaze.target = target;
  }

  /**
   * Dances from the beginning, with a song if there is one, and idles again at the end. The time of the
   * player begins at 0. The promise resolves when the dance and the song are over, with `'replaced'` by
   * another dance, or with `'stopped'` by {@link rest}.
   *
   * Rejects as `player.play()` does, and then idles.
   *
   * @example
   * await companion.dance(await loadMotion('dance.vmd'), new Audio('song.m4a'));
   */
  async dance(motion: Motion, song?: PlayerMedia): Promise<PerformResult> {
    const { player, model } = this;
    if (this.#isDisposed) return 'stopped';
    this.#endDance?.('replaced');
    player.pause();
    player.media = undefined;
    player.currentTime = 0;
    player.media = song;
    const result = new Promise<PerformResult>((resolve) => (this.#endDance = resolve));
    const end = this.#endDance;
    player.crossfade(model, motion, FADE_SECONDS);
    try {
      await player.play();
    } catch (error) {
      if (this.#endDance === end) this.#finishDance('stopped');
      throw error;
    }
    return result;
  }

  /** Stops to dance, and idles. */
  rest(): void {
    if (!this.isDancing) return;
    this.player.pause();
    this.#finishDance('stopped');
  }

  /**
   * Ends all that she does, and takes her off the player. Does not dispose of the model. Later gestures,
   * words and dances resolve with `'stopped'` at once.
   */
  dispose(): void {
    if (this.#isDisposed) return;
    this.#isDisposed = true;
    this.rest();
    this.hush();
    this.player.removeEventListener('ended', this.#ended);
    this.player.remove(this.model);
    void this.#context?.close();
  }

  readonly #ended = (): void => {
    if (this.isDancing) this.#finishDance('ended');
  };

  #finishDance(result: PerformResult): void {
    this.#endDance?.(result);
    this.#endDance = undefined;
    this.player.crossfade(this.model, undefined, FADE_SECONDS, { idle: this.#nextIdle() });
  }

  /** Called each frame. */
  #advance(deltaSeconds: number, clock: AdjustClock | undefined): void {
    readClock(deltaSeconds, clock);
    const seconds = passed[0];
    this.#left[MOOD] -= seconds;
    if (this.#left[MOOD] <= 0 && this.#feeling !== undefined) {
      this.#mood.set(this.#feeling, 0);
      this.#feeling = undefined;
    }
    if (this.isDancing) return;
    this.#left[IDLE] -= seconds;
    if (this.#left[IDLE] > 0) return;
    this.player.crossfade(this.model, undefined, FADE_SECONDS, { idle: this.#nextIdle() });
  }

  /** Another idle motion than the last one, if there are several. */
  #nextIdle(): Motion | undefined {
    const { idle = [] } = this.#options;
    const others = idle.length > 1 ? idle.filter((motion) => motion !== this.#idle) : idle;
    const next = others.at(Math.floor(this.#random() * others.length));
    this.#idle = next;
    this.#left[IDLE] =
      idle.length > 1 ? Math.max((next?.duration || POSE_SECONDS) - FADE_SECONDS, FADE_SECONDS) : Infinity;
    return next;
  }

  async #speak(audio: HTMLMediaElement): Promise<PerformResult> {
    this.#context ??= new AudioContext();
    const analyser = this.#voices.get(audio) ?? listenTo(audio, this.#context);
    this.#voices.set(audio, analyser);
    const spoken = this.#untilSilent(audio);
    this.lips.source = analyser;
    void this.#context.resume();
    const end = this.#endVoice;
    try {
      await audio.play();
    } catch (error) {
      if (this.#endVoice === end) end?.('stopped');
      else return spoken; // it was silenced before it had begun
      throw error;
    }
    return spoken;
  }

  /** Then the lips hear again what they heard before. */
  #untilSilent(audio: HTMLMediaElement): Promise<PerformResult> {
    const { source } = this.lips;
    return new Promise((resolve) => {
      const end = (result: PerformResult): void => {
        audio.removeEventListener('ended', ended);
        audio.removeEventListener('pause', paused);
        if (this.#endVoice === end) this.#endVoice = undefined;
        this.lips.source = source;
        if (result !== 'ended') audio.pause();
        resolve(result);
      };
      const ended = (): void => end('ended');
      const paused = (): void => {
        if (!audio.paused) return; // it comes from before it played
        end(audio.ended ? 'ended' : 'stopped');
      };
      audio.addEventListener('ended', ended);
      audio.addEventListener('pause', paused);
      this.#endVoice = end;
    });
  }
}

/**
 * A character that lives on a page: she idles, breathes, blinks, looks at the target, speaks, shows feelings,
 * makes gestures, dances, and idles again by herself. The same for MMD models and avatars.
 *
 * She takes over the motion and the `adjust` of the model, and the time and the song of the player. Update
 * the player once a frame, playing or paused. Everything is deterministic with the same `seed`.
 *
 * @throws RangeError if a number in the options is out of range.
 * @example
 * const companion = createCompanion(player, model, { idle: [calm, proud], gestures: { wave }, lookAt: camera });
 * await companion.perform('wave');
 * companion.feel('joy');
 * await companion.say('おはよう');
 * await companion.dance(dance, new Audio('song.m4a'));
 */
export function createCompanion(
  player: MotionPlayer,
  model: CompanionModel,
  options: CompanionOptions = {},
): Companion {
  return new Companion(player, model, options);
}
