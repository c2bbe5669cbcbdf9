import { listOf } from '../humanoid/read/json-value.js';
import { type Glb, GlbError, type GlbMemory, JSON_OFFSET, readGlb } from './glb.js';
import { BYTE, FLOAT, SHORT, TYPE_SIZES, UNSIGNED_BYTE, UNSIGNED_INT, UNSIGNED_SHORT } from './gltf.js';

/** How the numbers of an accessor are stored. */
interface Component {
  readonly bytes: number;
  read(view: DataView, offset: number): number;
  /** What a normalized 1 is stored as. */
  readonly one: number;
}

const COMPONENTS: ReadonlyMap<unknown, Component> = /* @__PURE__ */ new Map<unknown, Component>([
  [BYTE, { bytes: 1, one: 127, read: (view, at) => view.getInt8(at) }],
  [UNSIGNED_BYTE, { bytes: 1, one: 255, read: (view, at) => view.getUint8(at) }],
  [SHORT, { bytes: 2, one: 32767, read: (view, at) => view.getInt16(at, true) }],
  [UNSIGNED_SHORT, { bytes: 2, one: 65535, read: (view, at) => view.getUint16(at, true) }],
  [UNSIGNED_INT, { bytes: 4, one: 4294967295, read: (view, at) => view.getUint32(at, true) }],
  [FLOAT, { bytes: 4, one: 1, read: (view, at) => view.getFloat32(at, true) }],
]);

/** JSON as the file has it. */
type Untrusted = Readonly<Record<string, unknown>>;

/** Zeros that accessors may ask of other programs: sparse morph targets of real avatars do so. */
const ZEROS_FACTOR = 64;
const FREE_ZEROS = 1.6e7;

/**
 * Looks at an untrusted GLB before another program reads it, such as three's `GLTFLoader`: that allocates
 * what the JSON asks for.
 *
 * @throws GlbError as {@link readGlb}; `too-large` also if accessors ask for far more zeros than the file is
 * long.
 */
export function checkGlb(bytes: Uint8Array): void {
  let zeros = 0;
  for (const value of listOf(readGlb(bytes).json['accessors'])) {
    if (!isObject(value) || (value['bufferView'] !== undefined && value['sparse'] === undefined)) continue;
    const size = TYPE_SIZES.get(value['type']) ?? 0;
    zeros += 4 * size * (typeof value['count'] === 'number' ? value['count'] : 0);
  }
  if (!(zeros <= ZEROS_FACTOR * bytes.length + FREE_ZEROS))
    throw jsonError(`accessors need more memory than ${ZEROS_FACTOR} × the file + 16 MB`, 'too-large');
}

/**
 * Reads accessors of an untrusted GLB as numbers: all component types, strides, normalized and sparse ones.
 *
 * Single numbers, such as the times that many tracks share, are read once.
 */
export class AccessorReader {
  readonly #accessors: readonly unknown[];
  readonly #bufferViews: readonly unknown[];
  readonly #bin: Uint8Array;
  readonly #scalars = new Map<number, Float32Array>();
  readonly memory: GlbMemory;

  constructor({ json, bin, memory }: Glb) {
    this.#accessors = listOf(json['accessors']);
    this.#bufferViews = listOf(json['bufferViews']);
    this.#bin = bin;
    this.memory = memory;
  }

  /**
   * The numbers of an accessor, `type` as in glTF. 32-bit integers above 2²⁴ lose digits. Those of the type
   * SCALAR are shared: do not change them.
   *
   * @throws GlbError `bad-index`, `bad-accessor`, `truncated` or `too-large`.
   */
  read(index: unknown, type: string): Float32Array {
    const where = `accessors[${shown(index)}]`;
    const accessor = objectAt(this.#accessors, index);
    if (!accessor) throw jsonError(`${where} is missing`, 'bad-index');
    if (accessor['type'] !== type) {
      throw jsonError(`${where}.type must be ${type}, not ${shown(accessor['type'])}`, 'bad-accessor');
    }
    const known = this.#scalars.get(index as number);
    if (known) return known;
    const values = this.#readNew(accessor, where, TYPE_SIZES.get(type)!);
    if (type === 'SCALAR') this.#scalars.set(index as number, values);
    return values;
  }

  #readNew(accessor: Untrusted, where: string, size: number): Float32Array {
    const component = componentOf(accessor['componentType'], `${where}.componentType`);
    const count = wholeNumber(accessor['count'], `${where}.count`);
    const scale = accessor['normalized'] === true ? 1 / component.one : 1;
    const hasView = accessor['bufferView'] !== undefined;
    // What a view holds is checked before anything is allocated; zeros without a view only cost memory.
    const source = hasView ? this.#elements(accessor, where, { count, size, component }) : undefined;
    this.memory.spend(4 * count * size, where);
    const values = new Float32Array(count * size);
    if (source) for (let i = 0; i < count; i++) source.copy(i, values, i * size, scale);
    if (accessor['sparse'] !== undefined) this.#readSparse(accessor, where, size, values, scale);
    return values;
  }

  #readSparse(accessor: Untrusted, where: string, size: number, out: Float32Array, scale: number): void {
    const sparse = objectOf(accessor['sparse'], `${where}.sparse`);
    const count = wholeNumber(sparse['count'], `${where}.sparse.count`);
    if (count * size > out.length)
      throw jsonError(`${where}.sparse.count is ${count}, more than its elements`, 'bad-accessor');
    const indices = objectOf(sparse['indices'], `${where}.sparse.indices`);
    const values = objectOf(sparse['values'], `${where}.sparse.values`);
    const index = componentOf(indices['componentType'], `${where}.sparse.indices.componentType`);
    const places = this.#elements(indices, `${where}.sparse.indices`, { count, size: 1, component: index });
    const component = componentOf(accessor['componentType'], where);
    const source = this.#elements(values, `${where}.sparse.values`, { count, size, component });
    const place = new Float64Array(1);
    for (let i = 0; i < count; i++) {
      places.copy(i, place, 0, 1);
      if (place[0] * size >= out.length)
        throw jsonError(
          `${where}.sparse.indices[${i}] is ${place[0]}, beyond the last element`,
          'bad-accessor',
        );
      source.copy(i, out, place[0] * size, scale);
    }
  }

  /** Finds elements in a buffer view, and checks that all of them are there. */
  #elements(place: Untrusted, where: string, shape: Shape): Elements {
    const viewIndex = place['bufferView'];
    const view = objectAt(this.#bufferViews, viewIndex);
    if (!view) throw jsonError(`${where}.bufferView is ${shown(viewIndex)}, which is missing`, 'bad-index');
    const whereView = `bufferViews[${shown(viewIndex)}]`;
    if (view['buffer'] !== 0)
      throw jsonError(`${whereView}.buffer must be 0, the one inside the file`, 'bad-index');
    const start = wholeNumber(view['byteOffset'] ?? 0, `${whereView}.byteOffset`);
    const length = wholeNumber(view['byteLength'], `${whereView}.byteLength`);
    if (start + length > this.#bin.length) {
      const text = `${whereView} ends at byte ${start + length} of the buffer, which has ${this.#bin.length}`;
      throw jsonError(text, 'truncated');
    }
    const { count, size, component } = shape;
    const elementBytes = size * component.bytes;
    const stride = wholeNumber(view['byteStride'] ?? elementBytes, `${whereView}.byteStride`);
    const offset = wholeNumber(place['byteOffset'] ?? 0, `${where}.byteOffset`);
    const end = count === 0 ? 0 : offset + (count - 1) * stride + elementBytes;
    if (stride < elementBytes || end > length)
      throw jsonError(`${where} needs ${end} bytes of ${whereView}, which has ${length}`, 'truncated');
    return new Elements(this.#bin.subarray(start + offset, start + length), stride, shape);
  }
}

/** How many elements there are, of how many numbers. */
interface Shape {
  readonly count: number;
  readonly size: number;
  readonly component: Component;
}

/** Elements at equal distances. */
class Elements {
  readonly #view: DataView;
  readonly #stride: number;
  readonly #shape: Shape;

  constructor(bytes: Uint8Array, stride: number, shape: Shape) {
    this.#view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    this.#stride = stride;
    this.#shape = shape;
  }

  /** Copies an element. The least number of a normalized signed type means −1, as the one above it. */
  copy(index: number, out: Float32Array | Float64Array, outIndex: number, scale: number): void {
    const { size, component } = this.#shape;
    const at = index * this.#stride;
    for (let i = 0; i < size; i++) {
      const value = component.read(this.#view, at + i * component.bytes) * scale;
      out[outIndex + i] = scale === 1 ? value : Math.max(value, -1);
    }
  }
}

function componentOf(type: unknown, where: string): Component {
  const component = COMPONENTS.get(type);
  if (!component) throw jsonError(`${where} is ${shown(type)}, which glTF does not define`, 'bad-accessor');
  return component;
}

function wholeNumber(value: unknown, where: string): number {
  if (Number.isSafeInteger(value) && (value as number) >= 0) return value as number;
  throw jsonError(`${where} must be a whole number from 0, not ${shown(value)}`, 'bad-accessor');
}

/** An object out of a list out of JSON, undefined if there is none. */
function objectAt(list: readonly unknown[], index: unknown): Untrusted | undefined {
  const entry = Number.isInteger(index) ? list[index as number] : undefined;
  return isObject(entry) ? entry : undefined;
}

function objectOf(value: unknown, where: string): Untrusted {
  if (isObject(value)) return value;
  throw jsonError(`${where} must be an object`, 'bad-accessor');
}

/** Whether a value out of JSON is an object, not a list. */
function isObject(value: unknown): value is Untrusted {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** A value out of JSON, for messages. `String` throws for an object with a member `toString`. */
function shown(value: unknown): string {
  return typeof value === 'object' && value !== null ? 'an object' : String(value);
}

function jsonError(message: string, code: GlbError['code']): GlbError {
  return new GlbError(message, code, JSON_OFFSET);
}
