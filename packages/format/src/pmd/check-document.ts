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
  for (const [column, perVertex] of Object.entries(PER_VERTEX)) {
    const { length } = vertices[column as keyof typeof PER_VERTEX];
    checkColumn(`vertices.${column}`, length, perVertex * vertices.count);
  }
  morphs.forEach(({ indices, offsets }, i) => {
    checkColumn(`morphs[${i}].offsets`, offsets.length, 3 * indices.length);
  });
  checkCount('bones', bones.length, 0xffff);
  checkCount('iks', iks.length, 0xffff);
  iks.forEach(({ links }, i) => checkCount(`iks[${i}].links`, links.length, 0xff));
  checkCount('morphs', morphs.length, 0xffff);
  checkCount('facialList', facialList.length, 0xff);
  checkCount('frameNames', frameNames.length, 0xff);
  checkCount('toonNames', toonNames.length, TOON_COUNT);
}

function checkColumn(column: string, length: number, needed: number): void {
  if (length < needed) throw new RangeError(`${column} has ${length} entries, it needs ${needed}`);
}

function checkCount(list: string, length: number, most: number): void {
  if (length > most) throw new RangeError(`${list} has ${length} entries, the format counts to ${most}`);
}
