import type { OdoriPlayerElement, Stage, StageView } from '@odori/element';
import type { Color, Object3D, Texture } from 'three';

/** A stage that reports each picture, for statistics and for everything else that must know the camera. */
export class WatchedStage implements Stage {
  /** Called before every picture. Must allocate nothing. */
  onPicture: ((view: StageView) => void) | undefined;
  /** That of the last picture; its values change with every picture. */
  view: StageView | undefined;
  readonly #first: Stage;
  /** That of the page. */
  #own: Stage;
  #stage: Stage;
  readonly #isLoaded: () => boolean;

  /** `isLoaded`: does the player have everything that it was given? */
  constructor(stage: Stage, isLoaded: () => boolean) {
    this.#isLoaded = isLoaded;
    this.#first = this.#own = this.#stage = stage;
  }

  /** Shows another stage instead, and reports its pictures; undefined: the own one again. */
  replace(player: OdoriPlayerElement, stage: Stage | undefined): void {
    player.stage = 'none'; // gives the last root back
    this.#stage = stage ?? this.#own;
    player.stage = this;
  }

  /** The page has another stage; undefined: its first one again. It stays away while another one is shown. */
  setOwn(player: OdoriPlayerElement, own: Stage = this.#first): void {
    const isShown = this.#stage === this.#own;
    if (own === this.#own) return;
    this.#own = own;
    if (isShown) this.replace(player, undefined);
  }

  get root(): Object3D {
    return this.#stage.root;
  }

  get background(): Color | Texture | null {
    return this.#stage.background ?? null;
  }

  get hasGroundShadow(): boolean {
    return this.#stage.hasGroundShadow ?? true;
  }

  get isMoving(): boolean {
    return this.#stage.isMoving ?? false;
  }

  update(view: StageView): void {
    this.view = view;
    this.#stage.update?.(view);
    this.onPicture?.(view);
    this.markReady();
  }

  /** Marks the page if its picture is complete: tests and pictures of the page wait for that. */
  markReady(): void {
    const model = this.view?.model;
    if (!model || model.isSettling || !this.#isLoaded()) return;
    const { dataset } = document.documentElement;
    if (dataset['ready'] !== 'true') dataset['ready'] = 'true';
  }
}
