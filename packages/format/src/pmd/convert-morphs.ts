import type { PmxVertexMorph } from '../pmx/pmx-morph.js';
import { baseOf } from './morphs.js';
import type { Pmd, PmdMorph } from './pmd.js';

/**
 * The morphs of a PMD without the base, which only says which vertices the others move; in the order of the file.
 *
 * What a morph moves and is not there is left out.
 */
export function convertMorphs(pmd: Pmd): PmxVertexMorph[] {
  const base = baseOf(pmd.morphs);
  const baseVertices = pmd.morphs[base]?.indices ?? new Uint32Array(0);
  const names = pmd.english?.morphNames ?? [];
  return pmd.morphs.flatMap((morph, i) => {
    if (i === base) return [];
    // The first has no English name, even if it is no base.
    const nameEn = names[i < base ? i : i - 1]?.text ?? '';
    return [
      {
        type: 'vertex' as const,
        name: morph.name.text,
        nameEn,
        panel: Math.min(4, morph.type),
        ...convertOffsets(morph, baseVertices, pmd.vertices.count),
      },
    ];
  });
}

/** Where a morph of a PMD is among those of its PMX; −1 for the base and for what is not there. */
export function convertMorphIndex({ morphs }: Pmd, index: number): number {
  const base = baseOf(morphs);
  if (index === base || !morphs[index]) return -1;
  return base >= 0 && index > base ? index - 1 : index;
}

function convertOffsets(
  { indices, offsets }: PmdMorph,
  baseVertices: Uint32Array,
  vertexCount: number,
): Pick<PmxVertexMorph, 'vertices' | 'offsets'> {
  const vertices = new Uint32Array(indices.length);
  const moved = new Float32Array(3 * indices.length);
  let count = 0;
  for (let j = 0; j < indices.length; j++) {
    const vertex = baseVertices[indices[j]];
    if (!(vertex < vertexCount)) continue;
    for (let axis = 0; axis < 3; axis++) moved[3 * count + axis] = offsets[3 * j + axis];
    vertices[count++] = vertex;
  }
  return { vertices: vertices.slice(0, count), offsets: moved.slice(0, 3 * count) };
}
