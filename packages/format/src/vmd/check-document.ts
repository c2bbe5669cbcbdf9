import { BONE, CAMERA, type Field, LIGHT, MORPH, PROPERTY, SELF_SHADOW } from './layout.js';
import type { Vmd } from './vmd.js';

const LAYOUTS = { bones: BONE, morphs: MORPH, cameras: CAMERA, lights: LIGHT, selfShadows: SELF_SHADOW };

/**
 * Finds what a program has put together wrongly before a file is made of it. Columns may be longer than needed. O(keys).
 *
 * @throws RangeError naming the column.
 */
export function checkDocument(vmd: Vmd): void {
  for (const [name, { fields }] of Object.entries(LAYOUTS)) {
    checkColumns(name, vmd[name as keyof typeof LAYOUTS], fields);
  }
  const { frames, visible } = PROPERTY.fields; // switches vary in number
  checkColumns('properties', vmd.properties, { frames, visible });
  checkIndices('bones.nameIndex', vmd.bones.nameIndex, vmd.bones.count, vmd.bones.names.length);
  checkIndices('morphs.nameIndex', vmd.morphs.nameIndex, vmd.morphs.count, vmd.morphs.names.length);
  const { count, ikStarts, ikNameIndex, ikEnabled, names } = vmd.properties;
  for (let key = 0; key < count; key++) {
    const isSound = ikStarts[key + 1] >= ikStarts[key] && ikStarts[key + 1] <= ikEnabled.length;
    if (!isSound) throw new RangeError(`properties.ikStarts[${key + 1}] is ${ikStarts[key + 1]}`);
  }
  checkIndices('properties.ikNameIndex', ikNameIndex, ikStarts[count], names.length);
}

function checkColumns(
  name: string,
  keys: { readonly count: number },
  fields: Readonly<Record<string, Field>>,
): void {
  for (const [column, { perKey }] of Object.entries(fields)) {
    const { length } = Reflect.get(keys, column) as ArrayLike<number>;
    const needed = perKey * keys.count;
    if (length >= needed) continue;
    throw new RangeError(`${name}.${column} has ${length} entries, ${keys.count} keys need ${needed}`);
  }
}

function checkIndices(column: string, indices: Uint32Array, count: number, names: number): void {
  for (let i = 0; i < count; i++) {
    if (!(indices[i] < names))
      throw new RangeError(`${column}[${i}] is ${indices[i]}, there are ${names} names`);
  }
}
