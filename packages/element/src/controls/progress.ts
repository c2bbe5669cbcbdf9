import type { LabelName } from '../language/labels.js';
import type { Language } from '../language/language.js';
import { create } from './create.js';

interface Share {
  readonly loaded: number;
  /** 0 if it is unknown. */
  readonly total: number;
  /** What is done. */
  readonly word: LabelName;
}

/** One bar for everything that is being loaded. */
export class Progress {
  readonly #text = create('span', { 'aria-hidden': 'true' });
  readonly #bar = create('progress', {});
  readonly root: HTMLElement = create(
    'div',
    { class: 'progress', part: 'progress', slot: 'centered-chrome', noautohide: '', hidden: '' },
    this.#bar,
    this.#text,
  );
  /** Bytes of the files that are being loaded, and of those that were loaded together with them, by label. */
  readonly #shares = new Map<string, Share>();
  readonly #loading = new Set<string>();
  /** The bar does not go back when one more file tells its length. */
  #fraction = 0;
  readonly #language: Language;

  constructor(language: Language) {
    this.#language = language;
    language.addEventListener('change', () => this.#update());
  }

  /**
   * Shows how many bytes of a file are loaded; `total` is 0 if it is unknown. `word`: what else is done, and
   * how much of it.
   */
  show(label: string, loaded: number, total: number, word: LabelName = 'loading'): void {
    this.#loading.add(label);
    this.#shares.set(label, { loaded, total, word });
    this.#update();
  }

  /** A file is loaded, or is not needed any more. The bar goes with the last one. */
  end(label: string): void {
    if (!this.#loading.delete(label)) return;
    const share = this.#shares.get(label)!;
    const done = share.total || share.loaded;
    this.#shares.set(label, { ...share, loaded: done, total: done });
    if (this.#loading.size === 0) this.#shares.clear();
    this.#update();
  }

  #update(): void {
    const isLoading = this.#loading.size > 0;
    let [loaded, total, known] = [0, 0, 0];
    for (const [label, share] of this.#shares) {
      loaded += share.total > 0 ? share.loaded : 0;
      total += share.total;
      if (share.total > 0 || !this.#loading.has(label)) known++;
    }
    // a file whose length is not known yet counts as one of average length
    const fraction = total > 0 ? ((loaded / total) * known) / this.#shares.size : 0;
    this.#fraction = isLoading ? Math.max(this.#fraction, fraction) : 0;
    this.root.hidden = !isLoading;
    if (total > 0) this.#bar.value = this.#fraction;
    else this.#bar.removeAttribute('value'); // moves to and fro
    const words = new Set(Array.from(this.#loading, (loading) => this.#shares.get(loading)!.word));
    const [word = 'loading'] = words.size === 1 ? words : [];
    const label = this.#language.say(word);
    const share = total > 0 ? `${Math.floor(100 * this.#fraction)}%` : '…';
    this.root.lang = this.#language.code;
    this.#bar.setAttribute('aria-label', label);
    this.#text.textContent = label && `${label} ${share}`;
  }
}
