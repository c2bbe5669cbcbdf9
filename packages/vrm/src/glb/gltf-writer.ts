import {
  FLOAT,
  type GltfAccessor,
  type GltfBufferView,
  type GltfJson,
  UNSIGNED_BYTE,
  UNSIGNED_INT,
  UNSIGNED_SHORT,
} from './gltf.js';
import { writeGlb } from './write-glb.js';

/** The columns that an accessor can be made of. */
export type GltfColumn = Float32Array | Uint8Array | Uint16Array | Uint32Array;

/**
 * Vertex attributes and indices are marked: renderers upload them as they are. Matrices of skins are apart
 * from all other columns.
 */
export type GltfTarget = 'attributes' | 'indices' | 'matrices';

const TARGETS: Readonly<Record<GltfTarget, number | undefined>> = {
  attributes: 34962,
  indices: 34963,
  matrices: undefined,
};
const TYPES: Readonly<Record<number, string>> = { 1: 'SCALAR', 2: 'VEC2', 3: 'VEC3', 4: 'VEC4', 16: 'MAT4' };

/** Options of {@link GltfWriter.add}. */
export interface AccessorOptions {
  readonly target?: GltfTarget; // none
  /** Writes the least and the largest value of each component, which glTF wants of times and positions. */
  readonly hasBounds?: boolean; // false
  /** Whole numbers stand for the range from 0 to 1. */
  readonly isNormalized?: boolean; // false
}

/** Where a column begins. */
export interface ColumnPlace {
  readonly bufferView: number;
  readonly byteOffset: number;
}

/**
 * Collects the binary parts of a GLB: typed arrays become accessors. Needs neither three nor a DOM.
 *
 * @example
 * const writer = new GltfWriter();
 * const input = writer.add(Float32Array.of(0, 1), 1, { hasBounds: true }); // → 0, the first accessor
 * writer.toGlb({ asset: { version: '2.0' } });
 */
export class GltfWriter {
  readonly accessors: GltfAccessor[] = [];
  protected readonly views: (GltfBufferView & { readonly parts: Uint8Array[] })[] = [];
  /** The view that columns share which are no vertex attributes, by what they are. */
  readonly #shared = new Map<GltfTarget | undefined, number>();

  /** Adds a column of elements with `size` numbers each, and returns the index of its accessor. */
  add(column: GltfColumn, size: number, { target, hasBounds, isNormalized }: AccessorOptions = {}): number {
    const accessor = {
      ...this.place(column, target),
      componentType: componentType(column),
      count: column.length / size,
      type: TYPES[size],
      ...(isNormalized && { normalized: true }),
      ...(hasBounds && boundsOf(column, size)),
    };
    return this.accessors.push(accessor) - 1;
  }

  /** The whole file: `json` with the accessors, buffer views and the buffer of this writer. O(bytes). */
  toGlb(json: GltfJson): Uint8Array {
    let byteLength = 0;
    const parts: Uint8Array[] = [];
    const bufferViews = this.views.map(({ parts: own, ...view }) => {
      const byteOffset = byteLength;
      for (const part of own) {
        byteLength += part.length;
        parts.push(part);
      }
      return { ...view, byteOffset };
    });
    const binary = { bufferViews, buffers: [{ byteLength }] };
    const { accessors } = this;
    return writeGlb(
      { ...json, ...(accessors.length > 0 && { accessors }), ...(byteLength > 0 && binary) },
      parts,
    );
  }

  /** Appends a column to a view. */
  protected place(column: GltfColumn, target?: GltfTarget): ColumnPlace {
    // Attributes that share a view would need a stride.
    const bufferView =
      (target === 'attributes' ? undefined : this.#shared.get(target)) ?? this.addView(target);
    this.#shared.set(target, bufferView);
    const { byteLength: byteOffset } = this.views[bufferView];
    this.append(bufferView, column);
    return { bufferView, byteOffset };
  }

  protected addView(target?: GltfTarget): number {
    const mark = target && TARGETS[target];
    const view = { buffer: 0, byteLength: 0, ...(mark && { target: mark }), parts: [] };
    return this.views.push(view) - 1;
  }

  /** Each column begins at a multiple of 4 bytes, as 32-bit numbers need. */
  protected append(view: number, column: GltfColumn): void {
    const bytes = new Uint8Array(4 * Math.ceil(column.byteLength / 4));
    bytes.set(new Uint8Array(column.buffer, column.byteOffset, column.byteLength));
    this.views[view].parts.push(bytes);
    this.views[view].byteLength += bytes.length;
  }
}

/** The number with which glTF names the type of a column's numbers. */
export function componentType(column: GltfColumn): number {
  if (column instanceof Float32Array) return FLOAT;
  if (column instanceof Uint32Array) return UNSIGNED_INT;
  return column instanceof Uint16Array ? UNSIGNED_SHORT : UNSIGNED_BYTE;
}

/** The least and the largest value of each of `size` components. `start`: a value that is among them, too. */
export function boundsOf(column: GltfColumn, size: number, start?: number): { min: number[]; max: number[] } {
  const min = Array.from({ length: size }, () => start ?? Infinity);
  const max = Array.from({ length: size }, () => start ?? -Infinity);
  for (let i = 0; i < column.length; i++) {
    min[i % size] = Math.min(min[i % size], column[i]);
    max[i % size] = Math.max(max[i % size], column[i]);
  }
  return { min, max };
}
