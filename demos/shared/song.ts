import { ASSETS, withFileName } from './asset-loader.js';

/** Music files are loud. */
const VOLUME = 0.8;

/**
 * Creates an audio element that plays a file in a loop. {@link discardSong} frees it.
 *
 * @throws Error if the browser cannot play the file.
 */
export async function openSong(file: Blob): Promise<HTMLAudioElement> {
  const address = URL.createObjectURL(file);
  const audio = new Audio(address);
  audio.loop = true;
  audio.volume = VOLUME;
  try {
    await new Promise((resolve, reject) => {
      audio.addEventListener('canplay', resolve, { once: true });
      audio.addEventListener('error', reject, { once: true });
    });
  } catch {
    URL.revokeObjectURL(address);
    throw new Error('the browser cannot play this audio file.');
  }
  return audio;
}

export function discardSong(song: HTMLAudioElement | undefined): void {
  if (song) URL.revokeObjectURL(song.src);
}

/**
 * Loads the demos' own song as a whole, because some servers cannot send parts of a file, which seeking would
 * need.
 *
 * @throws Error with the name of the file, if it cannot be loaded or played.
 */
export async function loadSong(): Promise<HTMLAudioElement> {
  const path = songFile();
  return withFileName(path, async () => {
    const response = await fetch(ASSETS + path);
    if (!response.ok) throw new Error(`the server answered ${response.status} ${response.statusText}.`);
    return openSong(await response.blob());
  });
}

/** The song as Ogg Vorbis, or as AAC for browsers such as Safari that cannot play Vorbis. */
export function songFile(): string {
  return new Audio().canPlayType('audio/ogg; codecs=vorbis') === '' ? 'song.m4a' : 'song.ogg';
}
