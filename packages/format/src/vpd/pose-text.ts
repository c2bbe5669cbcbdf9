import type { Pose } from './read-pose.js';
import { VPD_SIGNATURE, type VpdBone, type VpdMorph } from './vpd.js';

/** A pose as MMD writes it. `exact`: with as many decimals as the numbers need, instead of six. */
export function poseText({ modelFile, bones, morphs }: Pose, exact: boolean): string {
  const lines = [
    VPD_SIGNATURE,
    '',
    `${oneLine(modelFile)};\t\t// 親ファイル名`, // model file
    `${bones.length};\t\t\t\t// 総ポーズボーン数`, // number of bones
    '',
    ...bones.flatMap((bone, i) => [...boneLines(bone, i, exact), '']),
    ...morphs.flatMap((morph, i) => [...morphLines(morph, i, exact), '']),
  ];
  return `${lines.join('\r\n')}\r\n`;
}

/** The lines of a bone's block. */
export function boneLines({ name, position, rotation }: VpdBone, index: number, exact: boolean): string[] {
  return [
    `Bone${index}{${oneLine(name)}`,
    `  ${spellAll(position, exact)};\t\t\t\t// trans x,y,z`,
    `  ${spellAll(rotation, exact)};\t\t// Quaternion x,y,z,w`,
    '}',
  ];
}

/** The lines of a morph's block, as MikuMikuMoving writes them. */
export function morphLines({ name, weight }: VpdMorph, index: number, exact: boolean): string[] {
  return [`Morph${index}{${oneLine(name)}`, `  ${spell(weight, exact)};`, '}'];
}

/** A name without line ends, which would end it. */
export function oneLine(name: string): string {
  return name.replace(/[\r\n]+/g, ' ');
}

function spellAll(values: readonly number[], exact: boolean): string {
  return values.map((value) => spell(value, exact)).join(',');
}

/** A number as C's `%.6f` writes it, with Microsoft's names for NaN and infinity. */
function spell(value: number, exact: boolean): string {
  if (Number.isNaN(value)) return '1.#QNAN0';
  if (!Number.isFinite(value)) return value < 0 ? '-1.#INF00' : '1.#INF00';
  if (Object.is(value, -0)) return '-0.000000'; // toFixed drops the sign
  const fixed = value.toFixed(6);
  return exact && Number(fixed) !== value ? String(value) : fixed;
}
