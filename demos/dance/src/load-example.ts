import { type MmdModel, PMXLoader } from '@odori/model';
import { type Motion, VMDLoader } from '@odori/runtime';
import { AssetLoader, ASSETS, named } from '../../shared/asset-loader.js';
import { openSong } from '../../shared/song.js';

/** What the page itself has to show. */
export interface Show {
  readonly model: MmdModel;
  readonly dance: Motion;
  /** Camera and light. */
  readonly camera: Motion;
}

/**
 * Loads the page's own dancer with its textures, dance and camera; `onProgress` hears which share of the bytes is there.
 *
 * @throws Error that names the file, if one cannot be had or read.
 */
export async function loadShow(onProgress: (share: number) => void): Promise<Show> {
  const assets = new AssetLoader(onProgress);
  const [model, dance, camera] = await Promise.all([
    assets.load(new PMXLoader(), 'dancer.pmx'),
    assets.load(new VMDLoader(), 'dance.vmd'),
    assets.load(new VMDLoader(), 'camera.vmd'),
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
    const response = await fetch(ASSETS + path);
    if (!response.ok) throw new Error(`the server answers ${response.status} ${response.statusText}.`);
    return openSong(await response.blob());
  });
}
