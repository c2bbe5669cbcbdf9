import { isScreenPath } from '@odori/format/internal';
import type { PmxMaterial } from '@odori/format';
import type { WorkerUse } from '@odori/runtime';
import { TaskQueue } from '@odori/runtime/internal/three';
import {
  ClampToEdgeWrapping,
  DataTexture,
  LinearFilter,
  LinearMipmapLinearFilter,
  RepeatWrapping,
  type Texture,
} from 'three';
import type { FileSource } from '../files/file-source.js';
import { sharedToonPixels } from '../look/shared-toons.js';
import type { ModelReport } from '../surface/model-report.js';
import type { TextureSlot } from '../surface/surface-kit.js';
import { closeImage, ImageDecoder } from './decode-image.js';

/** What a material says about its textures. */
export type TexturedMaterial = Pick<
  PmxMaterial,
  'texture' | 'sphereTexture' | 'sphereMode' | 'sharedToon' | 'toon'
>;

/** The materials and texture paths of a model or an accessory. */
interface TexturedModel {
  readonly materials: readonly TexturedMaterial[];
  readonly textures: readonly string[];
}

/** Where the textures of a model are, and how to decode them. */
export interface TextureOptions {
  /** The files with its textures; without it, the model has none. */
  readonly files?: FileSource | undefined;
  /**
   * Whether TGA textures from 128 kB on are decoded in a worker: unless false, in each browser that starts
   * one.
   */
  readonly worker?: WorkerUse | undefined; // 'auto'
  /**
   * The most pixels of a texture, in width and in height. A larger picture is decoded at this size and keeps
   * its shape: with half of its width, it takes a quarter of its memory. Of a DDS with
   * blocks, the largest one of its pictures that fits is taken, or its smallest one.
   *
   * At least 1, or it throws a RangeError. `Quality` has sizes for slow devices.
   */
  readonly maxTextureSize?: number | undefined; // Infinity
  /**
   * The address of a folder with three's transcoder for KTX2 textures: `basis_transcoder.js` and
   * `basis_transcoder.wasm`, as in `three/examples/jsm/libs/basis`. Without it, three's own module says where
   * they are, which Vite, webpack and three from 0.187 on need.
   */
  readonly ktx2Transcoder?: string | undefined;
}

/** A material and the slot in which it shows a texture. */
interface TextureUse {
  readonly material: number;
  readonly slot: TextureSlot;
}

/** Called for every texture of a model: now if it has loaded, else when it does. */
export type TextureListener = (material: number, slot: TextureSlot, texture: Texture) => void;

/** All textures of a model, shared by its clones. Each file is read once, and all are freed together. */
export class ModelTextures {
  /** White, in place of missing textures. */
  readonly white: Texture = pixels(Uint8Array.of(255, 255, 255, 255));
  #ready: Promise<void>;
  readonly #loaded: { readonly uses: readonly TextureUse[]; readonly texture: Texture }[] = [];
  readonly #images: Texture[] = [];
  readonly #listeners = new Set<TextureListener>();
  readonly #report: ModelReport;
  #isDisposed = false;
  /** Reads the files of screens. */
  #readScreens: (() => Promise<void>) | undefined;

  /** Without `files`, nothing is read, and only the shared toons exist. */
  constructor(
    { materials, textures }: TexturedModel,
    { files, worker, maxTextureSize, ktx2Transcoder }: TextureOptions,
    report: ModelReport,
  ) {
    this.#report = report;
    const decoder = new ImageDecoder(worker, maxTextureSize, ktx2Transcoder);
    this.#addSharedToons(materials);
    this.#ready = Promise.resolve();
    if (!files) return;
    const uses = usesByTexture(materials, textures.length);
    const ofScreens = new Map([...uses].filter(([index, all]) => isOfScreens(textures[index], all)));
    for (const index of ofScreens.keys()) uses.delete(index);
    this.#ready = this.#readAll(files, textures, uses, decoder);
    this.#readScreens = () => this.#readAll(files, textures, ofScreens, decoder);
  }

  /**
   * Reads the files of screens, when these show them: they show a picture of the view instead as long as they
   * can, and most models come without that file, so that a server would be asked in vain.
   */
  readScreens(): void {
    const read = this.#readScreens;
    this.#readScreens = undefined;
    if (read) this.#ready = Promise.all([this.#ready, read()]).then(() => {});
  }

  /** Resolves when all files that are needed have been read or are known to be missing; never rejects. */
  get ready(): Promise<void> {
    return this.#ready;
  }

  /**
   * Calls the listener for the loaded textures and for those that load later. Returns a function that stops
   * this.
   */
  listen(listener: TextureListener): () => void {
    this.#listeners.add(listener);
    for (const { uses, texture } of this.#loaded) {
      for (const { material, slot } of uses) listener(material, slot, texture);
    }
    return () => this.#listeners.delete(listener);
  }

  dispose(): void {
    this.#isDisposed = true;
    this.#listeners.clear();
    this.white.dispose();
    for (const { texture } of this.#loaded) texture.dispose();
    this.#images.forEach(closeImage);
  }

  #addSharedToons(materials: readonly TexturedMaterial[]): void {
    const toons = new Set(materials.flatMap(({ sharedToon, toon }) => (sharedToon === 1 ? toon : [])));
    for (const toon of toons) {
      const column = sharedToonPixels(toon);
      if (!column) continue;
      const uses = materials.flatMap((material, i): TextureUse[] =>
        material.sharedToon === 1 && material.toon === toon ? [{ material: i, slot: 'toonMap' }] : [],
      );
      this.#add(uses, asToon(pixels(column)));
    }
  }

  /** Several spellings of a path may lead to the same file, which is decoded once. */
  async #readAll(
    files: FileSource,
    paths: readonly string[],
    usesByIndex: ReadonlyMap<number, TextureUse[]>,
    decoder: ImageDecoder,
  ): Promise<void> {
    const found = new Map<Blob, { readonly path: string; readonly uses: TextureUse[] }>();
    const find = async (index: number, uses: readonly TextureUse[]): Promise<void> => {
      const path = paths[index];
      const blob = await this.#attempt(path, () => files.open(path), files);
      if (blob && !found.has(blob)) found.set(blob, { path, uses: [] });
      if (blob) found.get(blob)!.uses.push(...uses);
    };
    const findAll = (): Promise<unknown> =>
      Promise.all([...usesByIndex].map(([index, uses]) => find(index, uses)));
    await new TaskQueue().run(findAll); // to request files takes as long as to make the rest of a model
    const decode = async (blob: Blob, path: string, uses: readonly TextureUse[]): Promise<void> => {
      const image = await this.#attempt(path, () => decoder.decode(blob));
      if (image) this.#addImage(image, uses);
    };
    await Promise.all([...found].map(([blob, { path, uses }]) => decode(blob, path, uses)));
  }

  /** Reports a missing file (undefined), other than a screen's, and errors. */
  async #attempt<T>(
    path: string,
    get: () => Promise<T | undefined>,
    files?: FileSource,
  ): Promise<T | undefined> {
    try {
      const result = await get();
      if (!result && !isScreenPath(path))
        this.#report.add({ code: 'missing-file', path, reason: files?.refusal?.(path) ?? NOT_FOUND });
      return result;
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      this.#report.add({ code: 'unreadable-file', path, reason });
      return undefined;
    }
  }

  /** An image that is both a toon and another texture becomes two textures with one source. */
  #addImage(image: Texture, uses: readonly TextureUse[]): void {
    if (this.#isDisposed) {
      closeImage(image);
      return;
    }
    this.#images.push(image);
    const toons = uses.filter(({ slot }) => slot === 'toonMap');
    const surfaces = uses.filter(({ slot }) => slot !== 'toonMap');
    const toonImage = toons.length > 0 && surfaces.length > 0 ? image.clone() : image;
    if (toons.length > 0) this.#add(toons, asToon(toonImage));
    if (surfaces.length > 0) this.#add(surfaces, asSurface(image));
  }

  #add(uses: readonly TextureUse[], texture: Texture): void {
    this.#loaded.push({ uses, texture });
    for (const listener of this.#listeners) {
      for (const { material, slot } of uses) listener(material, slot, texture);
    }
  }
}

const NOT_FOUND = 'the file was not found in the folder of the model or accessory';

function usesByTexture(materials: readonly TexturedMaterial[], count: number): Map<number, TextureUse[]> {
  const uses = new Map<number, TextureUse[]>();
  const add = (index: number, material: number, slot: TextureSlot): void => {
    if (index < 0 || index >= count) return;
    const known = uses.get(index);
    if (known) known.push({ material, slot });
    else uses.set(index, [{ material, slot }]);
  };
  materials.forEach(({ texture, sphereTexture, sphereMode, sharedToon, toon }, i) => {
    add(texture, i, 'colorMap');
    if (sphereMode !== 0) add(sphereTexture, i, 'sphereMap');
    if (sharedToon !== 1) add(toon, i, 'toonMap');
  });
  return uses;
}

function isOfScreens(path: string, uses: readonly TextureUse[]): boolean {
  return isScreenPath(path) && uses.every(({ slot }) => slot === 'colorMap');
}

/** It is filtered: a material of WebGPU whose first texture is not would filter none that it shows later. */
function pixels(column: Uint8Array<ArrayBuffer>): Texture {
  const texture = new DataTexture(column, 1, column.length / 4);
  texture.minFilter = texture.magFilter = LinearFilter;
  texture.needsUpdate = true;
  return texture;
}

function asToon(texture: Texture): Texture {
  texture.wrapS = texture.wrapT = ClampToEdgeWrapping;
  texture.minFilter = texture.magFilter = LinearFilter;
  texture.generateMipmaps = false;
  return texture;
}

/** As in MMD; three takes the most that the graphics card can, if that is less. */
export const ANISOTROPY = 16;

function asSurface(texture: Texture): Texture {
  texture.wrapS = texture.wrapT = RepeatWrapping;
  texture.magFilter = LinearFilter;
  texture.anisotropy = ANISOTROPY;
  if ('isCompressedTexture' in texture) return texture; // it contains its own mipmaps
  texture.minFilter = LinearMipmapLinearFilter;
  texture.generateMipmaps = true;
  return texture;
}
