import { kindProblem } from '../columns/column-problems.js';
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
  checkKind('properties.ikStarts', ikStarts, Uint32Array);
  checkKind('properties.ikNameIndex', ikNameIndex, Uint32Array);
  checkKind('properties.ikEnabled', ikEnabled, Uint8Array);
  for (let key = 0; key < count; key++) {
    const [start, end] = [ikStarts[key], ikStarts[key + 1]];
    if (!(start >= 0 && end >= start && end <= ikEnabled.length))
      throw new RangeError(`properties.ikStarts[${key + 1}] is ${end}`);
  }
  checkIndices('properties.ikNameIndex', ikNameIndex, ikStarts[count], names.length);
}

function checkColumns(
  name: string,
  keys: { readonly count: number },
  fields: Readonly<Record<string, Field>>,
): void {
  for (const [column, { perKey, type }] of Object.entries(fields)) {
    const values = Reflect.get(keys, column) as ArrayLike<number>;
    checkKind(`${name}.${column}`, values, type);
    const needed = perKey * keys.count;
    if (values.length >= needed) continue;
    throw new RangeError(`${name}.${column} has ${values.length} entries, ${keys.count} keys need ${needed}`);
  }
}

function checkKind(column: string, values: unknown, type: Field['type']): void {
  const problem = kindProblem(values, type.BYTES_PER_ELEMENT, type === Float32Array);
  if (problem) throw new RangeError(`${column} ${problem}`);
}

function checkIndices(column: string, indices: Uint32Array, count: number, names: number): void {
  for (let i = 0; i < count; i++) {
    if (!(indices[i] >= 0 && indices[i] < names))
      throw new RangeError(`${column}[${i}] is ${indices[i]}, there are ${names} names`);
  }
}
