import type { Physics } from '@odori/physics';
import type { DirectionalLight, WebGLRenderer } from 'three';
import type { MmdModel } from '../mmd-model/mmd-model.js';
import { OwnValues } from './own-values.js';
import {
  deviceLevel,
  QUALITY,
  QUALITY_LEVELS,
  type QualityChoice,
  type QualityLevel,
  type QualitySettings,
} from './quality-settings.js';

/** Pictures in a second while nothing plays, unless the page wants the best quality. */
const IDLE_RATE = 30;
/**
 * Milliseconds by which a picture may come too early. A display of 90 pictures a second keeps all of them
 * below a limit of 60, one of 120 every second one: a pace that is not even would look worse.
 */
const EARLY = 6;
/** Milliseconds of a picture: below 46 of them in a second, a level is too high, below 24 two levels are. */
const [SLOW, VERY_SLOW] = [1300 / 60, 2500 / 60];
/** How many pictures, in how many milliseconds, say how fast they come. A longer pause counts as `PAUSE`. */
const [FEWEST_FRAMES, SPAN, PAUSE] = [8, 700, 250];
/** After a change, pictures do not count which wait for it. */
const CHANGE_FRAMES = 2;
/** The parts of pictures that may be slow: where a level stays, and where a higher one is tried. */
const [ENOUGH, SMOOTH] = [0.45, 1 / 8];
/** Milliseconds: as long is all smooth before a higher level is tried. One that fails makes it longer. */
const PATIENCE = 30_000;
const FAILED_FACTOR = 4;
/** Milliseconds after which a higher level has not failed. */
const PROVED = 60_000;

/** What {@link Quality.apply} changes. */
export interface QualityTargets {
  readonly renderer?: Pick<WebGLRenderer, 'setPixelRatio'> | undefined;
  /** Those with a shadow map. */
  readonly lights?: readonly DirectionalLight[];
  readonly models?: readonly MmdModel[];
}

/**
 * How good a picture is: one rule for its sharpness, shadows, edges, physics, and for how often it is drawn.
 *
 * As `'auto'`, it measures how fast pictures come, and takes the level that keeps them smooth (46 or more in
 * a second): within 3 seconds a lower one, and a higher one after half a minute without a slow picture. If
 * the higher level fails, it waits 4 times as long before it tries again, so that the picture does not keep
 * changing. Single slow pictures, and the pause of a hidden page, do not count.
 *
 * Dispatches `change` when the level has changed.
 *
 * @example
 * const quality = new Quality('auto');
 * const renderer = new WebGLRenderer({ antialias: quality.settings.antialias });
 * quality.addEventListener('change', () => quality.apply({ renderer, lights: [light], models: [model] }));
 * renderer.setAnimationLoop((milliseconds) => {
 *   if (!quality.isDue(milliseconds, player.paused)) return;
 *   player.update(timer.update(milliseconds).getDelta());
 *   renderer.render(scene, camera);
 * });
 */
export class Quality extends EventTarget {
  /** Vue must not wrap this in a proxy, which has no private members. @internal */
  readonly __v_skip = true;
  #choice: QualityChoice;
  #level: QualityLevel;
  /** When the last picture was due; NaN before the first one. */
  #last = NaN;
  /** Of the pictures that are being measured. */
  #frames = 0;
  #slow = 0;
  #verySlow = 0;
  #span = 0;
  /** Pictures that still wait for the last change. */
  #changing = 0;
  #smoothSpan = 0;
  #patience = PATIENCE;
  /** Milliseconds of pictures since a higher level was taken. */
  #higherSpan = Infinity;
  readonly #mapSizes = new OwnValues();
  readonly #physicsRates = new OwnValues();

  /** `start`: the level with which `'auto'` begins; without it, one that fits the device. */
  constructor(choice: QualityChoice = 'auto', start: QualityLevel = deviceLevel()) {
    super();
    this.#choice = choice;
    this.#level = choice === 'auto' ? start : choice;
  }

  /** `'auto'` goes on with the level that is there. */
  get choice(): QualityChoice {
    return this.#choice;
  }

  set choice(choice: QualityChoice) {
    this.#choice = choice;
    this.#forget();
    this.#patience = PATIENCE;
    this.#higherSpan = Infinity;
    if (choice !== 'auto') this.#take(choice);
  }

  /** The level now. */
  get level(): QualityLevel {
    return this.#level;
  }

  /** What the level means. */
  get settings(): QualitySettings {
    return QUALITY[this.#level];
  }

  /**
   * Whether a picture is to be drawn in this frame of the page, and measures how fast pictures come. Call it
   * once in each frame. Allocates nothing.
   *
   * @param milliseconds The time that the page gives to the frame.
   * @param isIdle Does nothing play? Then pictures are not measured, and 30 in a second are enough unless
   * `choice` is `'high'`.
   */
  isDue(milliseconds: number, isIdle = false): boolean {
    const interval = milliseconds - this.#last;
    const rate = isIdle && this.#choice !== 'high' ? IDLE_RATE : this.settings.frameRate;
    if (interval >= 0 && interval < 1000 / rate - EARLY) return false;
    this.#last = milliseconds;
    if (isIdle) this.#forget();
    else if (interval > 0 && this.#choice === 'auto') this.#measure(Math.min(interval, PAUSE));
    return true;
  }

  /** The next pictures are no measure: the page loads, or was not drawn. Allocates nothing. */
  skip(): void {
    this.#last = NaN;
    this.#forget();
  }

  /**
   * Gives these things the quality of the level. Call it for things that are new, for a model when its
   * physics has loaded, and when the level has changed.
   *
   * A level only takes away: `'high'` gives back the sizes and rates that were there before. What a page has
   * turned off itself stays off.
   *
   * Returns the models whose engine of physics, another one than Odori's, keeps its 60 steps a second.
   */
  apply(targets: QualityTargets): readonly MmdModel[] {
    return this.#give(targets, this.settings);
  }

  /** Gives these things back what levels took away: the page uses them elsewhere, or films them. */
  release(targets: QualityTargets): void {
    this.#give(targets, QUALITY.high);
  }

  #give(
    { renderer, lights = [], models = [] }: QualityTargets,
    settings: QualitySettings,
  ): readonly MmdModel[] {
    const { pixelRatio, shadowMapSize, edges, physicsRate } = settings;
    renderer?.setPixelRatio(Math.min(devicePixelRatio, pixelRatio));
    for (const { shadow } of lights) {
      const size = this.#mapSizes.limit(shadow, shadow.mapSize.width, shadowMapSize);
      if (size === shadow.mapSize.width) continue;
      shadow.mapSize.setScalar(size);
      shadow.map?.setSize(size, size);
    }
    for (const { surface } of models) surface.hasEdges = edges;
    return models.filter(({ physics }) => physics && !this.#takesRate(physics, physicsRate));
  }

  #takesRate(physics: Physics, most: number): boolean {
    const rate = 1 / physics.substep;
    const limited = this.#physicsRates.limit(physics, rate, most);
    if (limited === rate) return true;
    try {
      physics.substep = 1 / limited;
      return true;
    } catch (error) {
      if (!(error instanceof RangeError)) throw error;
      return false; // the engine has no other rate
    }
  }

  #measure(interval: number): void {
    if (this.#changing > 0) {
      this.#changing--;
      return;
    }
    this.#frames++;
    this.#span += interval;
    if (interval > SLOW) this.#slow++;
    if (interval > VERY_SLOW) this.#verySlow++;
    if (this.#frames >= FEWEST_FRAMES && this.#span >= SPAN) this.#judge();
  }

  /** Nearly half of all pictures decide: some slow ones, after a load or a pause, change nothing. */
  #judge(): void {
    const most = ENOUGH * this.#frames;
    const isSmooth = this.#slow <= SMOOTH * this.#frames;
    const levels = this.#verySlow > most ? 2 : this.#slow > most ? 1 : 0;
    this.#smoothSpan = isSmooth ? this.#smoothSpan + this.#span : 0;
    this.#higherSpan += this.#span;
    this.#clear();
    if (levels > 0) this.#lower(levels);
    else if (this.#smoothSpan >= this.#patience) this.#raise();
  }

  #lower(levels: number): void {
    if (this.#higherSpan < PROVED) this.#patience *= FAILED_FACTOR;
    this.#higherSpan = Infinity;
    const at = QUALITY_LEVELS.indexOf(this.#level) + levels;
    this.#take(QUALITY_LEVELS[Math.min(at, QUALITY_LEVELS.length - 1)]);
  }

  #raise(): void {
    this.#smoothSpan = this.#higherSpan = 0;
    this.#take(QUALITY_LEVELS[Math.max(QUALITY_LEVELS.indexOf(this.#level) - 1, 0)]);
  }

  #take(level: QualityLevel): void {
    if (level === this.#level) return;
    this.#level = level;
    this.#changing = CHANGE_FRAMES;
    this.dispatchEvent(new Event('change'));
  }

  #forget(): void {
    this.#clear();
    this.#smoothSpan = 0;
  }

  #clear(): void {
    this.#frames = this.#slow = this.#verySlow = this.#span = 0;
  }
}
