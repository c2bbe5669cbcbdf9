import type { Motion } from '@odori/runtime';
import { HtmlElement, setText, upgradeProperties } from '../html-element.js';
import type { PlayerError } from '../media/media-facade.js';
import type { ModelInput, MotionInput } from '../sources/inputs.js';
import type { PlayerModel } from '../viewport/stage.js';
import type { Dancer } from './dancer.js';

/** The cast of a player, for its children. */
interface Cast {
  add(child: CastElement): void;
  remove(child: CastElement): void;
  /** A source of a child has changed. */
  changed(child: CastElement, change: 'model' | 'motion'): void;
  place(child: CastElement): void;
  /** The order or the descriptions of the children have changed. */
  described(): void;
}

/** The casts of the players that the page has created. */
const casts = new WeakMap<Element, Cast>();

/** Lets the children of a player find its cast, also those that were there before. */
export function openCast(player: Element, cast: Cast): void {
  casts.set(player, cast);
}

/** A child of `<odori-player>`: a dancer or a stage. All attributes can change at any time. */
export abstract class CastElement extends HtmlElement {
  /** Does it stand around the dancers? @internal */
  abstract readonly isStage: boolean;
  /** The name of the attribute with the model. */
  protected abstract readonly source: 'model' | 'src';
  #cast: Cast | undefined;
  #modelInput: ModelInput | undefined;
  #motionInput: MotionInput | undefined;
  #shown: Dancer | undefined;
  #error: PlayerError | null = null;

  /** @internal */
  get modelInput(): ModelInput | undefined {
    return this.#modelInput;
  }

  /** @internal */
  get motionInput(): MotionInput | undefined {
    return this.#motionInput;
  }

  /** Its motion; `|` in text joins the files of one motion. */
  get motion(): MotionInput | null {
    return this.#motionInput ?? null;
  }

  set motion(input: MotionInput | null | undefined) {
    this.#set('motion', input);
  }

  /**
   * Where it stands: `"x y z"`, in MMD units in three.js's space, so that +z is towards the viewer; `''`:
   * where its file says.
   */
  get position(): string {
    return this.getAttribute('position') ?? '';
  }

  set position(position: string | null | undefined) {
    setText(this, 'position', position);
  }

  /** Degrees that it is turned, to a dancer's left: 90 looks to the viewer's right. */
  get turn(): number {
    const turn = Number(this.getAttribute('turn') ?? 0);
    return Number.isFinite(turn) ? turn : 0;
  }

  set turn(degrees: number | string | null | undefined) {
    setText(this, 'turn', degrees);
  }

  /** What people who do not see the picture read of it. */
  get alt(): string {
    return this.getAttribute('alt') ?? '';
  }

  set alt(text: string | null | undefined) {
    setText(this, 'alt', text);
  }

  /**
   * The model that is shown; undefined until it is loaded, and for stages of another format. `load` is
   * dispatched when it is there.
   */
  get loadedModel(): PlayerModel | undefined {
    return this.#shown?.model;
  }

  /** The motion that plays; undefined until it is loaded. */
  get loadedMotion(): Motion | undefined {
    return this.#shown?.motion;
  }

  /** Why it cannot be shown; null if there is no error. `error` is dispatched with it. */
  get error(): PlayerError | null {
    return this.#error;
  }

  connectedCallback(): void {
    upgradeProperties(this, Object.getPrototypeOf(this) as object);
    this.enter();
  }

  disconnectedCallback(): void {
    queueMicrotask(() => this.enter()); // it may be moved within the player
  }

  attributeChangedCallback(name: string, _last: string | null, value: string | null): void {
    const text = value === null || value.trim() === '' ? undefined : value.trim();
    if (name === this.source) this.#takeModel(text);
    else if (name === 'motion') this.#takeMotion(text);
    else if (name === 'alt') this.#cast?.described();
    else this.#cast?.place(this);
  }

  /** Enters the cast of the player around it, or leaves its last one. @internal */
  enter(): void {
    const player = this.closest('odori-player');
    const cast = player ? casts.get(player) : undefined;
    if (cast === this.#cast) {
      cast?.described();
      return;
    }
    this.#cast?.remove(this);
    this.#cast = cast;
    cast?.add(this);
  }

  /** @internal */
  showLoaded(dancer: Dancer | undefined): void {
    this.#shown = dancer;
    if (!dancer) return;
    this.#error = null;
    this.dispatchEvent(new Event('load'));
  }

  /** @internal */
  showError(message: string): void {
    this.#error = { code: 4, message };
    this.dispatchEvent(new Event('error'));
  }

  protected setModel(input: ModelInput | null | undefined): void {
    this.#set(this.source, input);
  }

  /** Text goes to the attribute; null removes the attribute too. */
  #set(name: string, input: ModelInput | MotionInput | null | undefined): void {
    if (typeof input === 'string') {
      this.setAttribute(name, input);
      return;
    }
    if (input === null || input === undefined) this.removeAttribute(name);
    if (name === 'motion') this.#takeMotion((input ?? undefined) as MotionInput | undefined);
    else this.#takeModel((input ?? undefined) as ModelInput | undefined);
  }

  #takeModel(input: ModelInput | undefined): void {
    this.#modelInput = input;
    this.#error = null;
    this.#cast?.changed(this, 'model');
  }

  #takeMotion(input: MotionInput | undefined): void {
    this.#motionInput = input;
    this.#cast?.changed(this, 'motion');
  }
}
