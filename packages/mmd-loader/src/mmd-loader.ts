import { detectFormat, parsePmd, parsePmx, parseVmd, parseVpd, type Pmx, pmdToPmx } from '@odori/format';
import { createModel, createUrlSource, type FileSource, type MmdModel } from '@odori/model';
import { fetchBytes, Motion } from '@odori/runtime';
import { BytesLoader, countItem } from '@odori/runtime/internal/three';
import {
  type AnimationClip,
  type Camera,
  Loader,
  type LoadingManager,
  LoaderUtils,
  type SkinnedMesh,
} from 'three';
import { createMeshClip } from './clips.js';
import { constraintParameters, rigidBodyParameters } from './body-parameters.js';
import { mirroredPosition, mirroredRotation } from './mirror.js';
import { PageModel, pageModelOf } from './page-model.js';
import type { ParsedPose } from './parsed-data.js';
import { warnOnce } from './warn-once.js';

/** What `loadWithAnimation` gives. */
export interface MMDLoaderAnimationObject {
  animation: AnimationClip;
  mesh: SkinnedMesh;
}

/**
 * The last arguments of all methods that load.
 *
 * `onError` gets an Error. r171's types say `ErrorEvent`, and pages in TypeScript have functions that take
 * one.
 */
export type MMDLoaderCallbacks<T> = [
  onLoad: (result: T) => void,
  onProgress?: ((event: ProgressEvent) => void) | null,
  onError?: { takes(error: unknown): void }['takes'] | null,
];

type Bytes = Uint8Array<ArrayBuffer>;

/**
 * Loads models, motions and poses, as r171's class of this name: PMD or PMX, by content, with their textures
 * and their physics.
 *
 * The mesh stands in a scene by itself and is ready when it arrives. {@link modelOf} gives Odori's model
 * behind it.
 *
 * @example
 * new MMDLoader().load('models/dancer.pmx', (mesh) => scene.add(mesh));
 */
export class MMDLoader extends Loader<SkinnedMesh> {
  /** Before the URLs of motions and poses, as `path` is before those of models. */
  animationPath = '';
  /** What fetches the files. */
  readonly loader: BytesLoader<Bytes>;
  readonly #files: PlainBytesLoader;

  constructor(manager?: LoadingManager) {
    super(manager);
    this.loader = this.#files = new PlainBytesLoader(this.manager);
  }

  setAnimationPath(animationPath: string): this {
    this.animationPath = animationPath;
    return this;
  }

  /** @deprecated Warns, and is null: models are not built in parts. */
  get meshBuilder(): null {
    return missing('meshBuilder', 'createModel of @odori/model');
  }

  /** @deprecated Warns, and is null: clips are not built in parts. */
  get animationBuilder(): null {
    return missing('animationBuilder', 'createAnimationClip of @odori/runtime');
  }

  /** @deprecated Warns, and is null. */
  get parser(): null {
    return missing('parser', 'parsePmx, parseVmd and so on of @odori/format');
  }

  /** Loads a model. A problem goes to `onError`, or else into a warning. */
  override load(url: string, ...callbacks: MMDLoaderCallbacks<SkinnedMesh>): void {
    const folder = LoaderUtils.extractUrlBase((this.path + url).replace(/[?#].*$/, ''));
    const textures = this.#texturesIn(this.resourcePath || folder);
    this.#loadFiles(url, this.path, async ([bytes]) => this.#open(bytes, textures, url), callbacks);
  }

  async #open(bytes: Bytes, files: FileSource, url: string): Promise<SkinnedMesh> {
    const pmx = parseModel(bytes);
    const model = createModel(pmx, { files, groundShadow: false, physics: { mode: 'off' } });
    await model.ready;
    for (const { path, reason } of model.report.notes) warnOnce(`${url}: ${path}: ${reason}`);
    return new PageModel(pmx, model).mesh;
  }

  /**
   * As in r171, a manager that changes URLs gets those of textures as the model spells them, and headers are
   * not for textures.
   */
  #texturesIn(base: string): FileSource {
    const { manager } = this;
    const withCredentials = this.crossOrigin === 'use-credentials';
    const folder = createUrlSource(base, { manager, withCredentials });
    return {
      open: async (path) => {
        const url = base + path;
        const changed = manager.resolveURL(url);
        if (changed === url) return folder.open(path);
        return new Blob([await countItem(manager, url, () => fetchBytes(changed, { withCredentials }))]);
      },
    };
  }

  /**
   * Loads one or several VMDs as a clip, for a mesh of this loader or for a camera: `helper.add(mesh, {
   * animation })`. Where two files have a keyframe for the same frame, that of the later file wins.
   *
   * `onError` gets an Error if a camera is given, and the file has no camera keyframes.
   */
  loadAnimation(
    url: string | string[],
    object: SkinnedMesh | Camera,
    ...callbacks: MMDLoaderCallbacks<AnimationClip>
  ): void {
    const clipOf = async (files: Bytes[]): Promise<AnimationClip> => {
      const motion = Motion.from(...files.map((bytes) => parseVmd(bytes, { lossless: false })));
      const name = [url].flat()[0] ?? '';
      if (!('isCamera' in object)) return createMeshClip(motion, pageModelOf(object), name);
      const { createPageCameraClip } = await import('./camera-clip.js');
      return createPageCameraClip(motion, name, 'isPerspectiveCamera' in object ? warnOnce : undefined);
    };
    this.#loadFiles(url, this.animationPath, clipOf, callbacks);
  }

  /** Loads a model and its motion. */
  loadWithAnimation(
    url: string,
    vmdUrl: string | string[],
    ...[onLoad, ...others]: MMDLoaderCallbacks<MMDLoaderAnimationObject>
  ): void {
    const animate = (mesh: SkinnedMesh): void =>
      this.loadAnimation(vmdUrl, mesh, (animation) => onLoad({ mesh, animation }), ...others);
    this.load(url, animate, ...others);
  }

  /** Loads a PMD as data, in the shape of a PMX of mmd-parser. */
  loadPMD(url: string, ...callbacks: MMDLoaderCallbacks<object>): void {
    this.loadPMX(url, ...callbacks);
  }

  /** Loads a PMX as data, in the shape of mmd-parser and in three's space. */
  loadPMX(url: string, ...callbacks: MMDLoaderCallbacks<object>): void {
    const parse = async ([bytes]: Bytes[]): Promise<object> => {
      const { parsedModel } = await import('./parsed-data.js');
      const pmx = parseModel(bytes);
      const rigidBodies = pmx.rigidBodies.map(rigidBodyParameters);
      const constraints = pmx.joints.map(constraintParameters);
      return parsedModel(pmx, { rigidBodies, constraints }, MIRROR);
    };
    this.#loadFiles(url, this.path, parse, callbacks);
  }

  /** Loads one or several VMDs as data, in the shape of mmd-parser and in three's space. */
  loadVMD(url: string | string[], ...callbacks: MMDLoaderCallbacks<object>): void {
    const parse = async (files: Bytes[]): Promise<object> => {
      const { parsedMotion } = await import('./parsed-data.js');
      return parsedMotion(
        files.map((bytes) => parseVmd(bytes, { lossless: false })),
        MIRROR,
      );
    };
    this.#loadFiles(url, this.animationPath, parse, callbacks);
  }

  /** Loads a pose for `helper.pose`. Its encoding is detected; `_isUnicode` has no effect. */
  loadVPD(url: string, _isUnicode: boolean, ...callbacks: MMDLoaderCallbacks<ParsedPose>): void {
    const parse = async ([bytes]: Bytes[]): Promise<ParsedPose> => {
      const { parsedPose } = await import('./parsed-data.js');
      return parsedPose(parseVpd(bytes), MIRROR);
    };
    this.#loadFiles(url, this.animationPath, parse, callbacks);
  }

  /** The manager counts the files until `onLoad` has returned. */
  #loadFiles<T>(
    url: string | string[],
    path: string,
    parse: (files: Bytes[]) => T | Promise<T>,
    [onLoad, onProgress, onError]: MMDLoaderCallbacks<T>,
  ): void {
    const { manager } = this;
    const urls = [url].flat();
    const items = urls.map((each) => path + each);
    this.#files.setPath(path).setRequestHeader(this.requestHeader).setWithCredentials(this.withCredentials);
    for (const item of items) manager.itemStart(item);
    const fail = (error: Error & { url?: string }): void => {
      const item = error.url ?? items[0];
      if (onError) onError(error);
      else warnOnce(`${item} could not be loaded: ${error.message}`);
      manager.itemError(item);
    };
    void this.#files
      .fetchAll(urls, onProgress ?? undefined)
      .then(parse)
      .then(onLoad, fail)
      .finally(() => items.forEach((item) => manager.itemEnd(item)));
  }
}

/** Odori's model behind a mesh of {@link MMDLoader}: the way from the bridge to everything else. */
export function modelOf(mesh: SkinnedMesh): MmdModel {
  return pageModelOf(mesh).model;
}

const MIRROR = { point: mirroredPosition, rotation: mirroredRotation };

class PlainBytesLoader extends BytesLoader<Bytes> {
  async fetchAll(urls: string[], onProgress?: (event: ProgressEvent) => void): Promise<Bytes[]> {
    return Promise.all(urls.map(async (url) => this.getBytes(url, onProgress)));
  }

  protected override open(bytes: Bytes): Bytes {
    return bytes;
  }
}

function parseModel(bytes: Uint8Array): Pmx {
  return detectFormat(bytes) === 'pmd' ? pmdToPmx(parsePmd(bytes)) : parsePmx(bytes);
}

function missing(name: string, instead: string): null {
  warnOnce(`MMDLoader has no ${name}. Use ${instead}.`);
  return null;
}
