import type { Motion } from '@odori/runtime/motion';
import { part } from '../../dance/src/player/part.js';
import { visibleText } from '../../home/src/visible-text.js';

/** The list of motions that there are to look at; nothing is chosen at first. */
export class MotionChoice {
  readonly #list = part('motion', HTMLSelectElement);
  readonly #motions: Motion[] = [];
  readonly #onChoose: (motion: Motion) => void;
  #chosen: Motion | undefined;

  constructor(onChoose: (motion: Motion) => void) {
    this.#onChoose = onChoose;
    this.#list.addEventListener('change', () => this.choose(this.#motions[this.#list.selectedIndex]));
  }

  get chosen(): Motion | undefined {
    return this.#chosen;
  }

  add(name: string, motion: Motion): void {
    this.#motions.push(motion);
    this.#list.add(new Option(visibleText(name)));
    this.#show();
  }

  choose(motion: Motion): void {
    this.#chosen = motion;
    this.#show();
    this.#onChoose(motion);
  }

  #show(): void {
    this.#list.selectedIndex = this.#motions.findIndex((motion) => motion === this.#chosen);
  }
}
