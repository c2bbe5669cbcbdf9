import { type Track } from './band.js';
import { DRUM_STROKES } from './drum-pattern.js';
import { ducking } from './effects/ducking.js';
import { echo } from './effects/echo.js';
import { reverb } from './effects/reverb.js';
import { SECONDS_PER_BEAT } from './form.js';
import { highPass } from './signal/filters.js';
import { createStereo, gainOf, type Stereo } from './signal/stereo.js';
import { sampleOf, type Excerpt } from './excerpt.js';
import type { Tempo } from './tempo.js';

/** Three sixteenths, so that echoes fall between the beats. */
const ECHO_SECONDS: number = 0.75 * SECONDS_PER_BEAT;
const HALL = { seconds: 1.5, dampingHertz: 5200 };
/** Keeps low frequencies out of the reverb. */
const HALL_HIGH_PASS_HERTZ = 260;
const HALL_DUCKING = 0.3;
const ECHO_TO_HALL = 0.3;

/** Mixes all tracks: levels, ducking for the kick, echo and reverb. */
export function mix(tracks: readonly Track[], firstBeat: number, endBeat: number, tempo: Tempo): Stereo {
  const part = { firstBeat, endBeat, tempo };
  const length = sampleOf(endBeat, part);
  const kicks = DRUM_STROKES.filter(
    ({ drum, beat }) => drum === 'kick' && beat >= firstBeat && beat < endBeat,
  );
  const depth = ducking(
    kicks.map(({ beat, velocity }) => ({ start: sampleOf(beat, part), velocity })),
    length,
  );
  const [sum, toEcho, toHall] = [createStereo(length), createStereo(length), createStereo(length)];
  for (const track of tracks) {
    const sound = playTrack(track, depth, { ...part, out: createStereo(length) });
    add(sound, 1, sum);
    if (track.echo > 0) add(sound, track.echo, toEcho);
    if (track.reverb > 0) add(sound, track.reverb, toHall);
  }
  const echoes = echo(toEcho, ECHO_SECONDS);
  add(echoes, 1, sum);
  add(echoes, ECHO_TO_HALL, toHall);
  for (const channel of [toHall.left, toHall.right]) highPass(HALL_HIGH_PASS_HERTZ, channel);
  return add(duck(depth, HALL_DUCKING, reverb(toHall, HALL)), 1, sum);
}

function playTrack(
  { decibels, highPassHertz, ducking: share, play }: Track,
  depth: Float32Array,
  excerpt: Excerpt,
): Stereo {
  play(excerpt);
  const gain = gainOf(decibels);
  for (const channel of [excerpt.out.left, excerpt.out.right]) {
    highPass(highPassHertz, channel);
    for (let index = 0; index < channel.length; index++) channel[index] *= gain;
  }
  return duck(depth, share, excerpt.out);
}

function duck(depth: Float32Array, share: number, out: Stereo): Stereo {
  if (share === 0) return out;
  for (const channel of [out.left, out.right]) {
    for (let index = 0; index < channel.length; index++) channel[index] *= 1 - share * depth[index];
  }
  return out;
}

function add(sound: Stereo, gain: number, out: Stereo): Stereo {
  for (let index = 0; index < sound.left.length; index++) {
    out.left[index] += gain * sound.left[index];
    out.right[index] += gain * sound.right[index];
  }
  return out;
}
