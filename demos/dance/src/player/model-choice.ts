import { element, byId } from '../../../shared/dom.js';
import { visibleText } from '../../../shared/file-text.js';
import { fileName } from '../../../shared/problem-text.js';
import type { OpenedModel } from '../../../shared/open/opened-files.js';

/** The list of models, shown if the opened files contain several. */
export class ModelChoice {
  readonly #box = byId('models', HTMLElement);
  readonly #list = byId('model', HTMLSelectElement);
  #paths: readonly string[] = [];

  constructor(onChoose: (path: string) => void) {
    this.#list.addEventListener('change', () => onChoose(this.#paths[Number(this.#list.value)]));
  }

  /** Lists the models among the files of the current model. */
  show(opened: OpenedModel | undefined): void {
    const paths = opened?.paths ?? [];
    if (paths !== this.#paths) this.#list.replaceChildren(...optionsOf(paths));
    this.#paths = paths;
    this.#box.hidden = paths.length < 2;
    this.select(opened?.path);
  }

  select(path: string | undefined): void {
    this.#list.selectedIndex = path === undefined ? -1 : this.#paths.indexOf(path);
  }
}

/** File names; the whole paths for files of the same name. */
function optionsOf(paths: readonly string[]): HTMLOptionElement[] {
  const names = paths.map(fileName);
  return paths.map((path, i) => {
    const isUnique = names.indexOf(names[i]) === names.lastIndexOf(names[i]);
    return element('option', { value: String(i) }, visibleText(isUnique ? names[i] : path));
  });
}
