type View = Float32Array | Int32Array | Uint32Array | Uint8Array;
type Fields = Record<string, unknown>;
type Spot = readonly [owner: Fields, key: string, view: View];

/** Larger views keep a buffer of their own: compared with their content, it costs little. */
const MAX_PACKED_BYTES = 512;

/** Saves memory in parts of one document: models have dozens of columns that are small or empty. */
export class ColumnPacker {
  /** One per kind of array. Nothing can be written into them. */
  readonly #empty = new Map<unknown, View>();

  readonly #kept = new Set<unknown>();

  /** Leaves an object as it is, because several parts share it. */
  keep(shared: object): void {
    this.#kept.add(shared);
  }

  /**
   * A copy of a part of a document, in less memory: its small columns and texts share one buffer. A buffer of
   * its own takes more than a hundred bytes. So does an object that was put together from others, until it is
   * copied. O(fields).
   */
  pack<T extends object>(part: T): T {
    const packed = { ...part };
    const spots: Spot[] = [];
    this.#collect(packed as unknown as Fields, spots);
    const buffer = new ArrayBuffer(spots.reduce((sum, [, , view]) => sum + alignedBytes(view), 0));
    let at = 0;
    for (const [owner, key, view] of spots) {
      const copy = viewOf(view, buffer, at);
      copy.set(view); // of the same type: bit for bit
      owner[key] = copy;
      at += alignedBytes(view);
    }
    return packed;
  }

  #collect(owner: Fields, spots: Spot[]): void {
    for (const key in owner) {
      const value = owner[key];
      if (typeof value !== 'object' || value === null || this.#kept.has(value)) continue;
      if (!ArrayBuffer.isView(value)) this.#collect(copied(owner, key), spots);
      else if (value.byteLength === 0) owner[key] = this.#emptyLike(value as View);
      else if (isPackable(value as View)) spots.push([owner, key, value as View]);
    }
  }

  #emptyLike(view: View): View {
    const known = this.#empty.get(view.constructor);
    if (known) return known;
    this.#empty.set(view.constructor, view);
    return view;
  }
}

/** Keys and poses are copied. Names stay, because several models may have them. */
function copied(owner: Fields, key: string): Fields {
  const value = owner[key] as Fields;
  if (Array.isArray(value) || 'text' in value) return value;
  return (owner[key] = { ...value });
}

/** A view that shares its buffer is packed already: several models may have the same name. */
function isPackable({ byteLength, buffer }: View): boolean {
  return byteLength <= MAX_PACKED_BYTES && byteLength === buffer.byteLength;
}

function viewOf(view: View, buffer: ArrayBuffer, at: number): View {
  const make = view.constructor as new (buffer: ArrayBuffer, at: number, length: number) => View;
  return new make(buffer, at, view.length);
}

function alignedBytes({ byteLength }: View): number {
  return (byteLength + 3) & ~3;
}
