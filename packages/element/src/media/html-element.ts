class NoElement {
  readonly isElement = false;
}

/** What elements extend; outside of browsers (server-side rendering) something else, so that importing does nothing. */
export const HtmlElement: typeof HTMLElement =
  globalThis.HTMLElement ?? (NoElement as unknown as typeof HTMLElement);
