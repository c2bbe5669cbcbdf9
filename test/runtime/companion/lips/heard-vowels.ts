import { lips } from '#src/runtime/companion/lips/lips.js';
import { faceRig, moveFace } from '#test/runtime/companion/face-rig.js';
import { type AnalyserSettings, SimulatedAnalyser } from '#test/support/simulated-analyser.js';

const DELTA = 1 / 60;

/** What the lips show at a moment. */
export interface LipFrame {
  readonly time: number;
  /** The vowel that wins, 0 to 4; −1: the lips are shut. */
  readonly vowel: number;
  readonly sum: number;
}

/** Lips that listen to samples, 60 times a second. */
export function watchLips(samples: Float32Array, settings: AnalyserSettings = {}): LipFrame[] {
  const analyser = new SimulatedAnalyser(samples, settings);
  const { context } = analyser;
  const rig = faceRig('あ', 'い', 'う', 'え', 'お');
  const mouth = lips(analyser);
  const frames: LipFrame[] = [];
  for (let i = 1; i * DELTA <= samples.length / context.sampleRate; i++) {
    context.currentTime = i * DELTA;
    moveFace(rig);
    mouth(rig, DELTA);
    const weights = [...rig.pose.morphWeights];
    const sum = weights.reduce((total, weight) => total + weight);
    const vowel = sum > 0.1 ? weights.indexOf(Math.max(...weights)) : -1;
    frames.push({ time: context.currentTime, vowel, sum });
  }
  return frames;
}

/** How often the lips are right. */
export interface Rightness {
  /**
   * Of the frames in which a vowel sounds, the part with the right one, 0 to 1, if the lips lag that much.
   */
  readonly part: number;
  /** The lag at which they are right most often, in seconds. */
  readonly lag: number;
}

/** `vowelAt`: the vowel that sounds at a time, −1 in silence. Lags are tried in steps of 10 ms. */
export function rateLips(frames: readonly LipFrame[], vowelAt: (seconds: number) => number): Rightness {
  const rated = Array.from({ length: 21 }, (_, step) => {
    const lag = step / 100;
    const voiced = frames.filter(({ time }) => vowelAt(time - lag) >= 0);
    const right = voiced.filter(({ time, vowel }) => vowel === vowelAt(time - lag));
    return { lag, part: right.length / voiced.length };
  });
  return rated.reduce((best, each) => (each.part > best.part ? each : best));
}
