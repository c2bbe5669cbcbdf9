import { element } from '../../../shared/dom.js';
import { type Stage, STAGES, type StageTimes } from '../model/pass-times.js';

const TITLES: Readonly<Record<Stage, string>> = {
  sample: 'sample',
  solve: 'solve',
  afterPhysics: 'after physics',
  write: 'write bones',
};

/** Milliseconds per stage. */
export class TimesLine {
  readonly #values: HTMLElement[];

  constructor(list: HTMLElement) {
    this.#values = STAGES.map((stage) => {
      const value = element('dd', {}, '–');
      list.append(element('div', {}, element('dt', {}, TITLES[stage]), value));
      return value;
    });
  }

  show(times: StageTimes): void {
    this.#values.forEach((value, stage) => {
      const median = times.median(stage);
      value.textContent = median === undefined ? '–' : `${median.toFixed(3)} ms`;
    });
  }
}
