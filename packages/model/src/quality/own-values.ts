/** Values of things that a limit lowers, and what they are without it. */
export class OwnValues {
  readonly #values = new WeakMap<object, { readonly own: number; readonly limited: number }>();

  /** The value of a thing under a limit. `value`: what it has now; if the page has changed it, its own. */
  limit(thing: object, value: number, most: number): number {
    const known = this.#values.get(thing);
    const own = known?.limited === value ? known.own : value;
    const limited = Math.min(own, most);
    this.#values.set(thing, { own, limited });
    return limited;
  }
}
