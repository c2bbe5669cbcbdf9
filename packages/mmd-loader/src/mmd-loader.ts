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
import { createPageCameraClip } from './camera-clip.js';
import { createMeshClip } from './clips.js';
import { constraintParameters, rigidBodyParameters } from './body-parameters.js';
import { mirroredPosition, mirroredRotation } from './mirror.js';
import { PageModel, pageModelOf } from './page-model.js';
import { pmxOfParsed } from './parsed/build-model.js';
import { vmdOfParsed } from './parsed/build-motion.js';
import type { ParsedPose } from './parsed/parsed-motion.js';
import type { ParsedPmx, ParsedVmd } from './parsed/parsed-shape.js';
import { warnOnce } from './warn-once.js';

/** Makes meshes of data: {@link MMDLoader.meshBuilder}. */
export interface MeshBuilder {
  /**
   * A mesh of what mmd-parser, `loadPMX` or `loadPMD` gives, in either space; its textures arrive later, from
   * `resourcePath`.
   */
  build(data: object, resourcePath: string): SkinnedMesh;
}

/** Makes clips of data: {@link MMDLoader.animationBuilder}. */
export interface AnimationBuilder {
  /** A clip of what mmd-parser or `loadVMD` gives, for a mesh of the bridge. */
  build(vmd: object, mesh: SkinnedMesh): AnimationClip;
  /** @throws Error if there are no camera keyframes. */
  buildCameraAnimation(vmd: object): AnimationClip;
}

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

  /** Builds meshes of what mmd-parser makes of files: for pages that read dropped files themselves. */
  get meshBuilder(): MeshBuilder {
    return {
      build: (data, resourcePath) =>
        this.#meshOf(pmxOfParsed(data as ParsedPmx), this.#texturesIn(resourcePath), resourcePath).mesh,
    };
  }

  /** Builds clips of what mmd-parser makes of VMDs. */
  get animationBuilder(): AnimationBuilder {
    return {
      build: (vmd, mesh) => createMeshClip(motionOf(vmd), pageModelOf(mesh), ''),
      buildCameraAnimation: (vmd) => createPageCameraClip(motionOf(vmd), '', warnOnce),
    };
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
    const { mesh, ready } = this.#meshOf(parseModel(bytes), files, url);
    await ready;
    return mesh;
  }

  /** `ready`: its textures are there, or a warning says which are not. */
  #meshOf(pmx: Pmx, files: FileSource, url: string): { mesh: SkinnedMesh; ready: Promise<void> } {
    const model = createModel(pmx, { files, groundShadow: false, physics: { mode: 'off' } });
    const warn = (): void => {
      for (const { path, reason } of model.report.notes) warnOnce(`${url}: ${path}: ${reason}`);
    };
    return { mesh: new PageModel(pmx, model).mesh, ready: model.ready.then(warn) };
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
      refusal: (path) => folder.refusal?.(path),
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

  /** Loads a PMD as data, in the shape of mmd-parser and in three's space; a PMX as {@link loadPMX}. */
  loadPMD(url: string, ...callbacks: MMDLoaderCallbacks<object>): void {
    this.loadPMX(url, ...callbacks);
  }

  /** Loads a PMX as data, in the shape of mmd-parser and in three's space; a PMD as {@link loadPMD}. */
  loadPMX(url: string, ...callbacks: MMDLoaderCallbacks<object>): void {
    this.#loadFiles(url, this.path, async ([bytes]) => parsedModel(bytes), callbacks);
  }

  /** Loads one or several VMDs as data, in the shape of mmd-parser and in three's space. */
  loadVMD(url: string | string[], ...callbacks: MMDLoaderCallbacks<object>): void {
    const parse = async (files: Bytes[]): Promise<object> => {
      const { parsedVmd } = await import('./parsed/parsed-motion.js');
      return parsedVmd(
        files.map((bytes) => ({ bytes, vmd: parseVmd(bytes, { lossless: false }) })),
        MIRROR,
      );
    };
    this.#loadFiles(url, this.animationPath, parse, callbacks);
  }

  /** Loads a pose for `helper.pose`. Its encoding is detected; `_isUnicode` has no effect. */
  loadVPD(url: string, _isUnicode: boolean, ...callbacks: MMDLoaderCallbacks<ParsedPose>): void {
    const parse = async ([bytes]: Bytes[]): Promise<ParsedPose> => {
      const { parsedPose } = await import('./parsed/parsed-motion.js');
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

/**
 * Odori's model behind a mesh of {@link MMDLoader}: the way from the bridge to everything else.
 *
 * @example
 * modelOf(mesh).surface.outline.visible = true; // MMD's own edges
 */
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

async function parsedModel(bytes: Uint8Array): Promise<object> {
  if (detectFormat(bytes) === 'pmd') {
    const { parsedPmd } = await import('./parsed/parsed-pmd.js');
    const pmd = parsePmd(bytes);
    const named = <T extends { name: { text: string } }>(item: T): T & { name: string; nameEn: string } => ({
      ...item,
      name: item.name.text,
      nameEn: '',
    });
    const rigidBodies = (pmd.rigidBodies ?? []).map((body) => rigidBodyParameters(named(body)));
    const constraints = (pmd.joints ?? []).map((joint) => constraintParameters({ ...named(joint), type: 0 }));
    return parsedPmd(pmd, { rigidBodies, constraints }, MIRROR);
  }
  const { parsedPmx } = await import('./parsed/parsed-pmx.js');
  const pmx = parsePmx(bytes);
  const rigidBodies = pmx.rigidBodies.map(rigidBodyParameters);
  const constraints = pmx.joints.map(constraintParameters);
  return parsedPmx(pmx, { rigidBodies, constraints }, MIRROR);
}

function motionOf(vmd: object): Motion {
  return Motion.from(vmdOfParsed(vmd as ParsedVmd));
}

function parseModel(bytes: Uint8Array): Pmx {
  return detectFormat(bytes) === 'pmd' ? pmdToPmx(parsePmd(bytes)) : parsePmx(bytes);
}

function missing(name: string, instead: string): null {
  warnOnce(`MMDLoader has no ${name}. Use ${instead}.`);
  return null;
}
