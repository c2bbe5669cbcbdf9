/** What an item is. A show is several dancers, or a whole project. */
export type ShelfKind = 'model' | 'dance' | 'song' | 'stage' | 'show';

/** One thing on a shelf: a model with its textures, a dance with its camera and song. */
export interface ShelfItem {
  /** Never used as a path by anything but the shelf. */
  readonly id: string;
  readonly kind: ShelfKind;
  readonly name: string;
  /** The author's terms, as they stand in the model; empty without any. Untrusted text. */
  readonly terms: string;
  /** Of all files. */
  readonly bytes: number;
  /** When it was kept, in milliseconds since 1970. */
  readonly added: number;
}

export const KINDS: readonly ShelfKind[] = ['model', 'dance', 'song', 'stage', 'show'];

/** The media types that the picture of an item may have, with their extensions. */
export const PICTURE_TYPES: ReadonlyMap<string, string> = new Map([
  ['image/webp', 'webp'],
  ['image/png', 'png'],
  ['image/jpeg', 'jpg'],
]);

/** More than authors write; the rest is cut off. */
const [MAX_NAME, MAX_TERMS] = [200, 20_000];

const ID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;

/** An item of some properties, which may be anything; undefined if they are not those of an item. */
export function toShelfItem(value: unknown): ShelfItem | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  const { id, kind, name, terms, bytes, added } = value as Record<keyof ShelfItem, unknown>;
  const isItem =
    isId(id) && isKind(kind) && typeof name === 'string' && typeof terms === 'string' && isCount(bytes);
  if (!isItem) return undefined;
  const cut = { name: name.slice(0, MAX_NAME), terms: terms.slice(0, MAX_TERMS) };
  return { id, kind, ...cut, bytes, added: isCount(added) ? added : 0 };
}

/** Is this the id of an item? All other names are those of the shelf itself. */
export function isId(value: unknown): value is string {
  return typeof value === 'string' && ID.test(value);
}

function isKind(value: unknown): value is ShelfKind {
  return KINDS.includes(value as ShelfKind);
}

/** Can this be a number of bytes or of milliseconds? */
export function isCount(value: unknown): value is number {
  return Number.isSafeInteger(value) && (value as number) >= 0;
}
