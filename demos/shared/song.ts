/** Songs are mastered loud. */
const VOLUME = 0.8;

/**
 * Makes a player of an audio file.
 *
 * @throws Error if the browser cannot play it.
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
    throw new Error('the browser cannot play this audio.');
  }
  return audio;
}
