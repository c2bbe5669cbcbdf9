import { VMD_NAME_BYTES } from '../mmd-defaults.js';
import { decodeCp932, textOfUnits } from '../text/decode-cp932.js';
import { NAME_MEMORY, NamePool } from '../text/name-pool.js';
import { encodeName, type MmdName, OLD_PADDING, usedBytes, writableName } from '../text/name.js';
import { type Records, type RecordTarget, reportKeys } from './columns.js';
import { numberFields } from '../columns/number-fields.js';
import { FD_PADDED, type RecordSpelling, ZERO_PADDED } from './source.js';

/**
 * Even a file of nothing but IK names is read up to here: they take 6 MB then. Real models have dozens of IK
 * bones.
 */
const MAX_FREE_IKS = 0x8000;

/** The distinct names of one section of a file. */
export class NameTable {
  /** Never read: see `ByteReader.anchor`. */
  static readonly anchor: NameTable = new NameTable();

  readonly names: MmdName[] = [];
  readonly #pool = new NamePool();
  readonly #indexByBytes = new Map<string, number>();
  /** How the field of the last {@link intern} call is padded: ZERO_PADDED, FD_PADDED, both or neither. */
  padding = 0;

  /** The index in `names` of a field of any width. O(width). */
  intern(field: Uint8Array, { reader, layout }: Records): number {
    this.padding = paddingOf(field);
    const used = usedBytes(field);
    const key = String.fromCharCode(...used);
    let index = this.#indexByBytes.get(key);
    if (index === undefined) {
      if (field.length === VMD_NAME_BYTES || this.names.length > MAX_FREE_IKS)
        reader.spend(NAME_MEMORY + 3 * used.length, layout.section);
      const bytes = this.#pool.copy(used);
      index = this.names.push({ text: decodeCp932(bytes), bytes }) - 1;
      this.#indexByBytes.set(key, index);
    }
    return index;
  }
}

function paddingOf(field: Uint8Array): number {
  const used = usedBytes(field).length;
  let padding = ZERO_PADDED | FD_PADDED;
  for (let i = used + 1; i < field.length; i++) {
    if (field[i] !== 0) padding &= ~ZERO_PADDED;
    if (field[i] !== OLD_PADDING) padding &= ~FD_PADDED;
  }
  return padding;
}

type NamedKeys = { names: MmdName[]; readonly nameIndex: Uint32Array };

/**
 * Fills `names` and `nameIndex` from the 15 bytes at the head of each record. Returns how the name of each
 * record is padded, as `_PADDED` bits; undefined if the file is not read lossless.
 *
 * Thousands of keys share a hundred names. Each field is therefore numbered by its words first, and decoded
 * only once. A name has two fields if it is padded in two ways. O(keys).
 */
export function readNames(records: Records<'name'>, keys: NamedKeys): Uint8Array | undefined {
  const { reader, starts } = records;
  const { nameIndex } = keys;
  const firsts = numberFields(reader.view, starts, nameIndex);
  const table = new NameTable();
  const paddings: number[] = [];
  const names = firsts.map((record) => {
    const name = table.intern(fieldOf(records, record), records);
    paddings.push(table.padding);
    return name;
  });
  const fits = records.isLossless ? new Uint8Array(nameIndex.length) : undefined;
  if (fits) for (let key = 0; key < fits.length; key++) fits[key] = paddings[nameIndex[key]];
  keys.names = table.names;
  if (keys.names.length < names.length) nameIndex.forEach((field, key) => (nameIndex[key] = names[field]));
  reportBadText(records, 'name', keys.names, (key) => [nameIndex[key]]);
  return fits;
}

function fieldOf({ reader, starts }: Records<'name'>, record: number): Uint8Array {
  return reader.bytesAt(starts[record], VMD_NAME_BYTES);
}

/** Writes what {@link readNames} reads. */
export function writeNames(
  target: RecordTarget<'name'>,
  keys: NamedKeys,
  padding: RecordSpelling['padding'],
): void {
  const { writer, starts, order } = target;
  const fields = nameFields(keys.names, VMD_NAME_BYTES, padding);
  for (let i = 0; i < order.length; i++) {
    writer.seek(starts[i]);
    writer.raw(fields[keys.nameIndex[order[i]]]);
  }
}

/** Names as fields of fixed width: truncated to the width, or closed by a NUL and padded. */
export function nameFields(
  names: readonly MmdName[],
  width: number,
  padding: RecordSpelling['padding'],
): Uint8Array[] {
  return names.map((name) => {
    const { bytes } = writableName(name);
    const field = new Uint8Array(width).fill(padding === 'fd' ? OLD_PADDING : 0);
    field.set(bytes.subarray(0, width));
    if (bytes.length < width) field[bytes.length] = 0;
    return field;
  });
}

/** Reports keys with a name that has undefined bytes. */
export function reportBadText<F extends string>(
  records: Records<F>,
  field: F,
  names: readonly MmdName[],
  namesOf: (key: number) => ArrayLike<number>,
): void {
  const isBad = names.map((name) => name.text.includes('\ufffd'));
  if (!isBad.includes(true)) return;
  reportKeys(records, 'bad-text', field, 'has bytes unknown to CP932', (key) =>
    Array.from(namesOf(key)).some((name) => isBad[name]),
  );
}

interface NameIndex {
  readonly byText: Map<string, number>;
  readonly byBytes: Map<string, number>;
  size: number;
}

/** Made with the first key that a program adds to a section, and made anew if an entry has been replaced. */
const indices = /* @__PURE__ */ new WeakMap<readonly MmdName[], NameIndex>();

/**
 * The index of a name in `names`; a new name is added. Give a text, or a name if its bytes are known. O(1).
 */
export function internName(names: MmdName[], name: string | MmdName): number {
  const index = findName(names, name);
  if (index === undefined) return names.push(typeof name === 'string' ? encodeName(name) : name) - 1;
  if (isSame(names[index], name)) return index;
  indices.delete(names); // an entry was replaced since: look again
  return internName(names, name);
}

function findName(names: readonly MmdName[], name: string | MmdName): number | undefined {
  const { byText, byBytes } = upToDateIndex(names);
  return typeof name === 'string' ? byText.get(name) : byBytes.get(identityOf(name));
}

function isSame(entry: MmdName, name: string | MmdName): boolean {
  return typeof name === 'string' ? entry.text === name : identityOf(entry) === identityOf(name);
}

/** Names have the same bytes but other texts if CP932 lacks their characters. */
function identityOf({ text, bytes }: MmdName): string {
  return `${textOfUnits(bytes)}\0${text}`;
}

/** The index of all names, including those that were added at the end since. */
function upToDateIndex(names: readonly MmdName[]): NameIndex {
  let index = indices.get(names);
  if (!index || index.size > names.length) {
    index = { byText: new Map(), byBytes: new Map(), size: 0 };
    indices.set(names, index);
  }
  for (; index.size < names.length; index.size++) {
    const { text } = names[index.size];
    if (!index.byText.has(text)) index.byText.set(text, index.size);
    const identity = identityOf(names[index.size]);
    if (!index.byBytes.has(identity)) index.byBytes.set(identity, index.size);
  }
  return index;
}
