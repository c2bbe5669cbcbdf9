import type { MakeText } from './said-texts.js';

/** Finds how a text of a page is made in its language; undefined for names and other texts. */
export type FindMaker = (text: string) => MakeText | undefined;

type Content = readonly (Node | string)[];

/** Attributes that people read or hear. */
const ATTRIBUTES = ['alt', 'aria-label', 'aria-valuetext', 'title', 'placeholder', 'label', 'content'];
/** What stays as it is: code, keys, and the names of things in other languages and in files. */
const KEPT =
  'pre, code, kbd, script, noscript, style, textarea, bdi, [translate=no], [lang]:not(html, option)';

/** How the content of elements is made, and the message that it was last. */
const contents = new WeakMap<Element, { readonly make: () => Content; readonly message: string }>();

/** How texts and attributes are made, and what they said last: two may read alike in one language. */
const makers = new WeakMap<Attr | Text, { readonly make: MakeText; readonly text: string }>();

/** Fills an element with text and other elements, now and whenever it is translated. */
export function fillAround(element: Element, make: () => Content): void {
  element.replaceChildren(...make());
  contents.set(element, { make, message: messageOf(element) });
}

/**
 * Translates the texts and attributes of elements. An element with text is one message: `{0}`, `{1}` stand in
 * it for its elements, which keep their identity and are translated, too.
 *
 * @example
 * // <p>Press <kbd>K</kbd> to play</p>: 'Press {0} to play' → '{0} で再生'
 */
export function translateTree(root: Element, find: FindMaker): void {
  if (root.matches(KEPT)) return;
  for (const name of ATTRIBUTES) {
    const attribute = root.getAttributeNode(name);
    if (attribute) translateNode(attribute, find);
  }
  translateContent(root, find);
  for (const child of root.children) translateTree(child, find);
}

function translateContent(element: Element, find: FindMaker): void {
  const message = messageOf(element);
  const content = contents.get(element);
  if (content?.message === message) return fillAround(element, content.make);
  if (!/\p{L}/u.test(message)) return;
  const make = find(message);
  if (!make) return translateTexts(element, find);
  const children = [...element.children];
  fillAround(element, () => partsOf(make(), children));
}

/** Each text by itself: a script has put them beside each other. */
function translateTexts(element: Element, find: FindMaker): void {
  for (const node of element.childNodes) {
    if (node instanceof Text) translateNode(node, find);
  }
}

function translateNode(node: Attr | Text, find: FindMaker): void {
  const shown = node.nodeValue!;
  const known = makers.get(node);
  const make = known?.text === shown ? known.make : (find(shown) ?? find(shown.trim()));
  if (!make) return;
  const text = make();
  node.nodeValue = text;
  makers.set(node, { make, text });
}

/** The text of an element, without spaces at its ends; `{0}`, `{1}` are its elements. */
function messageOf(element: Element): string {
  let count = 0;
  const parts = Array.from(element.childNodes, (node) => {
    if (node instanceof Element) return `{${count++}}`;
    return node instanceof Text ? node.data : '';
  });
  return parts.join('').replace(/\s+/g, ' ').trim();
}

function partsOf(text: string, children: readonly Element[]): (string | Element)[] {
  return text.split(/(\{\d+\})/).map((part) => {
    const [, index] = /^\{(\d+)\}$/.exec(part) ?? [];
    return index === undefined ? part : children[Number(index)];
  });
}
