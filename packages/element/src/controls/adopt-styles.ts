/** Namespace of elements that are called `style` and hold no styles. */
const NAMESPACE = 'urn:odori:adopted';

/**
 * Turns the style elements below a node into constructed style sheets, before the node is in the document.
 *
 * A strict Content-Security-Policy forbids style elements, which media-chrome creates, and allows constructed sheets.
 * media-chrome writes rules into the `sheet` of the element that is called `style`, so a replacement keeps that name.
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
