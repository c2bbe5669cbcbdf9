/** Of elements that are called style and are none. */
const NAMESPACE = 'urn:odori:adopted';

/**
 * Turns the style elements below a node into constructed style sheets, before the node is in the document.
 *
 * A strict Content-Security-Policy forbids style elements, which media-chrome makes, and allows constructed sheets.
 * media-chrome writes rules into `sheet` of whatever is called `style`, so that something of that name goes on to have it.
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
  const standIn = document.createElementNS(NAMESPACE, 'style');
  Object.defineProperty(standIn, 'sheet', { value: sheet });
  style.replaceWith(standIn);
}
