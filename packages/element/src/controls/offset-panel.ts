import type { Language } from '../language/language.js';
import type { SongOffset } from '../media/song-offset.js';
import { createBarButton, nameAction } from './bar-button.js';
import type { ControlsHost } from './controls-host.js';
import { create, keepKeys } from './create.js';

/** Milliseconds of a step. */
const STEP = 10;
/** Milliseconds to each side, unless the offset is beyond them. */
const REACH = 2000;
/** Two notes, of which one is later, in a square of 24. */
const ICON = 'M4 7h9M11 4v6M4 17h4M8 14v6M13 17h7M17 7h3M12 20l3-3-3-3';

/**
 * A button, and a panel above it with a slider, by which the viewer shifts the dance against the song:
 * headphones without a wire are late, and files are cut differently.
 */
export class OffsetPanel {
  readonly button: HTMLButtonElement;
  readonly #offset: SongOffset;
  readonly #language: Language;
  readonly #value = create('output', {});
  readonly #slider: HTMLInputElement;
  readonly #propose: HTMLButtonElement;
  readonly root: HTMLElement;

  constructor(host: Pick<ControlsHost, 'element' | 'offset'>) {
    const { language } = host.element;
    this.#offset = host.offset;
    this.#language = language;
    const name = language.say('songOffset');
    this.button = createBarButton('offset', ICON, () => this.#toggle());
    nameAction(this.button, name, language.sayWithKey('songOffset', '[ ]'));
    this.#slider = create('input', { type: 'range', step: String(STEP), 'aria-label': name });
    this.#slider.addEventListener('input', () => this.#set(Number(this.#slider.value)));
    this.#propose = this.#createButton(language.say('proposeOffset'), () => void this.#proposeOffset());
    this.root = create(
      'div',
      { part: 'offset-panel', role: 'group', 'aria-label': name, hidden: '' },
      create('span', { 'aria-hidden': 'true' }, name),
      this.#value,
      this.#createButton(language.say('earlier'), () => this.step(-1), '−'),
      this.#slider,
      this.#createButton(language.say('later'), () => this.step(1), '+'),
      this.#propose,
    );
    keepKeys(this.root, (key) => !['Escape', '[', ']'].includes(key));
    for (const part of [this.root, this.button])
      part.addEventListener('keydown', ({ key }) => {
        if (key !== 'Escape' || this.root.hidden) return;
        this.#close();
        this.button.focus();
      });
    this.root.addEventListener('focusout', ({ relatedTarget }) => {
      const isInside =
        relatedTarget instanceof Node && (this.root.contains(relatedTarget) || relatedTarget === this.button);
      if (relatedTarget && !isInside) this.#close();
    });
    this.show();
  }

  /** Follows the offset of the player. Without a song and a dance there is no button. */
  show(): void {
    const { isGiven, seconds, mayPropose } = this.#offset;
    this.button.hidden = !isGiven;
    if (!isGiven) this.#close();
    const milliseconds = Math.round(1000 * seconds);
    const reach = String(Math.max(REACH, Math.abs(milliseconds)));
    this.#slider.min = `-${reach}`;
    this.#slider.max = reach;
    this.#slider.value = String(milliseconds);
    this.#value.value = signed(milliseconds);
    this.#slider.setAttribute('aria-valuetext', this.#value.value);
    this.#propose.hidden = !mayPropose;
  }

  /** Shifts the dance by some steps, and shows by how much. */
  step(steps: number): void {
    if (!this.#offset.isGiven) return;
    this.#set(STEP * (Math.round((1000 * this.#offset.seconds) / STEP) + steps));
    this.#open();
  }

  #set(milliseconds: number): void {
    this.#offset.seconds = milliseconds / 1000;
    this.show();
  }

  async #proposeOffset(): Promise<void> {
    this.#propose.disabled = true;
    const isFound = await this.#offset.propose();
    this.#propose.disabled = false;
    this.show();
    if (!isFound) this.#value.value = this.#language.say('noProposal');
  }

  #toggle(): void {
    if (this.root.hidden) this.#open();
    else this.#close();
    if (!this.root.hidden) this.#slider.focus();
  }

  #open(): void {
    this.show();
    this.root.hidden = false;
    this.button.setAttribute('aria-expanded', 'true');
  }

  #close(): void {
    this.root.hidden = true;
    this.button.setAttribute('aria-expanded', 'false');
  }

  #createButton(label: string, onClick: () => void, sign?: string): HTMLButtonElement {
    const button = create('button', { type: 'button', ...(sign && { 'aria-label': label }) }, sign ?? label);
    button.addEventListener('click', onClick);
    return button;
  }
}

/** `+120 ms`. */
function signed(milliseconds: number): string {
  const sign = milliseconds > 0 ? '+' : milliseconds < 0 ? '−' : '';
  return `${sign}${Math.abs(milliseconds)} ms`;
}
