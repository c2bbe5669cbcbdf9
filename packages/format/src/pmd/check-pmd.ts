import { TOON_COUNT } from './layout.js';
import type { Pmd } from './pmd.js';

/**
 * Checks the counts and lists of a document before it is written. Columns are checked when they are written.
 *
 * @throws RangeError naming the list.
 */
export function checkPmd({
  vertices,
  bones,
  iks,
  morphs,
  facialList,
  frameNames,
  toonNames = [],
}: Pmd): void {
  const { count } = vertices;
  if (!(Number.isInteger(count) && count >= 0)) throw new RangeError(`vertices.count is ${count}`);
  checkCount('bones', bones.length, 0xffff);
  checkCount('iks', iks.length, 0xffff);
  iks.forEach(({ links }, i) => checkCount(`iks[${i}].links`, links.length, 0xff));
  checkCount('morphs', morphs.length, 0xffff);
  checkCount('facialList', facialList.length, 0xff);
  checkCount('frameNames', frameNames.length, 0xff);
  checkCount('toonNames', toonNames.length, TOON_COUNT);
}

function checkCount(list: string, length: number, most: number): void {
  if (length > most) throw new RangeError(`${list} has ${length} entries, the format counts to ${most}`);
}
