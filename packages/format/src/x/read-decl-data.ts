import type { XMesh } from './x.js';
import type { XTokens } from './x-tokens.js';

const SECTION = 'DeclData';
/** What Direct3D calls the elements of a vertex (`D3DDECLUSAGE`), and how it spells them (`D3DDECLTYPE`). */
const [NORMAL, UV] = [3, 5];
const [FLOAT2, FLOAT3] = [1, 2];
/** The size of each spelling, in numbers of 32 bits. */
const SIZES = [1, 2, 3, 4, 1, 1, 1, 2, 1, 1, 2, 1, 2, 1, 1, 1, 2];

/**
 * Reads the first normal and the first texture coordinates of each vertex, which Direct3D's own writer puts
 * into one list of 32-bit patterns. The brace of the object is left to the caller. Returns false if there is
 * more, which meshes do not hold.
 */
export function readDeclData(tokens: XTokens, mesh: XMesh): boolean {
  const { at } = tokens;
  const elements = tokens.count(4, SECTION);
  let size = 0;
  let normalAt = -1;
  let uvAt = -1;
  for (let element = 0; element < elements; element++) {
    const [type, , usage, index] = [0, 1, 2, 3].map(() => tokens.index(SECTION));
    if (usage === NORMAL && index === 0 && type === FLOAT3) normalAt = size;
    if (usage === UV && index === 0 && type === FLOAT2) uvAt = size;
    size += SIZES[type] ?? NaN;
  }
  const words = tokens.indices(tokens.count(1, SECTION), SECTION);
  const vertices = mesh.positions.length / 3;
  if (words.length !== size * vertices) {
    const isKnown = !Number.isNaN(size);
    const problem = isKnown
      ? `has ${words.length} of ${size * vertices}`
      : 'has an element of an unknown type';
    tokens.warn(isKnown ? 'count-mismatch' : 'unknown-type', SECTION, problem, at);
    return false;
  }
  const column = (start: number, count: number): Float32Array =>
    gather(tokens, new Float32Array(words.buffer), { start, count, size }, at);
  if (normalAt >= 0) {
    tokens.spend(COLUMN_MEMORY + mesh.corners.byteLength, SECTION);
    mesh.normals = { vectors: column(normalAt, 3), corners: mesh.corners.slice() };
  }
  if (uvAt >= 0) mesh.uvs = column(uvAt, 2);
  return size === (normalAt >= 0 ? 3 : 0) + (uvAt >= 0 ? 2 : 0);
}

/** The numbers of one element: `count` of each `size`, from `start` on. */
function gather(
  tokens: XTokens,
  numbers: Float32Array,
  { start, count, size }: { readonly start: number; readonly count: number; readonly size: number },
  at: number,
): Float32Array {
  const vertices = numbers.length / size;
  tokens.spend(COLUMN_MEMORY + 4 * count * vertices, SECTION);
  const column = new Float32Array(count * vertices);
  for (let i = 0; i < column.length; i++)
    column[i] = numbers[size * Math.floor(i / count) + start + (i % count)];
  if (!column.every(Number.isFinite)) tokens.warn('not-finite', SECTION, 'has a NaN or an infinity', at);
  return column;
}

/** A typed array and its buffer. */
const COLUMN_MEMORY = 200;
