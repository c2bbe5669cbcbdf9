import {
  flipPositions,
  flipRotations,
  footContacts,
  footJoints,
  jointOf,
  NUMBERS_PER_JOINT,
  PoseSampler,
  sampledFrames,
} from '@odori/runtime/internal';
import { findJoints, type Joint } from '@odori/runtime/joints';
import { FRAMES_PER_SECOND, type Motion } from '@odori/runtime/motion';
import { Rig } from '@odori/runtime/rig';
import type { Time } from '../arguments.js';
import type { Shell } from '../shell.js';
import { describeMissingBones } from '../documents/descriptions.js';
import { chooseBones, type Model, readModel } from '../documents/read-model.js';
import { readMotion } from '../documents/read-motion.js';
import { Refusal } from '../documents/refusal.js';
import { FileError, unexplained } from '../errors.js';
import type { SampleSettings } from './sample-settings.js';
import { about, say } from '../language/message.js';

/** The poses of a motion. */
export interface SampledMotion {
  readonly times: readonly Time[];
  readonly joints: readonly Joint[];
  /** Times × joints × 7: position x y z, rotation x y z w. */
  readonly poses: Float64Array<ArrayBuffer>;
  /** Times × 4, in the order of `FOOT_CONTACTS`. */
  readonly contacts: Uint8Array<ArrayBuffer> | undefined;
  /** Of each time: is the model visible? */
  readonly visible: readonly boolean[];
  readonly morphNames: readonly string[];
  /** Times × morphs. */
  readonly weights: Float64Array;
}

/** Samples motions on one model, as the settings say. */
export class MotionSampler {
  readonly #settings: SampleSettings;
  readonly #refusal: Refusal;
  readonly #rig: Rig;
  readonly #joints: readonly Joint[];

  private constructor(settings: SampleSettings, refusal: Refusal, model: Model) {
    this.#settings = settings;
    this.#refusal = refusal;
    this.#rig = new Rig(model.definition);
    this.#joints =
      settings.joints === undefined
        ? chooseBones(model, settings.bones, settings.model).map((bone) => jointOf(this.#rig, bone))
        : findJoints(model.definition, settings.joints);
  }

  /** @throws FileError if the model cannot be read, or does not have one of the bones. */
  static async open(settings: SampleSettings, console: Shell): Promise<MotionSampler> {
    const refusal = new Refusal(settings);
    return new MotionSampler(settings, refusal, await readModel(settings.model, console, refusal));
  }

  /** The joints that stand with another one, because the model does not have them. */
  get missing(): readonly string[] {
    return this.#joints.filter(({ isMissing }) => isMissing).map(({ name }) => name);
  }

  /** Samples motions, which are merged into one. @throws FileError with the name of the file. */
  async sample(motions: readonly string[], console: Shell): Promise<SampledMotion> {
    const { motion } = await readMotion(motions, console, this.#refusal);
    const times = this.#timesOf(motion, motions[0]);
    const sampler = new PoseSampler(motion, this.#rig);
    const missing = describeMissingBones(motion, sampler.binding);
    if (missing !== undefined) console.warn(this.#settings.model, missing);
    return this.#read(sampler, times);
  }

  #timesOf(motion: Motion, file: string): readonly Time[] {
    const { times } = this.#settings;
    if ('at' in times) return times.at;
    try {
      const frames = sampledFrames(motion, times, NUMBERS_PER_JOINT * this.#joints.length);
      return Array.from(frames, (frame) => ({ frame, seconds: frame / FRAMES_PER_SECOND }));
    } catch (error) {
      if (!(error instanceof RangeError)) throw error;
      const text = say('with-options', { text: unexplained(error), options: ['--from', '--to', '--bones'] });
      throw new FileError(about(file, text), { cause: error });
    }
  }

  #read(sampler: PoseSampler, times: readonly Time[]): SampledMotion {
    const { space, coordinates, contacts } = this.#settings;
    const rig = this.#rig;
    const feet = contacts ? footJoints(rig.definition) : [];
    const [stride, footStride] = [NUMBERS_PER_JOINT * this.#joints.length, NUMBERS_PER_JOINT * feet.length];
    const poses = new Float64Array(stride * times.length);
    const footPoses = new Float64Array(footStride * times.length);
    const { morphNames } = rig.definition;
    const weights = new Float64Array(morphNames.length * times.length);
    const visible = times.map(({ frame }, i) => {
      sampler.solve(frame);
      sampler.write(this.#joints, space, poses, stride * i);
      sampler.write(feet, 'world', footPoses, footStride * i);
      weights.set(rig.morphWeights.subarray(0, morphNames.length), morphNames.length * i);
      return rig.pose.visible;
    });
    if (coordinates === 'mmd') intoMmdSpace(poses);
    const every = 'every' in this.#settings.times ? this.#settings.times.every : 1;
    return {
      times,
      joints: this.#joints,
      poses,
      contacts: contacts && footContacts(footPoses, rig.definition, feet, every, contacts),
      visible,
      morphNames,
      weights,
    };
  }
}

function intoMmdSpace(poses: Float64Array): void {
  for (let at = 0; at < poses.length; at += NUMBERS_PER_JOINT) {
    flipPositions(poses.subarray(at, at + 3));
    flipRotations(poses.subarray(at + 3, at + NUMBERS_PER_JOINT));
  }
}
