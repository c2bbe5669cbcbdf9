const KEY = 'odori-shelf-continues';

/** Does the page begin with what the visitor has played from the shelf last? Known before any file is read. */
export function continuesShelf(): boolean {
  try {
    return localStorage.getItem(KEY) !== null;
  } catch {
    return false; // the user does not allow it
  }
}

export function setContinuesShelf(continues: boolean): void {
  try {
    if (continues) localStorage.setItem(KEY, '1');
    else localStorage.removeItem(KEY);
  } catch {
    // the page begins with its own dance
  }
}
