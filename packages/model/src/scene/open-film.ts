import { SceneFilm } from './scene-film.js';

/** What browsers call the kinds of films that they may play, by their first bytes. Not all of them trust the content. */
const KINDS: readonly (readonly [kind: string, offset: number, signature: string])[] = [
  ['video/mp4', 4, 'ftyp'],
  ['video/webm', 0, '\x1a\x45\xdf\xa3'],
  ['video/ogg', 0, 'OggS'],
];

/**
 * Opens a film, muted and standing at its first picture. `source`: the file or its URL.
 *
 * @throws Error (as rejection) if the browser cannot play it, with the reason.
 */
export async function openFilm(source: Blob | string): Promise<SceneFilm> {
  if (typeof document === 'undefined') throw new Error('films need a browser');
  const video = document.createElement('video');
  video.muted = true; // browsers play films with sound only after a click
  video.playsInline = true;
  video.preload = 'auto';
  video.crossOrigin = 'anonymous'; // WebGL refuses films from other servers without it
  const url = typeof source === 'string' ? source : URL.createObjectURL(await typed(source));
  const release = (): void => {
    if (url !== source) URL.revokeObjectURL(url);
  };
  try {
    await loaded(video, url);
    return new SceneFilm(video, release);
  } catch (error) {
    video.removeAttribute('src');
    video.load();
    release();
    throw error;
  }
}

async function typed(file: Blob): Promise<Blob> {
  const head = String.fromCharCode(...new Uint8Array(await file.slice(0, 16).arrayBuffer()));
  const type = KINDS.find(([, offset, signature]) => head.startsWith(signature, offset))?.[0];
  return new Blob([file], { type: type ?? file.type });
}

async function loaded(video: HTMLVideoElement, url: string): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    video.addEventListener('loadeddata', () => resolve(), { once: true });
    video.addEventListener(
      'error',
      () => reject(new Error(`the browser cannot play this film: ${video.error?.message || 'unknown kind'}`)),
      { once: true },
    );
    video.src = url;
  });
  if (video.videoWidth === 0) throw new Error('the film has no picture, only sound');
}
