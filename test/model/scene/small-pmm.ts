import type { MmdName, Pmm, PmmKeys, PmmModel } from '@odori/format';
import { createPmm, createPmmAccessory, createPmmModel, pmmTracks } from '@odori/format';
import type { PmmAccessoryKeys, PmmCameraKeys } from '@odori/format/internal';
import type { PmmGravityKeys } from '#src/format/pmm/pmm-keys.js';
import type { PmmText } from '#src/format/pmm/pmm-text.js';

type Vector3 = readonly [number, number, number];

/** The values that differ from a key without effect. */
export interface SmallBoneKey {
  frame: number;
  position?: Vector3;
  rotation?: readonly number[];
}

/** The external parents: a model and a bone for each bone that may have one. */
export interface SmallPropertyKey {
  frame: number;
  visible?: number;
  parents?: readonly (readonly [model: number, bone: number])[];
}

export interface SmallModel {
  name?: string;
  path?: string;
  number?: number;
  /** The keys by name; the first key is always at frame 0. */
  bones?: Readonly<Record<string, readonly SmallBoneKey[]>>;
  morphs?: readonly string[];
  externalParentBones?: readonly number[];
  properties?: readonly SmallPropertyKey[];
  drawOrder?: number;
  calculationOrder?: number;
  rest?: Partial<PmmModel>;
}

export interface SmallAccessoryKey {
  frame: number;
  visible?: number;
  transparency?: number;
  parent?: readonly [model: number, bone: number];
  position?: Vector3;
  rotation?: Vector3;
  scale?: number;
  shadow?: number;
}

export interface SmallCameraKey {
  frame: number;
  distance?: number;
  target?: Vector3;
  rotation?: Vector3;
  follow?: readonly [model: number, bone: number];
  /** 1 = flat. */
  perspectiveOff?: number;
}

export interface SmallGravityKey {
  frame: number;
  acceleration?: number;
  direction?: Vector3;
  noise?: number;
  noiseOn?: number;
}

export interface SmallProject {
  models?: readonly SmallModel[];
  accessories?: readonly {
    name?: string;
    path?: string;
    drawOrder?: number;
    keys: readonly SmallAccessoryKey[];
  }[];
  camera?: readonly SmallCameraKey[];
  gravity?: readonly SmallGravityKey[];
  rest?: Partial<Pmm>;
}

/** A project of version 2, in MMD's space. */
export function smallPmm(project: SmallProject = {}): Pmm {
  const { models = [], accessories = [], camera = [{ frame: 0 }], gravity = [{ frame: 0 }], rest } = project;
  const empty = createPmm();
  return {
    ...empty,
    models: models.map(modelOf),
    camera: { ...empty.camera, keys: cameraKeys(camera) },
    light: {
      keys: { ...oneTrack([0]), colors: floats([[0.5, 0.5, 0.5]]), directions: floats([[-0.5, -1, 0.5]]) },
      current: { color: [0.5, 0.5, 0.5], direction: [-0.5, -1, 0.5] },
    },
    accessories: accessories.map(({ name = 'accessory', path = '', drawOrder = 0, keys }, number) =>
      createPmmAccessory({
        number,
        name: text(name),
        path: text(path),
        drawOrder,
        keys: accessoryKeys(keys),
      }),
    ),
    gravity: { ...empty.gravity, keys: gravityKeys(gravity) },
    ...rest,
  };
}

function modelOf(model: SmallModel, index: number): PmmModel {
  const { name = `m${index}`, path = `${name}.pmx`, number = index, bones = {}, morphs = [] } = model;
  const { externalParentBones = [], properties = [{ frame: 0 }] } = model;
  const boneKeys = Object.values(bones);
  const all = boneKeys.flat();
  const none = externalParentBones.map(() => [-1, 0] as const);
  return createPmmModel({
    number,
    name: text(name),
    nameEn: text(name),
    path: text(path),
    boneNames: Object.keys(bones).map(text),
    morphNames: morphs.map(text),
    externalParentBones: Int32Array.from(externalParentBones),
    drawOrder: model.drawOrder ?? index + 1,
    bones: {
      ...pmmTracks(boneKeys.map((keys) => keys.map(({ frame }) => frame))),
      positions: floats(all.map(({ position = [0, 0, 0] }) => position)),
      rotations: floats(all.map(({ rotation = [0, 0, 0, 1] }) => rotation)),
      curves: curves(4 * all.length),
      physicsOff: new Uint8Array(all.length),
    },
    properties: {
      ...oneTrack(properties.map(({ frame }) => frame)),
      visible: Uint8Array.from(properties, ({ visible = 1 }) => visible),
      ikEnabled: new Uint8Array(0),
      externalParents: Int32Array.from(properties.flatMap(({ parents = none }) => parents.flat())),
    },
    calculationOrder: model.calculationOrder ?? index + 1,
    ...model.rest,
  });
}

function cameraKeys(keys: readonly SmallCameraKey[]): PmmCameraKeys {
  return {
    ...oneTrack(keys.map(({ frame }) => frame)),
    distances: Float32Array.from(keys, ({ distance = -45 }) => distance),
    targets: floats(keys.map(({ target = [0, 10, 0] }) => target)),
    rotations: floats(keys.map(({ rotation = [0, 0, 0] }) => rotation)),
    followModels: Int32Array.from(keys, ({ follow = [-1, 0] }) => follow[0]),
    followBones: Int32Array.from(keys, ({ follow = [-1, 0] }) => follow[1]),
    curves: curves(6 * keys.length),
    perspectiveOff: Uint8Array.from(keys, ({ perspectiveOff = 0 }) => perspectiveOff),
    fovs: new Int32Array(keys.length).fill(30),
  };
}

function accessoryKeys(keys: readonly SmallAccessoryKey[]): PmmAccessoryKeys {
  return {
    ...oneTrack(keys.map(({ frame }) => frame)),
    visible: Uint8Array.from(keys, ({ visible = 1 }) => visible),
    transparencies: Uint8Array.from(keys, ({ transparency = 0 }) => transparency),
    parentModels: Int32Array.from(keys, ({ parent = [-1, 0] }) => parent[0]),
    parentBones: Int32Array.from(keys, ({ parent = [-1, 0] }) => parent[1]),
    positions: floats(keys.map(({ position = [0, 0, 0] }) => position)),
    rotations: floats(keys.map(({ rotation = [0, 0, 0] }) => rotation)),
    scales: Float32Array.from(keys, ({ scale = 1 }) => scale),
    shadows: Uint8Array.from(keys, ({ shadow = 1 }) => shadow),
  };
}

function gravityKeys(keys: readonly SmallGravityKey[]): PmmGravityKeys {
  return {
    ...(keys.length > 0 ? oneTrack(keys.map(({ frame }) => frame)) : pmmTracks([])),
    noiseOn: Uint8Array.from(keys, ({ noiseOn = 0 }) => noiseOn),
    noises: Int32Array.from(keys, ({ noise = 10 }) => noise),
    accelerations: Float32Array.from(keys, ({ acceleration = 9.8 }) => acceleration),
    directions: floats(keys.map(({ direction = [0, -1, 0] }) => direction)),
  };
}

function oneTrack(frames: readonly number[]): PmmKeys {
  return pmmTracks([frames]);
}

function floats(numbers: readonly (readonly number[])[]): Float32Array {
  return Float32Array.from(numbers.flat());
}

/** Linear curves. */
function curves(channels: number): Uint8Array {
  return Uint8Array.from({ length: 4 * channels }, (_, i) => (i % 4 < 2 ? 20 : 107));
}

/** The bytes stay empty, because nothing reads them. */
function text(value: string): PmmText & MmdName {
  return { text: value, bytes: new Uint8Array(0) };
}
