/**
 * An element of the page.
 *
 * @throws Error if it is not there, or of another kind.
 */
export function part<T extends HTMLElement>(id: string, kind: new () => T): T {
  const found = document.querySelector(`#${id}`);
  if (!(found instanceof kind)) throw new Error(`the page has no #${id}`);
  return found;
}
