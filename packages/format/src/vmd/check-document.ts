import type { Vmd } from './vmd.js';

/** Numbers a key in every column. */
const PER_KEY = {
  bones: { nameIndex: 1, frames: 1, positions: 3, rotations: 4, curves: 16, physics: 1 },
  morphs: { nameIndex: 1, frames: 1, weights: 1 },
  cameras: { frames: 1, distances: 1, targets: 3, rotations: 3, curves: 24, fovs: 1, perspective: 1 },
  lights: { frames: 1, colors: 3, directions: 3 },
  selfShadows: { frames: 1, modes: 1, distances: 1 },
  properties: { frames: 1, visible: 1 },
} as const;

/**
 * Finds what a program has put together wrongly before a file is made of it. Columns may be longer than needed. O(keys).
 *
 * @throws RangeError naming the column.
 */
export function checkDocument(vmd: Vmd): void {
  for (const [name, columns] of Object.entries(PER_KEY)) {
    const section = Reflect.get(vmd, name) as Vmd['bones'];
    for (const [column, perKey] of Object.entries(columns)) {
      const { length } = Reflect.get(section, column) as ArrayLike<number>;
      if (length >= perKey * section.count) continue;
      throw new RangeError(
        `${name}.${column} has ${length} entries, ${section.count} keys need ${perKey * section.count}`,
      );
    }
  }
  checkIndices('bones.nameIndex', vmd.bones.nameIndex, vmd.bones.count, vmd.bones.names.length);
  checkIndices('morphs.nameIndex', vmd.morphs.nameIndex, vmd.morphs.count, vmd.morphs.names.length);
  const { count, ikStarts, ikNameIndex, ikEnabled, names } = vmd.properties;
  for (let key = 0; key < count; key++) {
    const isSound = ikStarts[key + 1] >= ikStarts[key] && ikStarts[key + 1] <= ikEnabled.length;
    if (!isSound) throw new RangeError(`properties.ikStarts[${key + 1}] is ${ikStarts[key + 1]}`);
  }
  checkIndices('properties.ikNameIndex', ikNameIndex, ikStarts[count], names.length);
}

function checkIndices(column: string, indices: Uint32Array, count: number, names: number): void {
  for (let i = 0; i < count; i++) {
    if (!(indices[i] < names))
      throw new RangeError(`${column}[${i}] is ${indices[i]}, there are ${names} names`);
  }
}
