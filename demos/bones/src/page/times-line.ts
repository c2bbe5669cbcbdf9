import { element } from '../../../shared/dom.js';
import { say } from '../../../shared/language/texts.js';
import { millisecondsText } from '../../../shared/number-text.js';
import { type Pass, PASSES, type PassTimes } from '../model/pass-times.js';

const TITLES: Readonly<Record<Pass, string>> = {
  sample: 'sample',
  solve: 'solve',
  afterPhysics: 'after physics',
  write: 'write bones',
};

/** Shows the milliseconds of each pass. */
export class TimesLine {
  readonly #values: HTMLElement[];

  constructor(list: HTMLElement) {
    this.#values = PASSES.map((pass) => {
      const value = element('dd', {}, '–');
      list.append(element('div', {}, element('dt', {}, say(TITLES[pass])), value));
      return value;
    });
  }

  show(times: PassTimes): void {
    this.#values.forEach((value, pass) => {
      const median = times.median(pass);
      value.textContent = median === undefined ? '–' : millisecondsText(median);
    });
  }
}
