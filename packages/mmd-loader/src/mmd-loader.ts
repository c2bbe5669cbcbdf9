import { detectFormat, parsePmd, parsePmx, parseVmd, parseVpd, type Pmx, pmdToPmx } from '@odori/format';
import { createModel, createUrlSource, folderOfUrl, type MmdModel } from '@odori/model';
import { BytesLoader, Motion } from '@odori/runtime';
import type { AnimationClip, Camera, SkinnedMesh } from 'three';
import { createMeshClip, createPageCameraClip } from './clips.js';
import { PageModel, pageModelOf } from './page-model.js';
import { parsedPose, type ParsedPose } from './parsed-pose.js';
import { warnOnce } from './warn-once.js';

/** What `loadWithAnimation` gives. */
export interface MMDLoaderAnimationObject {
  animation: AnimationClip;
  mesh: SkinnedMesh;
}

type OnProgress = (event: ProgressEvent) => void;
type OnError = (error: unknown) => void;
type Bytes = Uint8Array<ArrayBuffer>;

/**
 * Loads models, motions and poses, as r171's class of this name: PMD or PMX, by content, with their textures and their physics.
 *
 * The mesh stands in a scene by itself and is ready when it arrives. {@link modelOf} gives Odori's model behind it.
 *
 * @example
 * new MMDLoader().load('models/dancer.pmx', (mesh) => scene.add(mesh));
 */
export class MMDLoader extends BytesLoader<SkinnedMesh> {
  /** Before the URLs of motions and poses, as `path` is before those of models. */
  animationPath = '';

  setAnimationPath(animationPath: string): this {
    this.animationPath = animationPath;
    return this;
  }

  /** @deprecated Warns, and is null: models are not built in parts. */
  get meshBuilder(): null {
    return missing('meshBuilder', 'loadModel or createModel of @odori/model');
  }

  /** @deprecated Warns, and is null: clips are not built in parts. */
  get animationBuilder(): null {
    return missing('animationBuilder', 'createAnimationClip of @odori/runtime');
  }

  /** @deprecated Warns, and is null. */
  get parser(): null {
    return missing('parser', 'parsePmx, parsePmd, parseVmd and parseVpd of @odori/format');
  }

  protected override async open(bytes: Bytes, url: string): Promise<SkinnedMesh> {
    const { signal } = this;
    const pmx = parseModel(bytes);
    const files = createUrlSource(this.resourcePath || folderOfUrl(this.path + url), this);
    const model = createModel(pmx, { files, groundShadow: false, physics: { mode: 'off' } });
    await model.ready;
    if (signal.aborted) {
      model.dispose();
      throw signal.reason;
    }
    return new PageModel(pmx, model).mesh;
  }

  /**
   * Loads one or several VMDs as a clip, for a mesh of this loader or for a camera: `helper.add(mesh, { animation })`. Where two
   * files have a keyframe for the same frame, that of the later file wins.
   *
   * `onError` gets an Error if a camera is given, and the file has no camera keyframes.
   */
  loadAnimation(
    url: string | string[],
    object: SkinnedMesh | Camera,
    onLoad: (animation: AnimationClip) => void,
    onProgress?: OnProgress,
    onError?: OnError,
  ): void {
    const clipOf = (files: Bytes[]): AnimationClip => {
      const motion = Motion.from(...files.map((bytes) => parseVmd(bytes)));
      const name = [url].flat()[0] ?? '';
      if ('isCamera' in object) return createPageCameraClip(motion, name);
      return createMeshClip(motion, pageModelOf(object), name);
    };
    this.#loadFiles(url, this.animationPath, clipOf, onLoad, onProgress, onError);
  }

  /** Loads a model and its motion. */
  loadWithAnimation(
    url: string,
    vmdUrl: string | string[],
    onLoad: (object: MMDLoaderAnimationObject) => void,
    onProgress?: OnProgress,
    onError?: OnError,
  ): void {
    const animate = (mesh: SkinnedMesh): void =>
      this.loadAnimation(vmdUrl, mesh, (animation) => onLoad({ mesh, animation }), onProgress, onError);
    this.load(url, animate, onProgress, onError);
  }

  /** Loads a PMD as data, in the shape of a PMX of mmd-parser. */
  loadPMD(url: string, onLoad: (data: object) => void, onProgress?: OnProgress, onError?: OnError): void {
    this.loadPMX(url, onLoad, onProgress, onError);
  }

  /** Loads a PMX as data, in the shape of mmd-parser and in three's space. */
  loadPMX(url: string, onLoad: (data: object) => void, onProgress?: OnProgress, onError?: OnError): void {
    const parse = async ([bytes]: Bytes[]): Promise<object> => {
      const { parsedModel } = await import('./parsed-data.js');
      return parsedModel(parseModel(bytes));
    };
    this.#loadFiles(url, this.path, parse, onLoad, onProgress, onError);
  }

  /** Loads one or several VMDs as data, in the shape of mmd-parser and in three's space. */
  loadVMD(
    url: string | string[],
    onLoad: (data: object) => void,
    onProgress?: OnProgress,
    onError?: OnError,
  ): void {
    const parse = async (files: Bytes[]): Promise<object> => {
      const { parsedMotion } = await import('./parsed-data.js');
      return parsedMotion(files.map((bytes) => parseVmd(bytes)));
    };
    this.#loadFiles(url, this.animationPath, parse, onLoad, onProgress, onError);
  }

  /** Loads a pose for `helper.pose`. Its encoding is detected; `_isUnicode` has no effect. */
  loadVPD(
    url: string,
    _isUnicode: boolean,
    onLoad: (vpd: ParsedPose) => void,
    onProgress?: OnProgress,
    onError?: OnError,
  ): void {
    const parse = ([bytes]: Bytes[]): ParsedPose => parsedPose(parseVpd(bytes));
    this.#loadFiles(url, this.animationPath, parse, onLoad, onProgress, onError);
  }

  /** The manager counts the files until `onLoad` has returned. */
  #loadFiles<T>(
    url: string | string[],
    path: string,
    parse: (files: Bytes[]) => T | Promise<T>,
    onLoad: (result: T) => void,
    onProgress?: OnProgress,
    onError?: OnError,
  ): void {
    const { manager } = this;
    const item = [url].flat().join(' ');
    const loader = new PlainBytesLoader(manager);
    loader.setPath(path).setRequestHeader(this.requestHeader).setWithCredentials(this.withCredentials);
    manager.itemStart(item);
    void Promise.all([url].flat().map(async (each) => loader.loadAsync(each, onProgress)))
      .then(parse)
      .then(onLoad, (error: unknown) => {
        onError?.(error);
        manager.itemError(item);
      })
      .finally(() => manager.itemEnd(item));
  }
}

/** Odori's model behind a mesh of {@link MMDLoader}: the way from the bridge to everything else. */
export function modelOf(mesh: SkinnedMesh): MmdModel {
  return pageModelOf(mesh).model;
}

class PlainBytesLoader extends BytesLoader<Bytes> {
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
