import type { MmdName } from '@odori/format';
import {
  cp932Bytes,
  decodeCp932,
  encodeAsWindows,
  encodeCp932,
  encodeNameIn,
  IK_NAME_BYTES,
  textOfUnits,
  UNKNOWN_HALF,
  VMD_NAME_BYTES,
  wholeBytes,
} from '@odori/format/internal';
import { isFull, isSpelledOut, type TrackName } from './names.js';

/**
 * How the names of a motion find those of a model: as in MMD; or, where MMD finds none, also by what programs
 * make of a name in a file.
 */
export type NameRule = 'help' | 'mmd';

/**
 * Why a name finds another one than its own. `truncated`: its field cuts names; `not-cp932`: CP932 lacks
 * characters, and the file has `?` or a NUL in their places; `encoding`: the names of the file are not CP932.
 */
export type NameHelp = 'truncated' | 'not-cp932' | 'encoding';

/** What a name of a motion finds in a model. */
export interface FoundNames {
  /** Indices of names of the model. */
  readonly targets: readonly number[];
  /** Set if MMD would not find them. Several targets are then too many: none moves. */
  readonly help?: NameHelp;
}

const NOTHING: FoundNames = { targets: [] };
const MAX_IK_BYTES = IK_NAME_BYTES - 1; // MMD finds no longer ones

type Index = Map<string, number[]>;

/**
 * The names of a model's bones, morphs or IK bones, by all the bytes that files have for them. Texts are
 * encoded once for each model.
 *
 * @see MMD 9.31: it compares the field up to its NUL with the whole name in CP932. A name with a character
 * that CP932 lacks is empty, because MMD puts a NUL at its beginning.
 */
export class ModelNames {
  static readonly #known = new WeakMap<readonly string[], ModelNames>();

  readonly names: readonly string[];
  readonly #spellings: readonly Spelling[];
  readonly #indices = new Map<string, Index>();

  /** The index of a list of names, which is made anew if the list has changed. */
  static of(names: readonly string[]): ModelNames {
    const known = ModelNames.#known.get(names);
    if (known && areEqual(known.names, names)) return known;
    const made = new ModelNames([...names]);
    ModelNames.#known.set(names, made);
    return made;
  }

  private constructor(names: readonly string[]) {
    this.names = names;
    this.#spellings = names.map(spellingOf);
  }

  /** What the name of a bone or a morph moves. O(length). */
  find(name: TrackName, rule: NameRule): FoundNames {
    const found = rule === 'mmd' ? this.#asMmd(name, VMD_NAME_BYTES, VMD_NAME_BYTES) : this.#byHelp(name);
    if (found.help !== undefined || name.whole === 'every') return found;
    return { targets: found.targets.slice(0, 1) };
  }

  /** Which IK the name of a switch switches. The fields of these names have 20 bytes. O(length). */
  findIk(name: TrackName, rule: NameRule): FoundNames {
    if (rule === 'mmd') return this.#asMmd(name, IK_NAME_BYTES, MAX_IK_BYTES);
    const found = this.#byHelp(name);
    const isTooLong = !name.whole && found.targets.length > 0 && name.bytes.length > MAX_IK_BYTES;
    if (isTooLong && found.help === undefined) return { targets: found.targets, help: 'truncated' };
    return found.targets.length > 0 ? found : this.#byField(name, IK_NAME_BYTES);
  }

  /** `width`: that of the field. `longest`: the bytes of the longest name that MMD finds by it. */
  #asMmd(name: TrackName, width: number, longest: number): FoundNames {
    if (name.whole && !isSpelledOut(name)) return this.#byText(name.text);
    const field = upToNul(name.whole ? name.bytes : name.bytes.subarray(0, width));
    if (!name.whole && field.length > longest) return NOTHING;
    return this.#lookUp('mmd', field, () => this.#spellings.map(({ whole = '' }) => [whole]));
  }

  #byHelp(name: TrackName): FoundNames {
    const { text, bytes, encoding } = name;
    if (encoding !== undefined) return this.#inEncoding(name, encoding);
    if (!isSpelledOut(name)) return this.#byText(text);
    const exact = this.#lookUp('whole', textOfUnits(bytes), () =>
      this.#spellings.map(({ whole }) => (whole === undefined ? [] : [whole])),
    );
    if (exact.targets.length > 0) return exact;
    return this.#byField(name, name.whole ? Infinity : VMD_NAME_BYTES);
  }

  #byText(text: string): FoundNames {
    return this.#lookUp('text', text, () => this.names.map((name) => [name]));
  }

  /** Names of which a field of `width` bytes has another spelling. */
  #byField({ bytes }: MmdName, width: number): FoundNames {
    const found = this.#lookUp(`field ${width}`, textOfUnits(bytes), () =>
      this.#spellings.map((spelling) => fieldsOf(spelling, width)),
    );
    return this.#asHelp(found.targets, (target) =>
      this.#spellings[target].whole === undefined ? 'not-cp932' : 'truncated',
    );
  }

  #inEncoding(name: MmdName, encoding: NonNullable<MmdName['encoding']>): FoundNames {
    const { text, bytes } = name;
    const whole = wholeBytes(bytes, encoding) === bytes.length ? this.#byText(text).targets : [];
    if (whole.length > 0 || !isFull(name)) return this.#asHelp(whole.slice(0, 1), () => 'encoding');
    const { targets } = this.#lookUp(encoding, textOfUnits(bytes), () =>
      this.names.map((each) => {
        const field = encodeNameIn(each, encoding) ?? [];
        return field.length > VMD_NAME_BYTES
          ? [textOfUnits(Uint8Array.from(field)).slice(0, VMD_NAME_BYTES)]
          : [];
      }),
    );
    return this.#asHelp(targets, () => 'encoding');
  }

  /** Of equal names, only the first is helped. */
  #asHelp(targets: readonly number[], helpOf: (target: number) => NameHelp): FoundNames {
    if (targets.length === 0) return NOTHING;
    const isNew = new Set<string>();
    const distinct = targets.filter((target) => {
      const { whole } = this.#spellings[target];
      const identity = whole === undefined ? `text:${this.names[target]}` : `:${whole}`;
      return isNew.size < isNew.add(identity).size;
    });
    return { targets: distinct, help: helpOf(distinct[0]) };
  }

  /** `listKeys` gives what a file may have for each name. */
  #lookUp(kind: string, key: string, listKeys: () => readonly (readonly string[])[]): FoundNames {
    let index = this.#indices.get(kind);
    if (!index) this.#indices.set(kind, (index = indexOf(listKeys())));
    return { targets: index.get(key) ?? [] };
  }
}

function areEqual(a: readonly string[], b: readonly string[]): boolean {
  return a.length === b.length && a.every((name, i) => name === b[i]);
}

function indexOf(keys: readonly (readonly string[])[]): Index {
  const index: Index = new Map();
  keys.forEach((all, target) => {
    for (const key of new Set(all)) {
      const others = index.get(key);
      if (others) others.push(target);
      else index.set(key, [target]);
    }
  });
  return index;
}

/** The bytes of a name, each as a character. */
interface Spelling {
  /** As MMD compares it; undefined if CP932 lacks a character. */
  readonly whole: string | undefined;
  /** What files have instead. */
  readonly others: readonly string[];
}

function spellingOf(name: string): Spelling {
  const { bytes, firstLost } = encodeAsWindows(name);
  const windows = textOfUnits(bytes);
  if (firstLost < 0) return { whole: windows, others: [] };
  const ours = textOfUnits(encodeCp932(name).bytes);
  // MMD writes the characters before the first one that is lost, or all, with a NUL as the first byte.
  const others = [ours, windows, withNul(windows), withNul(windows.slice(0, firstLost))];
  return { whole: undefined, others };
}

/** A second NUL would end the name: then it is empty. */
function withNul(name: string): string {
  return name.length > 1 ? `\0${name.slice(1)}` : '';
}

/** What fields of `width` bytes have for a name, other than all of it. */
function fieldsOf({ whole, others }: Spelling, width: number): string[] {
  const longs = whole === undefined ? others : [whole].filter(({ length }) => length > width);
  return longs.flatMap((name) => {
    const field = name.slice(0, width);
    return name.length > width && endsInCharacter(field)
      ? [field, field.slice(0, -1) + String.fromCharCode(UNKNOWN_HALF)]
      : [field];
  });
}

function endsInCharacter(field: string): boolean {
  const bytes = Uint8Array.from(field, (byte) => byte.charCodeAt(0));
  return cp932Bytes(bytes, decodeCp932(bytes).length) < bytes.length;
}

function upToNul(bytes: Uint8Array): string {
  const end = bytes.indexOf(0);
  return textOfUnits(end < 0 ? bytes : bytes.subarray(0, end));
}
