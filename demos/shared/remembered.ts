/**
 * What the pages remember in short: the chosen language, and the kinds of the items with which the dance page
 * begins, if it begins with the shelf.
 */
type Name = 'odori-language' | 'odori-shelf-continues';

/** What was remembered; `''` for nothing. Storage throws where the user does not allow it. */
export function remembered(name: Name): string {
  try {
    return localStorage.getItem(name) ?? '';
  } catch {
    return '';
  }
}

/** Remembers a text, if the user allows it; `''` forgets. */
export function remember(name: Name, text: string): void {
  try {
    if (text === '') localStorage.removeItem(name);
    else localStorage.setItem(name, text);
  } catch {
    // it then holds for this address
  }
}
