import { BufferAttribute, BufferGeometry, InterleavedBuffer, InterleavedBufferAttribute } from 'three';
import type { GeometryData } from './geometry-data.js';
import { SDEF_STRIDE } from './sdef-column.js';

/**
 * A geometry with the columns of a model as attributes, and one group per material with triangles, in file
 * order. The body, its outline and its ground shadow share it.
 *
 * If the model has SDEF vertices: sdefCenter 4 (w: 1 where a vertex is SDEF), sdefArm0 3, sdefArm1 3, in one
 * buffer, because WebGPU allows 8 buffers for all attributes of a vertex. O(columns).
 *
 * `morphed`: the columns that morphs change, which are interleaved, so that attributes can share the buffer.
 */
export function createGeometry(
  { columns, sdef, index, groups }: GeometryData,
  morphed?: { has(name: string): boolean },
): BufferGeometry {
  const geometry = new BufferGeometry();
  for (const { name, size, numbers } of columns) {
    const attribute = morphed?.has(name)
      ? new InterleavedBufferAttribute(new InterleavedBuffer(numbers, size), size, 0)
      : new BufferAttribute(numbers, size);
    geometry.setAttribute(name, attribute);
  }
  if (sdef) {
    const buffer = new InterleavedBuffer(sdef, SDEF_STRIDE);
    geometry.setAttribute('sdefCenter', new InterleavedBufferAttribute(buffer, 4, 0));
    geometry.setAttribute('sdefArm0', new InterleavedBufferAttribute(buffer, 3, 4));
    geometry.setAttribute('sdefArm1', new InterleavedBufferAttribute(buffer, 3, 7));
  }
  geometry.setIndex(new BufferAttribute(index, 1));
  groups.forEach(({ start, count }, material) => {
    if (count > 0) geometry.addGroup(start, count, material); // WebGPU warns of draws without triangles
  });
  return geometry;
}

/**
 * Gives a geometry the groups of another one, with the materials that `kindOf` says, or none for -1.
 * Neighbors of the kind 0 are one group.
 */
export function groupGeometry(
  geometry: BufferGeometry,
  { groups }: BufferGeometry,
  kindOf: (material: number) => number,
): void {
  geometry.clearGroups();
  for (const { start, count, materialIndex } of groups) {
    const kind = kindOf(materialIndex!);
    const last = geometry.groups.at(-1);
    if (kind === 0 && last?.materialIndex === 0 && last.start + last.count === start) last.count += count;
    else if (kind >= 0) geometry.addGroup(start, count, kind);
  }
}

/** A geometry with the attributes and the groups of another one. */
export function shareGeometry(source: BufferGeometry): BufferGeometry {
  const geometry = new BufferGeometry();
  geometry.setIndex(source.index);
  for (const [name, attribute] of Object.entries(source.attributes)) geometry.setAttribute(name, attribute);
  for (const { start, count, materialIndex } of source.groups) geometry.addGroup(start, count, materialIndex);
  return geometry;
}

/**
 * Removes shared attributes from a geometry: disposing of it would free their copies on the GPU, which others
 * use.
 */
export function keepShared(geometry: BufferGeometry, shared: BufferGeometry): void {
  geometry.setIndex(null);
  for (const [name, attribute] of Object.entries(geometry.attributes)) {
    if (bufferOf(attribute) === bufferOf(shared.getAttribute(name))) geometry.deleteAttribute(name);
  }
}

/** What renderers keep a copy of. */
function bufferOf(attribute: BufferAttribute | InterleavedBufferAttribute): object {
  return 'isInterleavedBufferAttribute' in attribute ? attribute.data : attribute;
}
