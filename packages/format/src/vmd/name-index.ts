import { sameBytes } from '../binary/bytes.js';
import { encodeName } from '../text/encode-cp932.js';
import type { MmdName } from '../text/name.js';
import { textOfUnits } from '../text/text-of-units.js';

interface NameIndex {
  readonly byText: Map<string, number>;
  readonly byBytes: Map<string, number>;
  size: number;
}

/** Made when the first key is added to a section; made anew when an entry turns out to have been replaced. */
const indices = /* @__PURE__ */ new WeakMap<readonly MmdName[], NameIndex>();

/** The index of a name in `names`, which it joins if it is new: a text, or a name whose bytes are known. O(1). */
export function intern(names: MmdName[], name: string | MmdName): number {
  const known = find(names, name);
  if (known === undefined) return names.push(typeof name === 'string' ? encodeName(name) : name) - 1;
  if (isSame(names[known], name)) return known;
  indices.delete(names); // an entry was replaced since: look again
  return intern(names, name);
}

function find(names: readonly MmdName[], name: string | MmdName): number | undefined {
  const { byText, byBytes } = indexOf(names);
  return typeof name === 'string' ? byText.get(name) : byBytes.get(textOfUnits(name.bytes));
}

function isSame(entry: MmdName, name: string | MmdName): boolean {
  return typeof name === 'string' ? entry.text === name : sameBytes(entry.bytes, name.bytes);
}

/** Up to date with what has been added at the end. */
function indexOf(names: readonly MmdName[]): NameIndex {
  let index = indices.get(names);
  if (!index || index.size > names.length) {
    index = { byText: new Map(), byBytes: new Map(), size: 0 };
    indices.set(names, index);
  }
  for (; index.size < names.length; index.size++) {
    const { text, bytes } = names[index.size];
    if (!index.byText.has(text)) index.byText.set(text, index.size);
    const identity = textOfUnits(bytes);
    if (!index.byBytes.has(identity)) index.byBytes.set(identity, index.size);
  }
  return index;
}
