import { say } from '../language/texts.js';

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
    throw new Error(say('the browser cannot play this audio file.'));
  }
  return audio;
}

export function discardSong(song: HTMLAudioElement | undefined): void {
  if (song) URL.revokeObjectURL(song.src);
}
