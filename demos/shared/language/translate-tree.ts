/** Translates a text of a page; undefined if the catalog does not have it. */
export type Translate = (english: string) => string | undefined;

/** Attributes that people read or hear. */
const ATTRIBUTES = ['alt', 'aria-label', 'title', 'placeholder', 'label'];
/** What stays as it is: code, keys, and the names of things in other languages. */
const KEPT = 'pre, code, kbd, script, noscript, style, svg, output, [lang]:not(html)';

/**
 * Translates the texts and attributes of elements. An element with text is one message: `{0}`, `{1}` stand in
 * it for its elements, which keep their identity and are translated, too.
 *
 * @example
 * // <p>Press <kbd>K</kbd> to play</p>: 'Press {0} to play' → '{0} で再生'
 */
export function translateTree(root: Element, translate: Translate): void {
  if (root.matches(KEPT)) return;
  for (const name of ATTRIBUTES) {
    const text = root.getAttribute(name);
    const translated = text && translate(text);
    if (translated) root.setAttribute(name, translated);
  }
  for (const child of root.children) translateTree(child, translate);
  const message = messageOf(root);
  const translated = message && translate(message);
  if (translated) root.replaceChildren(...partsOf(translated, [...root.children]));
}

/** The text of an element, without spaces at its ends; `''` without own text. */
export function messageOf(element: Element): string {
  let count = 0;
  let hasText = false;
  const parts = Array.from(element.childNodes, (node) => {
    if (node instanceof Element) return `{${count++}}`;
    if (!(node instanceof Text)) return '';
    hasText ||= /\p{L}/u.test(node.data);
    return node.data;
  });
  return hasText ? parts.join('').replace(/\s+/g, ' ').trim() : '';
}

function partsOf(text: string, children: readonly Element[]): (string | Element)[] {
  return text.split(/(\{\d+\})/).map((part) => {
    const [, index] = /^\{(\d+)\}$/.exec(part) ?? [];
    return index === undefined ? part : children[Number(index)];
  });
}
