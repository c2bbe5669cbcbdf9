import type { AudioInput, OdoriPlayerElement } from '@odori/element';
import { findBeats } from '@odori/runtime'; // it is in the first file of the page anyway
import type { DanceStage } from './part-stage.js';

/** Hz: enough for beats. */
const SAMPLE_RATE = 11025;
/** Seconds. A longer song is not decoded: it would take 21 MB a minute. */
const LONGEST = 600;

/**
 * Lets the people of a stage move on the beat of each song that the player gets; `ownSong` is the one whose
 * beat they know. Of a song that cannot be read or decoded they hear nothing, and stand still.
 */
export function followSong(stage: DanceStage, player: OdoriPlayerElement, ownSong: string): void {
  let last: AudioInput | null = ownSong;
  const follow = async (): Promise<void> => {
    const song = player.audio;
    if (song === last) return;
    last = song;
    stage.beats = song === ownSong ? undefined : [];
    if (song === ownSong || song === null || !(player.duration <= LONGEST)) return;
    const beats = await hearBeats(song).catch(() => []); // the player says what is wrong with a song
    if (player.audio === song) stage.beats = beats;
  };
  // once her dance is in time with it: both decode the same song
  player.addEventListener('canplaythrough', () => void follow());
  void follow(); // it may have one already
}

async function hearBeats(song: AudioInput): Promise<ArrayLike<number>> {
  const file = song instanceof Blob ? song : await fetch(song instanceof HTMLMediaElement ? song.src : song);
  const sound = await new OfflineAudioContext(1, 1, SAMPLE_RATE).decodeAudioData(await file.arrayBuffer());
  return (await findBeats(mixed(sound), sound.sampleRate)).beats;
}

/** The mean of all channels. */
function mixed(sound: AudioBuffer): Float32Array {
  const mix = sound.getChannelData(0);
  const count = sound.numberOfChannels;
  const others = Array.from({ length: count - 1 }, (_, i) => sound.getChannelData(i + 1));
  for (let i = 0; i < mix.length; i++) {
    let sum = mix[i];
    for (const other of others) sum += other[i];
    mix[i] = sum / count;
  }
  return mix;
}
