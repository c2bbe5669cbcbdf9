import type { Loader } from './loader.js';
import type { Inputs } from './inputs.js';

/** The inputs of the element: from attributes, which hold URLs, or from properties of the same names. */
export class Sources {
  /** Index of the motion to begin with, chosen before the motions are loaded. */
  firstMotion: number | undefined;
  readonly #inputs: Inputs = {};
  readonly #element: HTMLElement;
  readonly #loader: Loader;

  constructor(element: HTMLElement, loader: Loader) {
    this.#element = element;
    this.#loader = loader;
  }

  get inputs(): Readonly<Inputs> {
    return this.#inputs;
  }

  /** Takes the value of a property. Text goes to the attribute; null removes the attribute too. */
  set<N extends keyof Inputs>(name: N, input: Inputs[N] | null): void {
    if (typeof input === 'string') this.#element.setAttribute(name, input);
    else if (input === null || input === undefined) {
      this.#element.removeAttribute(name);
      this.#take(name, undefined);
    } else this.#take(name, input);
  }

  /** Takes the value of an attribute. */
  setAttribute(name: keyof Inputs, value: string | null): void {
    this.#take(name, value === null || value.trim() === '' ? undefined : value.trim());
  }

  #take<N extends keyof Inputs>(name: N, input: Inputs[N]): void {
    this.#inputs[name] = input;
    this.#loader.request(name === 'files' ? 'project' : name);
  }
}
