import { sameBytes, wordsOf } from '../binary/bytes.js';
import { encodeCp932 } from '../text/encode-cp932.js';
import type { MmdName } from '../text/name.js';
import { BONE_CHANNELS, CAMERA_CHANNELS } from '../vmd/key-input.js';
import { SIGNATURES } from '../vmd/layout.js';
import type { Vmd } from '../vmd/vmd.js';
import { type JsonNumber, toHex, toJsonNumber } from './json-number.js';
import { sourceToJson } from './source-json.js';
import type { BoneKeyJson, MorphKeyJson, VmdJson } from './vmd-json.js';

/** Options of {@link toJson}. They are written into the JSON's `expansion` block. @inline */
export interface ToJsonOptions {
  /** Free for programs that keep several models. */
  targetId?: number; // -1
  /** The number to add to every frame. */
  startFrame?: number; // 0
  /** `name`: bone and morph keys are grouped by name, and the order of the file across names is lost. */
  groupType?: 'none' | 'name'; // 'none'
}

/** Frames have 32 bits. */
const MAX_FRAME = 0xffffffff;

/**
 * A motion as plain objects that people can read as JSON. `fromJson` is the inverse, `stringifyJson` writes
 * the text.
 *
 * Without `groupType: 'name'` not a byte of the file is lost: NaN and infinities are strings, and a name
 * whose text does not give its bytes back is also written in hexadecimal. −0 is a number; `JSON.stringify`
 * would write it as 0. O(keys).
 *
 * @throws RangeError if `startFrame` is not a whole number of at most 32 bits, or `groupType` is another
 * word.
 * @example
 * const vmd = createVmd({ bones: [{ name: 'センター', frame: 0, position: [0, 8.5, 0] }] });
 * const [key] = toJson(vmd).bones; // with curves, too
 * key; // → { name: 'センター', frame: 0, position: [0, 8.5, 0], rotation: [0, 0, 0, 1], physics: true }
 */
export function toJson(vmd: Vmd, options: ToJsonOptions = {}): VmdJson {
  const { targetId = -1, startFrame = 0, groupType = 'none' } = options;
  if (!Number.isInteger(startFrame) || Math.abs(startFrame) > MAX_FRAME) {
    throw new RangeError(`startFrame must be a whole number of at most ${MAX_FRAME}, not ${startFrame}`);
  }
  if (groupType !== 'none' && groupType !== 'name')
    throw new RangeError(`groupType must be "none" or "name", not ${String(groupType)}`);
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
    curves: curvesToJson(bones.curves, BONE_CHANNELS, i),
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

function camerasToJson({ cameras }: Vmd, startFrame: number): VmdJson['cameras'] {
  return keysOf(cameras.count, (i) => ({
    frame: cameras.frames[i] + startFrame,
    distance: floats(cameras.distances, 1, i)[0],
    target: floats(cameras.targets, 3, i),
    rotation: floats(cameras.rotations, 3, i),
    curves: curvesToJson(cameras.curves, CAMERA_CHANNELS, i),
    fov: cameras.fovs[i],
    perspective: cameras.perspective[i] !== 0,
  }));
}

function lightsToJson({ lights }: Vmd, startFrame: number): VmdJson['lights'] {
  return keysOf(lights.count, (i) => ({
    frame: lights.frames[i] + startFrame,
    color: floats(lights.colors, 3, i),
    direction: floats(lights.directions, 3, i),
  }));
}

function selfShadowsToJson({ selfShadows }: Vmd, startFrame: number): VmdJson['selfShadows'] {
  return keysOf(selfShadows.count, (i) => ({
    frame: selfShadows.frames[i] + startFrame,
    mode: selfShadows.modes[i],
    distance: floats(selfShadows.distances, 1, i)[0],
  }));
}

function propertiesToJson({ properties }: Vmd, startFrame: number): VmdJson['properties'] {
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

type NameJson = Pick<BoneKeyJson, 'name' | 'nameBytes'>;

function keysOf<K>(count: number, key: (index: number) => K): K[] {
  return Array.from({ length: count }, (_, i) => key(i));
}

function nameToJson({ text, bytes }: MmdName): NameJson {
  return sameBytes(encodeCp932(text).bytes, bytes) ? { name: text } : { name: text, nameBytes: toHex(bytes) };
}

function floats(column: Float32Array, perKey: number, key: number): JsonNumber[] {
  const words = wordsOf(column);
  return Array.from({ length: perKey }, (_, i) =>
    toJsonNumber(column[perKey * key + i], words[perKey * key + i] >>> 0),
  );
}

function curvesToJson<C extends string>(
  curves: Uint8Array,
  channels: readonly C[],
  key: number,
): Record<C, number[]> {
  const first = 4 * channels.length * key;
  const entries = channels.map((channel, i) => {
    const curve = [...curves.subarray(first + 4 * i, first + 4 * i + 4)];
    return [channel, curve] as const;
  });
  return Object.fromEntries<number[]>(entries) as Record<C, number[]>;
}

type NameGroup<K> = NameJson & { keys: Omit<K, keyof NameJson>[] };

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
