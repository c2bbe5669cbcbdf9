import type { MmdModel, Quality } from '@odori/model';
import type { Scenery } from './scenery.js';
import type { ShownCast } from './shown-cast.js';

/** Playback, for the quality of its picture. */
export interface QualityHost {
  /** How good the picture is. */
  readonly quality: Quality;
  readonly media: { readonly paused: boolean };
  readonly loader: { readonly isLoading: boolean };
}

/** Gives everything in a scene the quality of the picture, and measures how fast its pictures come. */
export class PictureQuality {
  readonly #host: QualityHost;
  readonly #cast: ShownCast;
  readonly #scenery: Scenery;
  #sceneModels: readonly (MmdModel | undefined)[] = [];
  #isFilming = false;

  constructor(host: QualityHost, cast: ShownCast, scenery: Scenery) {
    this.#host = host;
    this.#cast = cast;
    this.#scenery = scenery;
  }

  /** The models of a project. */
  set sceneModels(models: readonly (MmdModel | undefined)[]) {
    this.#sceneModels = models;
    this.apply();
  }

  /** Is a film recorded? As `'auto'`, it has the best quality. */
  set isFilming(isFilming: boolean) {
    this.#isFilming = isFilming;
    this.apply();
  }

  /** The most pixels of a texture that is loaded now. */
  get textureSize(): number {
    return this.#host.quality.settings.textureSize;
  }

  get antialias(): boolean {
    return this.#host.quality.settings.antialias;
  }

  get pixelRatio(): number {
    return this.#host.quality.settings.pixelRatio;
  }

  /** As {@link Quality.isDue}. While the page loads, its pictures are no measure. Allocates nothing. */
  isDue(milliseconds: number): boolean {
    const { quality, media, loader } = this.#host;
    if (loader.isLoading || this.#isFilming) quality.skip();
    return quality.isDue(milliseconds, media.paused);
  }

  /** Something in the scene is new, or the quality has changed. */
  apply(): void {
    const { quality } = this.#host;
    const models = [...this.#cast.mmdModels, ...this.#sceneModels].filter((model) => model !== undefined);
    const targets = { lights: [this.#scenery.light], models };
    if (this.#isFilming && quality.choice === 'auto') quality.release(targets);
    else quality.apply(targets);
  }

  /** Gives a model back what the quality has taken away; it leaves the scene. */
  release(model: object): void {
    const models = this.#cast.mmdModels.filter((shown) => shown === model);
    this.#host.quality.release({ models });
  }
}
