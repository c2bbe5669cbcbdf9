import type { Pmx, PmxMaterial } from '@odori/format';
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
import type { ModelReport } from '../mmd-model/model-report.js';
import type { TextureSlot } from '../webgl/body-material.js';
import { closeImage, decodeImage, PixelBudget } from './decode-image.js';

/** Where a material shows which texture. */
interface TextureUse {
  readonly material: number;
  readonly slot: TextureSlot;
}

/** Told of every texture that a model has, now or when it arrives. */
export type TextureListener = (material: number, slot: TextureSlot, texture: Texture) => void;

/** All textures of a model, shared by its clones: each file is read once, and all are freed together. */
export class ModelTextures {
  /** White, for what is not there. */
  readonly white: Texture = pixels(Uint8Array.of(255, 255, 255, 255));
  /** When all files were read or found missing; never rejects. */
  readonly ready: Promise<void>;
  readonly #arrived: { readonly uses: readonly TextureUse[]; readonly texture: Texture }[] = [];
  readonly #images: Texture[] = [];
  readonly #listeners = new Set<TextureListener>();
  readonly #report: ModelReport;
  #isDisposed = false;

  /** Without `files` nothing is read: shared toons are all there is. */
  constructor({ materials, textures }: Pmx, files: FileSource | undefined, report: ModelReport) {
    this.#report = report;
    this.#addSharedToons(materials);
    this.ready = files
      ? this.#readAll(files, textures, usesByTexture(materials, textures.length))
      : Promise.resolve();
  }

  /** Tells of the textures that are there, and of those to come. Returns how to stop that. */
  listen(listener: TextureListener): () => void {
    this.#listeners.add(listener);
    for (const { uses, texture } of this.#arrived) {
      for (const { material, slot } of uses) listener(material, slot, texture);
    }
    return () => this.#listeners.delete(listener);
  }

  dispose(): void {
    this.#isDisposed = true;
    this.#listeners.clear();
    this.white.dispose();
    for (const { texture } of this.#arrived) texture.dispose();
    this.#images.forEach(closeImage);
  }

  #addSharedToons(materials: readonly PmxMaterial[]): void {
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

  /** Several paths may lead to one file, by other spellings: it is decoded once. */
  async #readAll(
    files: FileSource,
    paths: readonly string[],
    usesByIndex: ReadonlyMap<number, TextureUse[]>,
  ): Promise<void> {
    const found = new Map<Blob, { readonly path: string; readonly uses: TextureUse[] }>();
    const find = async (index: number, uses: readonly TextureUse[]): Promise<void> => {
      const path = paths[index];
      const blob = await this.#attempt(path, () => files.open(path));
      if (blob && !found.has(blob)) found.set(blob, { path, uses: [] });
      if (blob) found.get(blob)!.uses.push(...uses);
    };
    await Promise.all([...usesByIndex].map(([index, uses]) => find(index, uses)));
    const budget = new PixelBudget();
    const decode = async (blob: Blob, path: string, uses: readonly TextureUse[]): Promise<void> => {
      const image = await this.#attempt(path, () => decodeImage(blob, budget));
      if (image) this.#take(image, uses);
    };
    await Promise.all([...found].map(([blob, { path, uses }]) => decode(blob, path, uses)));
  }

  /** What cannot be had is told; undefined is a file that is not there. */
  async #attempt<T>(path: string, get: () => Promise<T | undefined>): Promise<T | undefined> {
    try {
      const got = await get();
      if (!got)
        this.#report.add({ code: 'missing-file', path, reason: 'there is no such file beside the model' });
      return got;
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error);
      this.#report.add({ code: 'unreadable-file', path, reason });
      return undefined;
    }
  }

  /** One image in two roles is two textures, of one source. */
  #take(image: Texture, uses: readonly TextureUse[]): void {
    if (this.#isDisposed) {
      closeImage(image);
      return;
    }
    this.#images.push(image);
    const toons = uses.filter(({ slot }) => slot === 'toonMap');
    const others = uses.filter(({ slot }) => slot !== 'toonMap');
    const shown = toons.length > 0 && others.length > 0 ? image.clone() : image;
    if (toons.length > 0) this.#add(toons, asToon(shown));
    if (others.length > 0) this.#add(others, asSurface(image));
  }

  #add(uses: readonly TextureUse[], texture: Texture): void {
    this.#arrived.push({ uses, texture });
    for (const listener of this.#listeners) {
      for (const { material, slot } of uses) listener(material, slot, texture);
    }
  }
}

function usesByTexture(materials: readonly PmxMaterial[], count: number): Map<number, TextureUse[]> {
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

function pixels(column: Uint8Array<ArrayBuffer>): Texture {
  const texture = new DataTexture(column, 1, column.length / 4);
  texture.needsUpdate = true;
  return texture;
}

function asToon(texture: Texture): Texture {
  texture.wrapS = texture.wrapT = ClampToEdgeWrapping;
  texture.minFilter = texture.magFilter = LinearFilter;
  texture.generateMipmaps = false;
  return texture;
}

function asSurface(texture: Texture): Texture {
  texture.wrapS = texture.wrapT = RepeatWrapping;
  texture.magFilter = LinearFilter;
  if ('isCompressedTexture' in texture) return texture; // it brings its own
  texture.minFilter = LinearMipmapLinearFilter;
  texture.generateMipmaps = true;
  return texture;
}
