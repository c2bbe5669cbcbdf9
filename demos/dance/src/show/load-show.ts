import { type MmdModel, PMXLoader } from '@odori/model';
import { type Motion, VMDLoader } from '@odori/runtime';
import type { Loader } from 'three';
import { namedProblem } from '../intake/named-problem.js';
import { openSong } from '../intake/open-song.js';

/** What the page itself has to show. */
export interface Show {
  readonly model: MmdModel;
  readonly dance: Motion;
  /** Camera and light. */
  readonly camera: Motion;
}

/** Beside this page, wherever both are served. */
const FOLDER = '../assets/files/';

/**
 * Loads the page's own dancer with its textures, dance and camera; `onProgress` hears which share of the bytes is there.
 *
 * @throws Error that names the file, if one cannot be had or read.
 */
export async function loadShow(onProgress: (share: number) => void): Promise<Show> {
  const parts = new Map<string, ProgressEvent>();
  const load = <T>(loader: Loader<T>, path: string): Promise<T> => {
    const hear = (event: ProgressEvent): void => {
      parts.set(path, event);
      const share = shareOf([...parts.values()]);
      if (share !== undefined) onProgress(share);
    };
    return named(path, () => loader.setPath(FOLDER).loadAsync(path, hear));
  };
  const [model, dance, camera] = await Promise.all([
    load(new PMXLoader(), 'dancer.pmx'),
    load(new VMDLoader(), 'dance.vmd'),
    load(new VMDLoader(), 'camera.vmd'),
  ]);
  return { model, dance, camera };
}

/**
 * Loads the page's own song. All of it: servers that cannot send parts of a file would not let it be sought in.
 *
 * @throws Error that names the file, if it cannot be had or played.
 */
export async function loadSong(): Promise<HTMLAudioElement> {
  const isOgg = new Audio().canPlayType('audio/ogg; codecs=vorbis') !== '';
  const path = isOgg ? 'song.ogg' : 'song.m4a';
  return named(path, async () => {
    const response = await fetch(FOLDER + path);
    if (!response.ok) throw new Error(`the server answers ${response.status} ${response.statusText}.`);
    return openSong(await response.blob());
  });
}

/** Unknown where the server does not tell how long files are. */
function shareOf(parts: readonly ProgressEvent[]): number | undefined {
  if (parts.some(({ lengthComputable }) => !lengthComputable)) return undefined;
  const sum = (numbers: readonly number[]): number => numbers.reduce((a, b) => a + b, 0);
  return sum(parts.map(({ loaded }) => loaded)) / sum(parts.map(({ total }) => total));
}

/** Says which file it was, if it fails. */
async function named<T>(path: string, load: () => Promise<T>): Promise<T> {
  try {
    return await load();
  } catch (error) {
    throw new Error(namedProblem(path, error), { cause: error });
  }
}
