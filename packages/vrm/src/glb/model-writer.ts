import { FLOAT, type GltfAccessor } from './gltf.js';
import { boundsOf, componentType, GltfWriter } from './gltf-writer.js';

/**
 * Collects the binary parts of a GLB with a model: columns of numbers, vectors that are mostly 0, and files.
 * Needs neither three nor a DOM.
 *
 * @example
 * const writer = new ModelWriter();
 * const image = writer.addFile(pngBytes); // → 0, the first buffer view
 * const bytes = writer.toGlb({ asset: { version: '2.0' }, images: [{ bufferView: image, mimeType: 'image/png' }] });
 */
export class ModelWriter extends GltfWriter {
  /**
   * Adds `count` vectors x y z, of which all are 0 but those at `indices`, which ascend. `values`: 3 per
   * index. Returns the index of the accessor.
   */
  addSparse(count: number, indices: Uint16Array | Uint32Array, values: Float32Array): number {
    const bounds = boundsOf(values, 3, indices.length < count ? 0 : undefined);
    const accessor: GltfAccessor = { componentType: FLOAT, count, type: 'VEC3', ...bounds };
    if (indices.length > 0) {
      accessor.sparse = {
        count: indices.length,
        indices: { ...this.place(indices), componentType: componentType(indices) },
        values: this.place(values),
      };
    }
    return this.accessors.push(accessor) - 1;
  }

  /** Adds a file, such as a PNG, and returns the index of its buffer view. */
  addFile(bytes: Uint8Array): number {
    const view = this.addView();
    this.append(view, bytes);
    this.views[view].byteLength = bytes.length; // without padding
    return view;
  }
}
