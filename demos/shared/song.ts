import { fetchAsset, withFileName } from './asset-loader.js';
import { openSong } from './open/open-song.js';

/**
 * Loads the demos' own song as a whole, because some servers cannot send parts of a file, which seeking would
 * need.
 *
 * @throws Error with the name of the file, if it cannot be loaded or played.
 */
export async function loadSong(): Promise<HTMLAudioElement> {
  const path = songFile();
  const song = await fetchAsset(path);
  return withFileName(path, () => openSong(song));
}

/** The song as Ogg Vorbis, or as AAC for browsers such as Safari that cannot play Vorbis. */
export function songFile(): string {
  return new Audio().canPlayType('audio/ogg; codecs=vorbis') === '' ? 'song.m4a' : 'song.ogg';
}
