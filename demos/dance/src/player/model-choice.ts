import { element, part } from '../../../shared/dom.js';
import { visibleText } from '../../../shared/file-text.js';
import { fileName } from '../../../shared/problem-text.js';
import type { FoundModel } from '../files/opened-files.js';

/** A list of models to choose from, where there are several. */
export class ModelChoice {
  readonly #box = part('models', HTMLElement);
  readonly #list = part('model', HTMLSelectElement);
  #paths: readonly string[] = [];

  constructor(onChoose: (path: string) => void) {
    this.#list.addEventListener('change', () => onChoose(this.#paths[Number(this.#list.value)]));
  }

  /** Offers the models that lay beside the one on the stage. */
  show(found: FoundModel | undefined): void {
    const paths = found?.paths ?? [];
    if (paths !== this.#paths) this.#list.replaceChildren(...optionsOf(paths));
    this.#paths = paths;
    this.#box.hidden = paths.length < 2;
    this.select(found?.path);
  }

  select(path: string | undefined): void {
    this.#list.selectedIndex = path === undefined ? -1 : this.#paths.indexOf(path);
  }
}

/** File names, and folders too where several files have one name. */
function optionsOf(paths: readonly string[]): HTMLOptionElement[] {
  const names = paths.map(fileName);
  return paths.map((path, i) => {
    const isUnique = names.indexOf(names[i]) === names.lastIndexOf(names[i]);
    return element('option', { value: String(i) }, visibleText(isUnique ? names[i] : path));
  });
}
