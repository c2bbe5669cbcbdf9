/** Creates an element with attributes and children. */
export function create<K extends keyof HTMLElementTagNameMap>(
  tag: K,
  attributes: Readonly<Record<string, string>>,
  ...children: readonly (Node | string)[]
): HTMLElementTagNameMap[K];
export function create(
  tag: string,
  attributes: Readonly<Record<string, string>>,
  ...children: readonly (Node | string)[]
): HTMLElement;
export function create(
  tag: string,
  attributes: Readonly<Record<string, string>>,
  ...children: readonly (Node | string)[]
): HTMLElement {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) element.setAttribute(name, value);
  element.append(...children);
  return element;
}

/** A drawing of 24 × 24, by the data of an SVG path. */
export function createIcon(path: string): SVGSVGElement {
  const namespace = 'http://www.w3.org/2000/svg';
  const svg = document.createElementNS(namespace, 'svg');
  const drawing = document.createElementNS(namespace, 'path');
  svg.setAttribute('viewBox', '0 0 24 24');
  svg.setAttribute('aria-hidden', 'true');
  drawing.setAttribute('d', path);
  svg.append(drawing);
  return svg;
}

/**
 * Keeps keys of a focused control from media-chrome, which would handle them first and prevent a button
 * press.
 */
export function keepKeys(control: HTMLElement, isOwnKey: (key: string) => boolean): void {
  control.addEventListener('keydown', (event) => {
    if (isOwnKey(event.key)) event.stopPropagation();
  });
}

/** Namespace of elements that are called `style` and hold no styles. */
const NAMESPACE = 'urn:odori:adopted';

/**
 * Turns the style elements below a node into constructed style sheets, before the node is in the document.
 *
 * A strict Content-Security-Policy forbids style elements, which media-chrome creates, and allows constructed
 * sheets. media-chrome writes rules into the `sheet` of the element that is called `style`, so a replacement
 * keeps that name.
 */
export function adoptStyles(node: Element): void {
  customElements.upgrade(node);
  for (const element of [node, ...node.querySelectorAll('*')]) {
    const { shadowRoot } = element;
    if (!shadowRoot) continue;
    for (const style of shadowRoot.querySelectorAll('style')) adopt(style, shadowRoot);
    for (const child of shadowRoot.children) adoptStyles(child);
  }
}

function adopt(style: Element, root: ShadowRoot): void {
  if (style.namespaceURI === NAMESPACE) return;
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(`style { display: none } ${style.textContent}`);
  root.adoptedStyleSheets.push(sheet);
  const replacement = document.createElementNS(NAMESPACE, 'style');
  Object.defineProperty(replacement, 'sheet', { value: sheet });
  style.replaceWith(replacement);
}
