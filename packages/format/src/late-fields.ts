/**
 * Gives a document fields that `read` reads when one of them is first asked for: what takes long, and not every user needs.
 *
 * They look like the others: a copy has them as plain data, and they can be replaced. A field that the document has already
 * keeps its place among the others. What `read` holds, such as a copy of the file, is let go once it was called.
 */
export function withLateFields<D extends object, L extends object>(
  document: D,
  fields: readonly (keyof L)[],
  read: () => L,
): D & L {
  let readOnce: typeof read | undefined = read;
  let late: L | undefined;
  for (const field of fields)
    Object.defineProperty(document, field, {
      enumerable: true,
      configurable: true,
      get: () => {
        late ??= readOnce!();
        readOnce = undefined;
        return late[field];
      },
      set: (value) => {
        Object.defineProperty(document, field, { value, writable: true });
      },
    });
  return document as D & L;
}
