import type { OdoriPlayerElement } from '@odori/element';
import { byId } from '../../../shared/dom.js';
import { timeText } from '../../../shared/number-text.js';
import type { PlayerShow } from '../../../shared/show/player-show.js';
import { type Part, withEnd, withStart } from './loop-part.js';

/** Fast enough for every dancer. */
const COUNT_SECONDS = 1;

/** The panel "Practice": repeats a part, slowly if the user wants, and as in a mirror. */
export class Practice {
  readonly #player: OdoriPlayerElement;
  readonly #show: PlayerShow;
  readonly #loop = byId('loop', HTMLInputElement);
  readonly #start = byId('part-start', HTMLInputElement);
  readonly #end = byId('part-end', HTMLInputElement);
  readonly #speed = byId('speed', HTMLInputElement);
  readonly #mirror = byId('mirror', HTMLInputElement);
  readonly #count = byId('count', HTMLElement);
  #chosen: Part | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(player: OdoriPlayerElement, show: PlayerShow) {
    this.#player = player;
    this.#show = show;
    this.#loop.addEventListener('change', () => this.toggleLoop());
    byId('a-here', HTMLButtonElement).addEventListener('click', () => this.startHere());
    byId('b-here', HTMLButtonElement).addEventListener('click', () => this.endHere());
    this.#start.addEventListener('input', () => this.#setPart(this.#withStart(this.#start.valueAsNumber)));
    this.#end.addEventListener('input', () => this.#setPart(this.#withEnd(this.#end.valueAsNumber)));
    this.#speed.addEventListener('input', () => (player.playbackRate = this.#speed.valueAsNumber));
    byId('full-speed', HTMLButtonElement).addEventListener('click', () => (player.playbackRate = 1));
    this.#mirror.addEventListener('change', () => void show.mirror(this.#mirror.checked));
    byId('count-in', HTMLButtonElement).addEventListener('click', () => this.#countIn());
    for (const type of ['ratechange', 'durationchange']) player.addEventListener(type, () => this.update());
    for (const type of ['play', 'seeking']) player.addEventListener(type, () => this.#stopCounting());
    this.update();
  }

  /** The part that repeats, or would repeat; undefined if the user has chosen none. */
  get part(): Part | undefined {
    return this.#chosen;
  }

  startHere(): void {
    this.#setPart(this.#withStart(this.#player.currentTime));
  }

  endHere(): void {
    this.#setPart(this.#withEnd(this.#player.currentTime));
  }

  /** Repeats the chosen part, at first all of the dance; or plays on. */
  toggleLoop(): void {
    if (this.#player.player.loopRange) this.#player.player.loopRange = undefined;
    else this.#repeat(this.#part);
    this.update();
  }

  toggleMirror(): void {
    void this.#show.mirror(!this.#show.isMirrored);
  }

  /** Another dance plays: its parts are others. */
  forgetPart(): void {
    this.#chosen = undefined;
    this.#player.player.loopRange = undefined;
    this.update();
  }

  /** Shows the state of the player. */
  update(): void {
    const duration = this.#duration;
    const { start, end } = this.#part;
    for (const slider of [this.#start, this.#end]) slider.max = String(duration);
    showValue(this.#start, start, timeText(start));
    showValue(this.#end, end, timeText(end));
    const { playbackRate } = this.#player;
    showValue(this.#speed, playbackRate, `${Math.round(100 * playbackRate)}%`);
    this.#loop.checked = this.#player.player.loopRange !== undefined;
    this.#mirror.checked = this.#show.isMirrored;
    this.#mirror.disabled = this.#show.project !== undefined && !this.#show.cast;
  }

  get #duration(): number {
    const { duration, loadedMotion } = this.#player;
    // a song from a server that does not say its length has no end
    const seconds = Number.isFinite(duration) ? duration : (loadedMotion?.duration ?? 0);
    return seconds > 0 ? seconds : 1;
  }

  get #part(): Part {
    return this.#chosen ?? { start: 0, end: this.#duration };
  }

  #withStart(seconds: number): Part {
    return withStart(this.#part, seconds, this.#duration);
  }

  #withEnd(seconds: number): Part {
    return withEnd(this.#part, seconds, this.#duration);
  }

  #setPart(part: Part): void {
    this.#repeat(part);
    this.update();
  }

  #repeat(part: Part): void {
    const player = this.#player;
    this.#chosen = part;
    player.player.loopRange = part;
    if (player.currentTime < part.start || player.currentTime > part.end) player.currentTime = part.start;
  }

  /** Counts to three at the start of the part, then plays. */
  #countIn(): void {
    const player = this.#player;
    player.pause();
    player.addEventListener('seeked', this.#beginCount, { once: true }); // the seek itself stops a count
    player.currentTime = player.player.loopRange?.start ?? player.currentTime;
  }

  readonly #beginCount = (): void => this.#tell(1);

  #tell(number: number): void {
    this.#count.textContent = number > 3 ? '' : String(number);
    if (number > 3) void this.#player.play();
    else this.#timer = setTimeout(() => this.#tell(number + 1), COUNT_SECONDS * 1000);
  }

  #stopCounting(): void {
    clearTimeout(this.#timer);
    this.#count.textContent = '';
  }
}

function showValue(slider: HTMLInputElement, value: number, text: string): void {
  slider.valueAsNumber = value;
  slider.setAttribute('aria-valuetext', text);
  byId(`${slider.id}-value`, HTMLElement).textContent = text;
}
