import { checkColumn, checkColumnKind } from '../columns/column-problems.js';
import type {
  Vmd,
  VmdBones,
  VmdCameras,
  VmdLights,
  VmdMorphs,
  VmdProperties,
  VmdSelfShadows,
} from './vmd.js';

/**
 * Finds mistakes of the program that made or edited a document, before a file is written from it. Columns may be longer
 * than needed. O(keys).
 *
 * @throws RangeError naming the column.
 */
export function checkVmd(vmd: Vmd): void {
  checkBones(vmd.bones);
  checkMorphs(vmd.morphs);
  checkCameras(vmd.cameras);
  checkLights(vmd.lights);
  checkSelfShadows(vmd.selfShadows);
  checkProperties(vmd.properties);
}

function checkBones({
  count,
  names,
  nameIndex,
  frames,
  positions,
  rotations,
  curves,
  physics,
}: VmdBones): void {
  checkColumn('bones.nameIndex', nameIndex, 'words', 1, count);
  checkColumn('bones.frames', frames, 'words', 1, count);
  checkColumn('bones.positions', positions, 'floats', 3, count);
  checkColumn('bones.rotations', rotations, 'floats', 4, count);
  checkColumn('bones.curves', curves, 'bytes', 16, count);
  checkColumn('bones.physics', physics, 'bytes', 1, count);
  checkNameIndex('bones.nameIndex', nameIndex, count, names.length);
}

function checkMorphs({ count, names, nameIndex, frames, weights }: VmdMorphs): void {
  checkColumn('morphs.nameIndex', nameIndex, 'words', 1, count);
  checkColumn('morphs.frames', frames, 'words', 1, count);
  checkColumn('morphs.weights', weights, 'floats', 1, count);
  checkNameIndex('morphs.nameIndex', nameIndex, count, names.length);
}

function checkCameras(cameras: VmdCameras): void {
  const { count, frames, distances, targets, rotations, curves, fovs, perspective } = cameras;
  checkColumn('cameras.frames', frames, 'words', 1, count);
  checkColumn('cameras.distances', distances, 'floats', 1, count);
  checkColumn('cameras.targets', targets, 'floats', 3, count);
  checkColumn('cameras.rotations', rotations, 'floats', 3, count);
  checkColumn('cameras.curves', curves, 'bytes', 24, count);
  checkColumn('cameras.fovs', fovs, 'words', 1, count);
  checkColumn('cameras.perspective', perspective, 'bytes', 1, count);
}

function checkLights({ count, frames, colors, directions }: VmdLights): void {
  checkColumn('lights.frames', frames, 'words', 1, count);
  checkColumn('lights.colors', colors, 'floats', 3, count);
  checkColumn('lights.directions', directions, 'floats', 3, count);
}

function checkSelfShadows({ count, frames, modes, distances }: VmdSelfShadows): void {
  checkColumn('selfShadows.frames', frames, 'words', 1, count);
  checkColumn('selfShadows.modes', modes, 'bytes', 1, count);
  checkColumn('selfShadows.distances', distances, 'floats', 1, count);
}

function checkProperties(properties: VmdProperties): void {
  const { count, names, frames, visible, ikStarts, ikNameIndex, ikEnabled } = properties;
  checkColumn('properties.frames', frames, 'words', 1, count);
  checkColumn('properties.visible', visible, 'bytes', 1, count);
  checkColumnKind('properties.ikStarts', ikStarts, 'words');
  checkColumnKind('properties.ikNameIndex', ikNameIndex, 'words');
  checkColumnKind('properties.ikEnabled', ikEnabled, 'bytes');
  for (let key = 0; key < count; key++) {
    const [start, end] = [ikStarts[key], ikStarts[key + 1]];
    if (!(start >= 0 && end >= start && end <= ikEnabled.length))
      throw new RangeError(`properties.ikStarts[${key + 1}] is ${end}`);
  }
  checkNameIndex('properties.ikNameIndex', ikNameIndex, ikStarts[count], names.length);
}

function checkNameIndex(column: string, indices: Uint32Array, count: number, names: number): void {
  for (let i = 0; i < count; i++) {
    if (!(indices[i] >= 0 && indices[i] < names))
      throw new RangeError(`${column}[${i}] is ${indices[i]}, there are ${names} names`);
  }
}
