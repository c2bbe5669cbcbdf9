import { PMX_BONE, type PmxIk, type PmxMorph } from '@odori/format';
import { createRigDefinition, type RigDefinition } from '@odori/runtime/rig';
import { EXPRESSION_MORPHS } from './expressions.js';

/** Options of {@link standardSource}. @inline */
export interface StandardSourceOptions {
  /**
   * Degrees of the upper arms below the horizontal in the rest pose of the model that the dance was made for.
   * Forearms and hands hang lower or higher by the same difference. From −90 to 90.
   */
  readonly armAngle?: number; // 29.7
  /** Names of more morphs, such as custom expressions of an avatar. */
  readonly morphs?: readonly string[]; // none
}

/**
 * The skeleton that most dances were made for: the measures of Animasa's Miku, with all semi-standard bones.
 *
 * Three's space, MMD units. A VMD file does not say how its model rests. So a dance for a model whose arms
 * rest at another angle than Miku's has its arms too high or too low by the difference, unless `armAngle`
 * gives the angle, or you use the rig definition of that model. It has the morphs that become expressions.
 * O(bones · log bones).
 *
 * @throws RangeError if `armAngle` is not from −90 to 90.
 * @example
 * const rig = new Rig(standardSource());
 * bindMotion(motion, rig).sample(0);
 */
export function standardSource({
  armAngle = MIKU_ARM,
  morphs = [],
}: StandardSourceOptions = {}): RigDefinition {
  if (!(armAngle >= -90 && armAngle <= 90))
    throw new RangeError(`armAngle must be from -90 to 90 degrees, not ${armAngle}`);
  const rows = [...readRows(MIDDLE, '', 0), ...sideRows('左', armAngle), ...sideRows('右', armAngle)];
  const index = new Map(rows.map(({ name }, i) => [name, i]));
  const bones = rows.map(({ name, part, side, parent, position }) => {
    const find = (each: string): number => index.get(nameOf(each, side))!;
    const [append, ik, next] = [APPENDS[part], IKS[part], TWISTS[part]];
    return {
      name,
      position,
      parent: index.get(parent) ?? -1,
      layer: AFTER_IK.test(part) ? 1 : 0,
      flags:
        (ik ? PMX_BONE.ik : 0) | (append ? PMX_BONE.appendRotation : 0) | (next ? PMX_BONE.fixedAxis : 0),
      ...(ik && { ik: ikOf(ik, find) }),
      ...(append && { append: { parent: find(append[0]), ratio: append[1] } }),
      ...(next && { fixedAxis: axisBetween(position, rows[find(next)].position) }),
    };
  });
  const names = [...new Set([...EXPRESSION_MORPHS, ...morphs])];
  return createRigDefinition({ bones, morphs: names.map(emptyMorph) });
}

function emptyMorph(name: string): PmxMorph {
  return {
    name,
    nameEn: '',
    panel: 0,
    type: 'vertex',
    vertices: new Uint32Array(),
    offsets: new Float32Array(),
  };
}

type Vector = [number, number, number];

interface BoneRow {
  readonly name: string;
  /** The name without its side. */
  readonly part: string;
  readonly side: string;
  readonly parent: string;
  /** MMD's space. */
  readonly position: Vector;
}

/**
 * Name, parent (if it is not the row before), x y z in MMD's space. Measured on Miku Ver. 2; semi-standard
 * bones are where their editors put them.
 */
const MIDDLE = `全ての親 - 0 0 0
センター 0 8 0
グルーブ 0 8.2 0
腰 0 12 -.164
下半身 0 13.243 -.255
上半身 腰 0 13.301 -.255
上半身2 0 14.392 -.166
上半身3 0 15.4 -.083
首 0 16.418 0
頭 0 16.799 0
両目 0 21 -.7`;

/** The left side. */
const SIDE = `目 頭 .35 17.858 -.348
腰キャンセル 下半身 .797 10.753 -.073
足 .797 10.753 -.073
ひざ .674 5.927 -.053
足首 .875 1.34 0
つま先 .929 0 -2.464
足IK親 全ての親 .875 0 0
足ＩＫ .875 1.34 0
つま先ＩＫ .929 0 -2.464
足D 腰キャンセル .797 10.753 -.073
ひざD .674 5.927 -.053
足首D .875 1.34 0
足先EX .911 .447 -1.643
肩P 上半身3 .136 16.13 .265
肩 .136 16.13 .265
肩C .891 15.689 .318`;

/** The left arm, which `armAngle` turns about its first joint. */
const ARM = `腕 肩C .891 15.689 .318
腕捩 2.511 14.7644 .2964
ひじ 3.591 14.148 .282
手捩 4.5984 13.2942 .276
手首 5.27 12.725 .272
親指０ 5.402 12.505 .089
親指１ 5.6 12.176 -.185
親指２ 5.835 11.89 -.346
人指１ 手首 6.134 11.974 .046
人指２ 6.407 11.776 .048
人指３ 6.621 11.604 .043
中指１ 手首 6.147 11.963 .23
中指２ 6.493 11.767 .227
中指３ 6.736 11.574 .221
薬指１ 手首 6.148 11.941 .398
薬指２ 6.385 11.745 .395
薬指３ 6.621 11.593 .403
小指１ 手首 6.013 11.924 .576
小指２ 6.243 11.773 .569
小指３ 6.385 11.65 .559`;

const SHOULDER = [0.891, 15.689];
/** Of the upper arm, from 腕 to ひじ. */
const MIKU_ARM = 29.7;

/** Bones that are evaluated once the IKs are solved. */
const AFTER_IK = /D$|EX$/;

/** Bones that turn only about the line to another bone. */
const TWISTS: Readonly<Record<string, string | undefined>> = { 腕捩: 'ひじ', 手捩: '手首' };

/** What bones append: the source and the ratio. */
const APPENDS: Readonly<Record<string, readonly [string, number] | undefined>> = {
  目: ['両目', 1],
  肩C: ['肩P', -1],
  腰キャンセル: ['腰', -1],
  足D: ['足', 1],
  ひざD: ['ひざ', 1],
  足首D: ['足首', 1],
};

interface StandardIk {
  readonly effector: string;
  readonly links: readonly string[];
  readonly loopCount: number;
  readonly limitAngle: number;
}

const IKS: Readonly<Record<string, StandardIk | undefined>> = {
  足ＩＫ: { effector: '足首', links: ['ひざ', '足'], loopCount: 40, limitAngle: 2 },
  つま先ＩＫ: { effector: 'つま先', links: ['足首'], loopCount: 3, limitAngle: 4 },
};

const KNEE_LIMITS = { min: [-Math.PI, 0, 0] as Vector, max: [-Math.PI / 360, 0, 0] as Vector };

function ikOf({ effector, links, loopCount, limitAngle }: StandardIk, find: (part: string) => number): PmxIk {
  return {
    effector: find(effector),
    loopCount,
    limitAngle,
    links: links.map((link) => ({ bone: find(link), ...(link === 'ひざ' && { limits: KNEE_LIMITS }) })),
  };
}

function sideRows(side: '左' | '右', armAngle: number): BoneRow[] {
  const rows = [...readRows(SIDE, side, 0), ...readRows(ARM, side, ((MIKU_ARM - armAngle) * Math.PI) / 180)];
  return side === '左'
    ? rows
    : rows.map(({ position: [x, y, z], ...row }) => ({ ...row, position: [-x, y, z] as Vector }));
}

/** The rows of a table, turned about the left shoulder by an angle that lifts the arm. */
function readRows(table: string, side: string, angle: number): BoneRow[] {
  const [sin, cos] = [Math.sin(angle), Math.cos(angle)];
  let above = '';
  return table.split('\n').map((line) => {
    const [part, ...rest] = line.split(' ');
    const parent = rest.length > 3 ? rest.shift()! : above;
    const [x, y, z] = rest.map(Number);
    above = part;
    const [dx, dy] = [x - SHOULDER[0], y - SHOULDER[1]];
    const position: Vector =
      angle === 0 ? [x, y, z] : [SHOULDER[0] + cos * dx - sin * dy, SHOULDER[1] + sin * dx + cos * dy, z];
    return { name: nameOf(part, side), part, side, parent: nameOf(parent, side), position };
  });
}

/** The name of a part of a side, such as 左腕. The side of 腰キャンセル (waist cancel) comes last. */
function nameOf(part: string, side: string): string {
  if (IN_THE_MIDDLE.test(part)) return part;
  return part === '腰キャンセル' ? part + side : side + part;
}

const IN_THE_MIDDLE = /^(?:全ての親|センター|グルーブ|腰|.半身[23]?|首|頭|両目)$/;

function axisBetween(from: Vector, to: Vector): Vector {
  const [x, y, z] = [to[0] - from[0], to[1] - from[1], to[2] - from[2]];
  const length = Math.hypot(x, y, z);
  return [x / length, y / length, z / length];
}
