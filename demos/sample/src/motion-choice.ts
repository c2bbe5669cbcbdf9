import type { Motion } from '@odori/runtime/motion';
import { byId } from '../../shared/dom.js';
import { usualMeaning } from '../../shared/english-name.js';
import { nameText } from '../../shared/file-text.js';
import { markJapanese } from '../../shared/language/japanese.js';
import { joined, language, say } from '../../shared/language/texts.js';
import { amountText } from '../../shared/number-text.js';

/** The list of motions. No motion is chosen at first. */
export class MotionChoice {
  readonly #list = byId('motion', HTMLSelectElement);
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

  add(option: HTMLOptionElement, motion: Motion): void {
    this.#motions.push(motion);
    this.#list.add(option);
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

/** The bones of a motion as options of a list, those with the most keyframes first. */
export function boneOptions({ bones }: Motion): HTMLOptionElement[] {
  const tracks = [...bones].toSorted(([, a], [, b]) => b.frames.length - a.frames.length);
  return tracks.map(([name, { frames }]) => {
    const option = document.createElement('option');
    const keys = amountText(frames.length, 'keyframe');
    option.value = name;
    const label = name === '' ? say('(no name)') : nameText(name);
    option.textContent = joined([label, usualMeaning('bone', name), keys], ' · ');
    markJapanese(option, language);
    return option;
  });
}
