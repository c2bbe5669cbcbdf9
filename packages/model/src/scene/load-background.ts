import type { Pmm } from '@odori/format';
import { fetchBytes } from '@odori/runtime';
import { countItem } from '@odori/runtime/internal/three';
import { LinearFilter, LinearMipmapLinearFilter, type LoadingManager, type Texture } from 'three';
import { pathNames } from '../files/file-source.js';
import type { ModelSource } from '../loaders/open-source.js';
import type { MmdModel } from '../mmd-model/mmd-model.js';
import { ImageDecoder } from '../textures/decode-image.js';
import { CAPTURE } from '../screens/capture-mode.js';
import type { ModelFile, ModelResolver } from './model-resolver.js';
import type { BackgroundParts } from './scene-background.js';
import { SceneFilm } from './scene-film.js';
import type { SceneNote, SceneReport } from './scene-report.js';

interface BackgroundOptions {
  readonly resolve: ModelResolver;
  readonly manager?: LoadingManager;
}

/** Loads the picture and the film of a project that are shown. Problems are reported. */
export async function loadBackground(
  { media, display }: Pmm,
  options: BackgroundOptions,
  report: SceneReport,
): Promise<BackgroundParts> {
  const showsPicture = media.backgroundOn !== 0;
  const showsFilm = media.aviOn !== 0 || display.captureMode === CAPTURE.film;
  const [picturePath, filmPath] = [media.background.text, media.avi.text];
  const [picture, film] = await Promise.all([
    showsPicture && picturePath !== '' ? loadPicture(picturePath, options) : undefined,
    showsFilm && filmPath !== '' ? loadFilm(filmPath, options) : undefined,
  ]);
  return {
    picture: withoutProblem(picture, 'media.background', picturePath, report),
    film: withoutProblem(film, 'media.avi', filmPath, report),
  };
}

type Problem = Pick<SceneNote, 'code' | 'reason'>;

/** What was loaded; a problem is reported instead. */
function withoutProblem<T extends object>(
  result: T | Problem | undefined,
  section: string,
  path: string,
  report: SceneReport,
): T | undefined {
  if (result === undefined || !('reason' in result)) return result;
  report.add({ ...result, section, name: pathNames(path).at(-1) ?? path, path });
  return undefined;
}

async function loadPicture(path: string, options: BackgroundOptions): Promise<Texture | Problem> {
  try {
    const source = await find(path, options);
    if (source === undefined) return { code: 'missing-picture', reason: `the picture ${path} was not found` };
    const texture = await new ImageDecoder().decode(await blobOf(source, options));
    texture.magFilter = LinearFilter;
    texture.minFilter = 'isCompressedTexture' in texture ? LinearFilter : LinearMipmapLinearFilter;
    texture.generateMipmaps = !('isCompressedTexture' in texture);
    return texture;
  } catch (error) {
    return { code: 'unreadable-picture', reason: messageOf(error) };
  }
}

/**
 * No browser plays AVI, so such a film is not even requested: only one of the same name that browsers play.
 */
async function loadFilm(path: string, options: BackgroundOptions): Promise<SceneFilm | Problem> {
  const isAvi = /\.avi$/i.test(path);
  const paths = isAvi ? PLAYABLE.map((extension) => path.replace(/\.avi$/i, extension)) : [path];
  try {
    for (const playable of paths) {
      const source = await find(playable, options);
      if (source !== undefined) return await openFilm(resolvedUrl(source, options));
    }
  } catch (error) {
    return { code: 'unplayable-film', reason: messageOf(error) };
  }
  return isAvi
    ? { code: 'unplayable-film', reason: noAvi(path) }
    : { code: 'missing-film', reason: `the film ${path} was not found` };
}

const PLAYABLE = ['.mp4', '.webm'];

function noAvi(path: string): string {
  const name = (pathNames(path).at(-1) ?? path).replace(/\.avi$/i, '');
  return `browsers do not play AVI: convert the film to ${name}.mp4 or ${name}.webm, and put it beside ${name}.avi`;
}

/** A file as the resolver gives it; a URL as a string. */
async function find(path: string, { resolve }: BackgroundOptions): Promise<Blob | string | undefined> {
  const found = await resolve(path);
  if (found === undefined || typeof found === 'string') return found;
  const file = fileOf(found);
  if (file === undefined) throw new TypeError(`the resolver gave a model, not a file, for ${path}`);
  return file;
}

function fileOf(found: MmdModel | ModelFile | Exclude<ModelSource, string>): Blob | string | undefined {
  if ('file' in found) return found.file;
  if ('href' in found) return found.href;
  if ('arrayBuffer' in found) return found;
  if (ArrayBuffer.isView(found)) return new Blob([found as Uint8Array<ArrayBuffer>]);
  return 'byteLength' in found ? new Blob([found]) : undefined;
}

/** A film is not loaded by three, but its manager may change the URL. */
function resolvedUrl(source: Blob | string, { manager }: BackgroundOptions): Blob | string {
  return typeof source === 'string' ? (manager?.resolveURL(source) ?? source) : source;
}

async function blobOf(source: Blob | string, { manager }: BackgroundOptions): Promise<Blob> {
  if (typeof source !== 'string') return source;
  const settings = manager && { manager };
  return new Blob([await countItem(manager, source, () => fetchBytes(source, settings))]);
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

/**
 * What browsers call the kinds of films that they may play, by their first bytes. Not all of them trust the
 * content.
 */
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
async function openFilm(source: Blob | string): Promise<SceneFilm> {
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
    await loadFirstPicture(video, url);
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

async function loadFirstPicture(video: HTMLVideoElement, url: string): Promise<void> {
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
