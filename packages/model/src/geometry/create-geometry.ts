import { BufferAttribute, BufferGeometry, InterleavedBuffer, InterleavedBufferAttribute } from 'three';
import type { GeometryData } from './geometry-data.js';
import { SDEF_STRIDE } from './sdef-column.js';

/**
 * A geometry with the columns of a model as attributes, and one group per material, in file order. The body, its outline and its ground
 * shadow share it.
 *
 * If the model has SDEF vertices: sdefCenter 4 (w: 1 where a vertex is SDEF), sdefArm0 3, sdefArm1 3, in one buffer, because WebGPU
 * allows 8 buffers for all attributes of a vertex. O(columns).
 */
export function createGeometry({ columns, sdef, index, groups }: GeometryData): BufferGeometry {
  const geometry = new BufferGeometry();
  for (const { name, size, numbers } of columns)
    geometry.setAttribute(name, new BufferAttribute(numbers, size));
  if (sdef) {
    const buffer = new InterleavedBuffer(sdef, SDEF_STRIDE);
    geometry.setAttribute('sdefCenter', new InterleavedBufferAttribute(buffer, 4, 0));
    geometry.setAttribute('sdefArm0', new InterleavedBufferAttribute(buffer, 3, 4));
    geometry.setAttribute('sdefArm1', new InterleavedBufferAttribute(buffer, 3, 7));
  }
  geometry.setIndex(new BufferAttribute(index, 1));
  groups.forEach(({ start, count }, material) => geometry.addGroup(start, count, material));
  return geometry;
}
