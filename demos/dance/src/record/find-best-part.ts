import type { OdoriPlayerElement } from '@odori/element';
import { bindMotion, fetchBytes, findBeats, type Motion, Rig, secondsToFrame } from '@odori/runtime';
import type { Part } from '../practice/loop-part.js';
import { bestPart, type Liveliness } from './best-part.js';

const STEPS_PER_SECOND = 10;
/** How much a unit of way counts beside a turn of one radian. */
const WAY = 0.5;
/** Hz: enough for beats. */
const SAMPLE_RATE = 11025;
/** Seconds. Decoding a longer song takes too much memory. */
const LONGEST = 600;

/**
 * The eight bars in which a player's dance moves most, see {@link bestPart}. Undefined if the player has no
 * dance, or none that is longer.
 */
export async function findBestPart(player: OdoriPlayerElement): Promise<Part | undefined> {
  const { loadedModel, loadedMotion, duration, offset } = player;
  if (!loadedModel || !loadedMotion || !(duration > 0)) return undefined;
  const dance = livelinessOf(loadedMotion, new Rig(loadedModel.rig.definition), offset);
  const bars = duration <= LONGEST ? await hearBars(player.audio) : [];
  return bestPart(dance, bars, duration);
}

/** How far all bones turn and go from each step to the next, before IK. `start`: seconds. */
export function livelinessOf(motion: Motion, rig: Rig, start: number): Liveliness {
  const binding = bindMotion(motion, rig);
  const steps = Math.ceil((motion.lastFrame / secondsToFrame(1)) * STEPS_PER_SECOND);
  const values = new Float32Array(steps);
  const { rotations, translations } = rig.pose;
  const lastRotations = rotations.slice();
  const lastTranslations = translations.slice();
  for (let i = 0; i <= steps; i++) {
    binding.sample(secondsToFrame(i / STEPS_PER_SECOND));
    if (i > 0) {
      values[i - 1] = turn(rotations, lastRotations) + WAY * way(translations, lastTranslations);
    }
    lastRotations.set(rotations);
    lastTranslations.set(translations);
  }
  return { values, stepsPerSecond: STEPS_PER_SECOND, start };
}

/** The sum of the angles between quaternions, in radians. */
function turn(a: ArrayLike<number>, b: ArrayLike<number>): number {
  let sum = 0;
  for (let i = 0; i < a.length; i += 4) {
    const dot = a[i] * b[i] + a[i + 1] * b[i + 1] + a[i + 2] * b[i + 2] + a[i + 3] * b[i + 3];
    sum += 2 * Math.acos(Math.min(Math.abs(dot), 1));
  }
  return sum;
}

/** The sum of the distances between points. */
function way(a: ArrayLike<number>, b: ArrayLike<number>): number {
  let sum = 0;
  for (let i = 0; i < a.length; i += 3)
    sum += Math.hypot(a[i] - b[i], a[i + 1] - b[i + 1], a[i + 2] - b[i + 2]);
  return sum;
}

/** Empty for a song without a beat, and for one that cannot be read: the player has said so. */
async function hearBars(audio: OdoriPlayerElement['audio']): Promise<ArrayLike<number>> {
  if (audio === null || audio instanceof HTMLMediaElement) return [];
  try {
    const file = audio instanceof Blob ? await audio.arrayBuffer() : (await fetchBytes(audio)).buffer;
    const song = await new OfflineAudioContext(1, 1, SAMPLE_RATE).decodeAudioData(file);
    return (await findBeats(song.getChannelData(0), song.sampleRate)).bars;
  } catch {
    return [];
  }
}
