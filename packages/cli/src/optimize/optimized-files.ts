import { foldName, isScreenPath } from '@odori/format/internal';
import type { Pmx } from '@odori/format';
import { posix } from 'node:path';
import type { GivenFile } from '../files/given-files.js';
import { type ConvertedTexture, convertTexture, type TextureFormat } from './convert-texture.js';

/** A texture of the result. */
export interface OptimizedTexture extends Omit<ConvertedTexture, 'extension'> {
  /** In the input. */
  readonly path: string;
  /** In the output. */
  readonly output: string;
  readonly bytesBefore: number;
}

/** How the textures of models are converted. */
export interface TextureOptions {
  readonly format: TextureFormat;
  readonly maxSize: number;
  /** Called before each texture. */
  readonly onTexture: (path: string) => void;
}

/**
 * The files of a result, by their path: forward slashes, none above the output. Each texture is converted
 * once, whichever models use it.
 */
export class OptimizedFiles {
  readonly files: Map<string, Uint8Array> = new Map();
  readonly textures: OptimizedTexture[] = [];
  readonly #options: TextureOptions;
  /** By the path of the texture in the input. */
  readonly #converted = new Map<string, OptimizedTexture>();
  /** The paths that are taken, as Windows and macOS compare them. */
  readonly #taken = new Set<string>();

  constructor(options: TextureOptions) {
    this.#options = options;
  }

  /** Adds a file at its path, or beside it if that is taken, and returns where. */
  add(path: string, bytes: Uint8Array): string {
    const free = this.#freePath(path);
    this.#taken.add(foldName(free));
    this.files.set(free, bytes);
    return free;
  }

  /**
   * Adds the textures of a model, and returns the model with their new paths. `missing` gets the paths
   * without a file, which stay as they are, as those of screens do.
   */
  async addTextures(pmx: Pmx, file: GivenFile, output: string, missing: string[]): Promise<Pmx> {
    const found = await Promise.all(pmx.textures.map((path) => file.pathBeside(path)));
    const toons = new Set(
      pmx.materials.flatMap(({ sharedToon, toon }) => (sharedToon === 1 ? [] : [found[toon]])),
    );
    const textures: string[] = [];
    for (const [i, path] of pmx.textures.entries()) {
      const [inTree, content] = [found[i], await file.beside(path)];
      if (inTree === undefined || !content) {
        if (!isScreenPath(path)) missing.push(path);
        textures.push(path);
        continue;
      }
      const texture =
        this.#converted.get(inTree) ?? (await this.#convert(inTree, await content.read(), toons.has(inTree)));
      textures.push(posix.relative(posix.dirname(output), texture.output).replaceAll('/', '\\'));
    }
    return { ...pmx, textures };
  }

  async #convert(path: string, bytes: Uint8Array, isToon: boolean): Promise<OptimizedTexture> {
    const { format, maxSize, onTexture } = this.#options;
    onTexture(path);
    const { extension, ...converted }: ConvertedTexture =
      format === 'keep'
        ? { bytes, extension: undefined, size: undefined }
        : await convertTexture(bytes, { format, maxSize, isToon });
    const inside = path.replace(/^(?:\.\.\/)+/, '');
    const wanted = extension === undefined ? inside : inside.replace(/(?:\.[^./]*)?$/, extension);
    const output = this.add(wanted, converted.bytes);
    const texture = { ...converted, path, output, bytesBefore: bytes.length };
    this.textures.push(texture);
    this.#converted.set(path, texture);
    return texture;
  }

  /** @example this.#freePath('tex/a.webp'); // → 'tex/a-2.webp', if the first one is taken */
  #freePath(path: string): string {
    const { dir, name, ext } = posix.parse(path);
    for (let i = 1; ; i++) {
      const free = i === 1 ? path : posix.join(dir, `${name}-${i}${ext}`);
      if (!this.#taken.has(foldName(free))) return free;
    }
  }
}
