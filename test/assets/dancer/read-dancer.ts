import { parsePmx, type Pmx } from '@odori/format';
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** The folder of the committed files, which `pnpm assets` creates. */
export const FILES: string = fileURLToPath(new URL('../../../packages/sample/files', import.meta.url));

export function dancerBytes(): Uint8Array {
  return new Uint8Array(readFileSync(`${FILES}/dancer.pmx`));
}

export function readDancer(): Pmx {
  return parsePmx(dancerBytes());
}

/** A bone of the dancer. Throws if there is none with this name. */
export function boneIndex(dancer: Pmx, name: string): number {
  const index = dancer.bones.findIndex((bone) => bone.name === name);
  if (index < 0) throw new RangeError(`no bone ${name}`);
  return index;
}

/** The vertices that a material draws. */
export function verticesOf(dancer: Pmx, nameEn: string): number[] {
  return [...new Set(indicesOf(dancer, nameEn))];
}

/** The triangles of a material, three vertices each. */
export function facesOf(dancer: Pmx, nameEn: string): number[][] {
  const indices = indicesOf(dancer, nameEn);
  return Array.from({ length: indices.length / 3 }, (_, i) => [...indices.subarray(3 * i, 3 * i + 3)]);
}

function indicesOf({ indices, materials }: Pmx, nameEn: string): Uint32Array {
  let start = 0;
  for (const material of materials) {
    if (material.nameEn === nameEn) return indices.subarray(start, start + material.indexCount);
    start += material.indexCount;
  }
  throw new RangeError(`no material ${nameEn}`);
}

/** The name of the opposite bone. 頭 has no sides. */
export function oppositeName(name: string): string {
  return name.replace(/[左右]/, (side) => (side === '左' ? '右' : '左'));
}
