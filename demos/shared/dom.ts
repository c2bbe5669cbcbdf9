import { say } from './language/texts.js';
/**
 * Creates an element with attributes and children. Strings become text nodes, never markup, because most of
 * them come from untrusted files.
 */
export function element<Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag,
  attributes: Readonly<Record<string, string>> = {},
  ...children: readonly (Node | string)[]
): HTMLElementTagNameMap[Tag] {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value);
  made.append(...children);
  return made;
}

/**
 * Finds an element of the page.
 *
 * @throws Error if the page has no such element, or one of another kind.
 */
export function byId<T extends HTMLElement>(id: string, kind: new () => T): T {
  const found = document.querySelector(`#${id}`);
  if (!(found instanceof kind)) throw new Error(`This page has no ${kind.name} with the id "${id}".`);
  return found;
}

/** Shows the state of a play button, in its label and its icon. */
export function showPlaying(button: HTMLButtonElement, isPlaying: boolean): void {
  button.setAttribute('aria-label', say(isPlaying ? 'Pause' : 'Play'));
  button.classList.toggle('playing', isPlaying);
}

/**
 * Says whether a key was pressed while the focus was in one of these elements, which may use the key itself.
 */
export function isInside({ target }: KeyboardEvent, selectors: string): boolean {
  return target instanceof Element && target.closest(selectors) !== null;
}

export function hasModifier({ ctrlKey, metaKey, altKey }: KeyboardEvent): boolean {
  return ctrlKey || metaKey || altKey;
}
