import type { Pmm } from '@odori/format';
import { Color, Group, type Texture } from 'three';
import type { CreateBackdrop } from '../surface/surface-kit.js';
import { closeImage } from '../textures/decode-image.js';
import { Backdrop, type BackdropPosition, type ImageSize } from './backdrop.js';
import { outputOf, type PictureFit, type ProjectOutput } from './project-output.js';
import type { SceneFilm } from './scene-film.js';

/** Before all groups of a scene that set no `renderOrder`. */
const FIRST = Number.MIN_SAFE_INTEGER;

/** What is behind a scene, as it was loaded. */
export interface BackgroundParts {
  readonly picture?: Texture | undefined;
  readonly film?: SceneFilm | undefined;
}

/**
 * What MMD shows behind a scene: a color, above it the project's picture (背景画像), above that its film (背景AVI).
 *
 * Picture and film are drawn before everything else in the scene, except your own `scene.background`, in the
 * colors of their files. They have the position and the size that the project says, in pixels of its
 * `output`.
 *
 * @example
 * scene.background = mmdScene.background.color;
 */
export class SceneBackground {
  /** Vue must not wrap this in a proxy, which has no private members. @internal */
  readonly __v_skip = true;
  /**
   * White, or black if the project says so. The scene does not draw it: give it to `scene.background`, or
   * leave it out.
   */
  readonly color: Color;
  readonly film: SceneFilm | undefined;
  /** The picture of the file, the first row on top. */
  readonly picture: Texture | undefined;
  /** The project's picture: its size is the size that picture and film are placed in. */
  readonly output: ProjectOutput;
  /** How the project's picture is fitted into a canvas of another shape, see `MmdScene.fit`. */
  fit: PictureFit = 'contain';
  readonly #group = new Group();
  readonly #backdrops: readonly Backdrop[];

  /** @internal */
  constructor(createBackdrop: CreateBackdrop, pmm: Pmm, { picture, film }: BackgroundParts = {}) {
    const { media, display } = pmm;
    this.color = new Color(display.blackBackground === 0 ? 'white' : 'black');
    this.output = outputOf(pmm);
    this.picture = picture;
    this.film = film;
    const backdrops: Backdrop[] = [];
    const add = (texture: Texture, image: ImageSize, position: BackdropPosition): void => {
      backdrops.push(new Backdrop(createBackdrop(texture), image, position, this));
    };
    const { backgroundX, backgroundY, backgroundScale, aviX, aviY, aviScale } = media;
    if (picture && media.backgroundOn !== 0)
      add(picture, imageSizeOf(picture), { x: backgroundX, y: backgroundY, scale: backgroundScale });
    if (film && media.aviOn !== 0) add(film.texture, film, { x: aviX, y: aviY, scale: aviScale });
    backdrops.forEach((backdrop, i) => (backdrop.renderOrder = i));
    this.#backdrops = backdrops;
    this.#group.renderOrder = FIRST;
    if (backdrops.length > 0) this.#group.add(...backdrops);
  }

  /** @internal */
  addTo(root: Group): void {
    if (this.#backdrops.length > 0) root.add(this.#group);
  }

  /** False hides picture and film. */
  get visible(): boolean {
    return this.#group.visible;
  }

  set visible(isVisible: boolean) {
    this.#group.visible = isVisible;
  }

  /** Frees picture and film. @internal */
  dispose(): void {
    for (const backdrop of this.#backdrops) backdrop.dispose();
    this.film?.dispose();
    if (!this.picture) return;
    this.picture.dispose();
    closeImage(this.picture);
  }
}

function imageSizeOf({ image }: Texture): ImageSize {
  const { width, height } = image as ImageSize;
  return { width, height };
}
