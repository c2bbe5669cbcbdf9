import { packZip } from '@odori/format/internal';

/** An array of numbers or of texts, as NumPy stores it. */
export type NpyArray =
  | {
      readonly shape: readonly number[];
      readonly data: Float32Array<ArrayBuffer> | Float64Array<ArrayBuffer> | Uint8Array<ArrayBuffer>;
    }
  | { readonly texts: readonly string[] };

/** The header ends at a multiple of this. */
const ALIGNMENT = 64;
const MAGIC = [0x93, ...Buffer.from('NUMPY'), 1, 0];

/**
 * An array as a `.npy` file.
 *
 * @see https://numpy.org/doc/stable/reference/generated/numpy.lib.format.html
 * @example
 * toNpy({ shape: [2, 3], data: new Float32Array(6) }); // np.load gives an array of float32, 2 × 3
 */
export function toNpy(array: NpyArray): Uint8Array<ArrayBuffer> {
  const { type, shape, bytes } = 'texts' in array ? textsOf(array.texts) : numbersOf(array);
  const size = shape.length === 1 ? `${shape[0]},` : shape.join(', ');
  const text = `{'descr': '${type}', 'fortran_order': False, 'shape': (${size}), }`;
  const used = MAGIC.length + 2 + text.length + 1;
  const padded = `${text}${' '.repeat((ALIGNMENT - (used % ALIGNMENT)) % ALIGNMENT)}\n`;
  const head = Buffer.from([...MAGIC, padded.length & 0xff, padded.length >> 8, ...Buffer.from(padded)]);
  return new Uint8Array(Buffer.concat([head, bytes]));
}

/**
 * Several arrays by name as an `.npz` file, stored as `np.savez` does. The same arrays give the same bytes.
 */
export function toNpz(arrays: Readonly<Record<string, NpyArray>>): Uint8Array<ArrayBuffer> {
  const files = Object.entries(arrays).map(([name, array]) => [`${name}.npy`, toNpy(array)] as const);
  return packZip(new Map(files));
}

interface Stored {
  readonly type: string;
  readonly shape: readonly number[];
  readonly bytes: Uint8Array;
}

function numbersOf({ shape, data }: Extract<NpyArray, { readonly data: unknown }>): Stored {
  const kind = data instanceof Uint8Array ? '|u' : '<f';
  const bytes = new Uint8Array(data.buffer, data.byteOffset, data.byteLength);
  return { type: `${kind}${data.BYTES_PER_ELEMENT}`, shape, bytes };
}

/** NumPy stores texts of one length, padded with NULs, 4 bytes a character. */
function textsOf(texts: readonly string[]): Stored {
  const points = texts.map((text) => Array.from(text, (character) => character.codePointAt(0)!));
  const length = Math.max(1, ...points.map((each) => each.length));
  const data = new DataView(new ArrayBuffer(4 * length * texts.length));
  points.forEach((each, row) =>
    each.forEach((point, i) => data.setUint32(4 * (length * row + i), point, true)),
  );
  return { type: `<U${length}`, shape: [texts.length], bytes: new Uint8Array(data.buffer) };
}
