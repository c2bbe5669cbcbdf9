import { TOON_COUNT } from './layout.js';
import type { Pmd } from './pmd.js';

/** Numbers a vertex in every column. */
const PER_VERTEX = { positions: 3, normals: 3, uvs: 2, boneIndices: 2, weights: 1, edgeFlags: 1 } as const;

/**
 * Finds what a program has put together wrongly before a file is made of it. Columns may be longer than needed.
 *
 * @throws RangeError naming the column or the list.
 */
export function checkDocument(pmd: Pmd): void {
  const { vertices, bones, iks, morphs, facialList, frameNames, toonNames = [] } = pmd;
  checkVertices(vertices);
  morphs.forEach(({ indices, offsets }, i) => {
    checkColumn(`morphs[${i}].offsets`, offsets, 3 * indices.length);
    checkFloats(`morphs[${i}].offsets`, offsets);
  });
  checkCount('bones', bones.length, 0xffff);
  checkCount('iks', iks.length, 0xffff);
  iks.forEach(({ links }, i) => checkCount(`iks[${i}].links`, links.length, 0xff));
  checkCount('morphs', morphs.length, 0xffff);
  checkCount('facialList', facialList.length, 0xff);
  checkCount('frameNames', frameNames.length, 0xff);
  checkCount('toonNames', toonNames.length, TOON_COUNT);
}

function checkVertices(vertices: Pmd['vertices']): void {
  const { count } = vertices;
  if (!(Number.isInteger(count) && count >= 0)) throw new RangeError(`vertices.count is ${count}`);
  for (const [column, perVertex] of Object.entries(PER_VERTEX)) {
    checkColumn(`vertices.${column}`, vertices[column as keyof typeof PER_VERTEX], perVertex * count);
  }
  for (const column of ['positions', 'normals', 'uvs'] as const)
    checkFloats(`vertices.${column}`, vertices[column]);
}

/** A list or a Float64Array would be written as other numbers. */
function checkFloats(column: string, { BYTES_PER_ELEMENT }: Float32Array): void {
  if (BYTES_PER_ELEMENT !== 4) throw new RangeError(`${column} is no array of 32-bit numbers`);
}

function checkColumn(column: string, { length }: ArrayLike<number>, needed: number): void {
  if (length < needed) throw new RangeError(`${column} has ${length} entries, it needs ${needed}`);
}

function checkCount(list: string, length: number, most: number): void {
  if (length > most) throw new RangeError(`${list} has ${length} entries, the format counts to ${most}`);
}
