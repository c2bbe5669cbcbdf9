import { encodeCp932 } from '../text/encode-cp932.js';
import type { MmdName } from '../text/name.js';

interface NameIndex {
  readonly byText: Map<string, number>;
  readonly byBytes: Map<string, number>;
  size: number;
}

/** Made when the first key is added to a section; made anew if somebody else has changed its names. */
const indices = /* @__PURE__ */ new WeakMap<readonly MmdName[], NameIndex>();

/** The index of a name in `names`, which it joins if it is new: a text, or a name whose bytes are known. O(1). */
export function intern(names: MmdName[], name: string | MmdName): number {
  const index = indexOf(names);
  if (typeof name !== 'string') return index.byBytes.get(identityOf(name.bytes)) ?? add(names, index, name);
  const known = index.byText.get(name);
  if (known !== undefined && names[known].text === name) return known;
  return add(names, index, { text: name, bytes: encodeCp932(name).bytes });
}

function add(names: MmdName[], index: NameIndex, name: MmdName): number {
  const at = names.push(name) - 1;
  note(index, name, at);
  return at;
}

function indexOf(names: readonly MmdName[]): NameIndex {
  let index = indices.get(names);
  if (index?.size !== names.length) {
    index = { byText: new Map(), byBytes: new Map(), size: 0 };
    indices.set(names, index);
    for (const [at, name] of names.entries()) note(index, name, at);
  }
  return index;
}

function note(index: NameIndex, { text, bytes }: MmdName, at: number): void {
  if (!index.byText.has(text)) index.byText.set(text, at);
  const identity = identityOf(bytes);
  if (!index.byBytes.has(identity)) index.byBytes.set(identity, at);
  index.size++;
}

function identityOf(bytes: Uint8Array): string {
  return String.fromCharCode(...bytes);
}
