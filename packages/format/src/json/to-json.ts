import { sameBytes, wordsOf } from '../binary/bytes.js';
import { encodeCp932 } from '../text/encode-cp932.js';
import type { MmdName } from '../text/name.js';
import { SIGNATURES } from '../vmd/layout.js';
import type { Vmd } from '../vmd/vmd.js';
import { type JsonNumber, toHex, toJsonNumber } from './json-number.js';
import { sourceToJson } from './source-json.js';
import type {
  BoneKeyJson,
  CameraKeyJson,
  CurveJson,
  LightKeyJson,
  MorphKeyJson,
  NameGroup,
  NameJson,
  PropertyKeyJson,
  SelfShadowKeyJson,
  VmdJson,
  VmdJsonExpansion,
} from './vmd-json.js';

/** Options of {@link toJson}; they come back in the JSON's `expansion` block. */
export type ToJsonOptions = Partial<Pick<VmdJsonExpansion, 'targetId' | 'startFrame' | 'groupType'>>;

/** Frames are 32 bits wide. */
const MOST_FRAMES = 0xffffffff;

/**
 * A motion as plain objects that `JSON.stringify` can write and people can read; `fromJson` is the way back.
 *
 * Without `groupType: 'name'` nothing is lost, not a byte of the file: −0, NaN and infinities are strings, raw bytes
 * stand in hexadecimal where the text does not give them back. O(keys).
 *
 * @throws RangeError if `startFrame` is not a whole number of at most 32 bits, or `groupType` is neither.
 * @example
 * toJson(vmd).bones[0];
 * // → { name: 'センター', frame: 0, position: [0, 8.5, 0], rotation: [0, 0, 0, 1], curves: {…}, physics: true }
 */
export function toJson(vmd: Vmd, options: ToJsonOptions = {}): VmdJson {
  const { targetId = -1, startFrame = 0, groupType = 'none' } = options;
  if (!Number.isInteger(startFrame) || Math.abs(startFrame) > MOST_FRAMES) {
    throw new RangeError(`startFrame must be a whole number of at most ${MOST_FRAMES}, not ${startFrame}`);
  }
  if (groupType !== 'none' && groupType !== 'name') throw new RangeError(`groupType ${String(groupType)}`);
  const { version, modelName, trailing, source } = vmd;
  const { name, nameBytes } = nameToJson(modelName);
  const bones = bonesToJson(vmd, startFrame);
  const morphs = morphsToJson(vmd, startFrame);
  return {
    expansion: { version, targetId, startFrame, coordinateSystem: 'mmd', fileType: 'vmd', groupType },
    header: {
      signature: SIGNATURES[version],
      modelName: name,
      ...(nameBytes !== undefined && { modelNameBytes: nameBytes }),
    },
    bones: groupType === 'name' ? grouped(bones) : bones,
    morphs: groupType === 'name' ? grouped(morphs) : morphs,
    cameras: camerasToJson(vmd, startFrame),
    lights: lightsToJson(vmd, startFrame),
    selfShadows: selfShadowsToJson(vmd, startFrame),
    properties: propertiesToJson(vmd, startFrame),
    ...(trailing.length > 0 && { trailing: toHex(trailing) }),
    ...(source && { source: sourceToJson(vmd, source) }),
  };
}

function bonesToJson({ bones }: Vmd, startFrame: number): BoneKeyJson[] {
  const names = bones.names.map(nameToJson);
  return keysOf(bones.count, (i) => ({
    ...names[bones.nameIndex[i]],
    frame: bones.frames[i] + startFrame,
    position: floats(bones.positions, 3, i),
    rotation: floats(bones.rotations, 4, i),
    curves: {
      x: curve(bones.curves, 4 * i),
      y: curve(bones.curves, 4 * i + 1),
      z: curve(bones.curves, 4 * i + 2),
      rotation: curve(bones.curves, 4 * i + 3),
    },
    physics: bones.physics[i] !== 0,
  }));
}

function morphsToJson({ morphs }: Vmd, startFrame: number): MorphKeyJson[] {
  const names = morphs.names.map(nameToJson);
  return keysOf(morphs.count, (i) => ({
    ...names[morphs.nameIndex[i]],
    frame: morphs.frames[i] + startFrame,
    weight: floats(morphs.weights, 1, i)[0],
  }));
}

function camerasToJson({ cameras }: Vmd, startFrame: number): CameraKeyJson[] {
  return keysOf(cameras.count, (i) => ({
    frame: cameras.frames[i] + startFrame,
    distance: floats(cameras.distances, 1, i)[0],
    target: floats(cameras.targets, 3, i),
    rotation: floats(cameras.rotations, 3, i),
    curves: {
      x: curve(cameras.curves, 6 * i),
      y: curve(cameras.curves, 6 * i + 1),
      z: curve(cameras.curves, 6 * i + 2),
      rotation: curve(cameras.curves, 6 * i + 3),
      distance: curve(cameras.curves, 6 * i + 4),
      fov: curve(cameras.curves, 6 * i + 5),
    },
    fov: cameras.fovs[i],
    perspective: cameras.perspective[i] !== 0,
  }));
}

function lightsToJson({ lights }: Vmd, startFrame: number): LightKeyJson[] {
  return keysOf(lights.count, (i) => ({
    frame: lights.frames[i] + startFrame,
    color: floats(lights.colors, 3, i),
    direction: floats(lights.directions, 3, i),
  }));
}

function selfShadowsToJson({ selfShadows }: Vmd, startFrame: number): SelfShadowKeyJson[] {
  return keysOf(selfShadows.count, (i) => ({
    frame: selfShadows.frames[i] + startFrame,
    mode: selfShadows.modes[i],
    distance: floats(selfShadows.distances, 1, i)[0],
  }));
}

function propertiesToJson({ properties }: Vmd, startFrame: number): PropertyKeyJson[] {
  const names = properties.names.map(nameToJson);
  return keysOf(properties.count, (i) => {
    const first = properties.ikStarts[i];
    return {
      frame: properties.frames[i] + startFrame,
      visible: properties.visible[i] !== 0,
      ik: keysOf(properties.ikStarts[i + 1] - first, (j) => ({
        ...names[properties.ikNameIndex[first + j]],
        enabled: properties.ikEnabled[first + j] !== 0,
      })),
    };
  });
}

function keysOf<K>(count: number, key: (index: number) => K): K[] {
  return Array.from({ length: count }, (_, i) => key(i));
}

function nameToJson({ text, bytes }: MmdName): NameJson {
  return sameBytes(encodeCp932(text).bytes, bytes) ? { name: text } : { name: text, nameBytes: toHex(bytes) };
}

function floats(column: Float32Array, perKey: number, key: number): JsonNumber[] {
  const words = wordsOf(column);
  return Array.from({ length: perKey }, (_, i) =>
    toJsonNumber(column[perKey * key + i], words[perKey * key + i]),
  );
}

function curve(curves: Uint8Array, index: number): CurveJson {
  return [...curves.subarray(4 * index, 4 * index + 4)];
}

function grouped<K extends NameJson>(keys: readonly K[]): NameGroup<K>[] {
  const groups = new Map<string, NameGroup<K>>();
  for (const { name, nameBytes, ...key } of keys) {
    const identity = nameBytes ?? ` ${name}`;
    const group = groups.get(identity);
    if (group) group.keys.push(key);
    else groups.set(identity, { name, ...(nameBytes !== undefined && { nameBytes }), keys: [key] });
  }
  return [...groups.values()];
}
