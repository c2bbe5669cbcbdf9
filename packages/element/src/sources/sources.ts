import { INPUT_NAMES, type InputName, type Inputs } from './inputs.js';

/** The inputs of the element: from attributes, which hold URLs, or from properties of the same names. */
export class Sources {
  readonly #inputs: Inputs = {};
  readonly #host: HTMLElement;
  readonly #onChange: (name: InputName) => void;

  constructor(host: HTMLElement, onChange: (name: InputName) => void) {
    this.#host = host;
    this.#onChange = onChange;
  }

  /** The names of the inputs that the element has. */
  get names(): readonly InputName[] {
    return INPUT_NAMES.filter((name) => this.#inputs[name] !== undefined);
  }

  get inputs(): Readonly<Inputs> {
    return this.#inputs;
  }

  /** Takes the value of a property. Text goes to the attribute; null removes the attribute too. */
  set<N extends InputName>(name: N, input: Inputs[N] | null): void {
    if (typeof input === 'string') this.#host.setAttribute(name, input);
    else if (input === null || input === undefined) {
      this.#host.removeAttribute(name);
      this.#take(name, undefined);
    } else this.#take(name, input);
  }

  /** Takes the value of an attribute. */
  setAttribute(name: InputName, value: string | null): void {
    this.#take(name, value === null || value.trim() === '' ? undefined : value.trim());
  }

  #take<N extends InputName>(name: N, input: Inputs[N]): void {
    this.#inputs[name] = input;
    this.#onChange(name);
  }
}
