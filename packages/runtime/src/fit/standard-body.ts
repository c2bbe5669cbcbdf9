import { createSkeletonDefinition, type SkeletonBone } from '../rig/create-skeleton-definition.js';
import { Rig } from '../rig/rig.js';

/**
 * Name, parent, x y z of the middle; of the left side, without its side. About the measures of MMD's Miku.
 */
const MIDDLE = `全ての親 - 0 0 0
センター 全ての親 0 8 0
グルーブ センター 0 8.2 0
腰 グルーブ 0 12 0
下半身 腰 0 13 0
上半身 腰 0 13 0
上半身2 上半身 0 14.4 0
首 上半身2 0 16.4 0
頭 首 0 16.8 0`;
const SIDE = `肩 上半身2 .14 16.1 0
腕 肩 .9 15.7 0
腕捩 腕 2.5 14.8 0
ひじ 腕捩 3.6 14.1 0
手捩 ひじ 4.6 13.3 0
手首 手捩 5.3 12.7 0
足 下半身 .8 10.8 0
ひざ 足 .7 5.9 .05
足首 ひざ .9 1.3 0
つま先 足首 .9 0 2.5
足IK親 全ての親 .9 0 0
足ＩＫ 足IK親 .9 1.3 0
つま先ＩＫ 足ＩＫ .9 0 2.5`;

/** A rig for motions whose model is not known: the bones that dances move, with legs on IK. */
export function createStandardBody(): Rig {
  const middle = rowsOf(MIDDLE);
  const middleNames = new Set(middle.map(({ name }) => name));
  const side = (prefix: string, sign: number): Row[] =>
    rowsOf(SIDE).map(({ name, parent, position: [x, y, z] }) => ({
      name: prefix + name,
      parent: middleNames.has(parent) ? parent : prefix + parent,
      position: [sign * x, y, z],
    }));
  const rows = [...middle, ...side('左', 1), ...side('右', -1)]; // her left is at +x
  const names = rows.map(({ name }) => name);
  const bones = rows.map(({ parent, ...row }): SkeletonBone => ({ ...row, parent: names.indexOf(parent) }));
  return new Rig(createSkeletonDefinition(bones));
}

interface Row extends Omit<SkeletonBone, 'parent'> {
  readonly parent: string;
}

function rowsOf(table: string): Row[] {
  return table.split('\n').map((line) => {
    const [name, parent, ...numbers] = line.split(' ');
    const [x, y, z] = numbers.map(Number);
    return { name, parent, position: [x, y, z] };
  });
}
