class NoElement {
  readonly isElement = false;
}

/** Without a DOM (server-side rendering) importing this file does nothing and does not throw. */
export const HtmlElement: typeof HTMLElement =
  globalThis.HTMLElement ?? (NoElement as unknown as typeof HTMLElement);

/**
 * Takes properties that were set before the tag was registered. They would hide the accessors of its class.
 */
export function upgradeProperties(element: HTMLElement, prototype: object): void {
  for (const [name, value] of Object.entries(element)) {
    if (!(name in prototype)) continue;
    Reflect.deleteProperty(element, name);
    try {
      Reflect.set(element, name, value);
    } catch (error) {
      reportError(error); // as the setter would have; the other properties count nevertheless
    }
  }
}

/** Sets an attribute; null or undefined removes it: frameworks take an attribute away so. */
export function setText(element: Element, name: string, value: string | number | null | undefined): void {
  if (value !== null && value !== undefined) element.setAttribute(name, String(value));
  else element.removeAttribute(name);
}

/** Sets an attribute that is there or not. */
export function setSwitch(element: Element, name: string, isOn: unknown): void {
  element.toggleAttribute(name, Boolean(isOn)); // undefined would turn it over
}

/** JavaScript may assign text to a property: a video takes '2' for 2. */
export function toNumber(value: unknown): number {
  return Number(value);
}
