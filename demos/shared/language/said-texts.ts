/** Makes a text in the language that the page speaks when it is called. */
export type MakeText = () => string;

/** A part of another text: one that the page has said, or a way to make one, such as a name of a file. */
export type TextPart = string | MakeText;

/** So many texts are remembered before those are forgotten that the page no longer shows. */
const MOST_TEXTS = 2000;
/** The latest may not be in the page yet. */
const LATEST = 500;

/** How the texts that the page has said are made, by the texts; the latest are last. */
const makers = new Map<string, MakeText>();

/** A text of the page that is made anew when its language changes. */
export function said(make: MakeText): string {
  const text = make();
  if (text === '' || typeof document === 'undefined') return text;
  makers.delete(text);
  makers.set(text, make);
  if (makers.size > MOST_TEXTS) forgetTexts();
  return text;
}

/** How a text was made; undefined if it was not said, as names are not. */
export function makerOf(text: string): MakeText | undefined {
  return makers.get(text);
}

/** How a part is made; a text that was not said stays as it is. */
export function makerOfPart(part: TextPart): MakeText {
  return typeof part === 'string' ? (makers.get(part) ?? (() => part)) : part;
}

function forgetTexts(): void {
  const shown = new Set<string>();
  const nodes = document.evaluate(
    '//text() | //@*',
    document,
    null,
    XPathResult.UNORDERED_NODE_ITERATOR_TYPE,
  );
  for (let node = nodes.iterateNext(); node; node = nodes.iterateNext()) shown.add(node.nodeValue!.trim());
  const old = [...makers.keys()].slice(0, -LATEST);
  for (const text of old) if (!shown.has(text.trim())) makers.delete(text);
}
