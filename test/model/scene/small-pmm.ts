import type {
  MmdName,
  Pmm,
  PmmAccessory,
  PmmAccessoryKeys,
  PmmCameraKeys,
  PmmGravityKeys,
  PmmKeys,
  PmmModel,
  PmmText,
} from '@odori/format';

type Vector3 = readonly [number, number, number];

/** By what differs from a key that changes nothing. */
export interface SmallBoneKey {
  frame: number;
  position?: Vector3;
  rotation?: readonly number[];
}

/** Of external parents: a model and a bone for each bone that may have one. */
export interface SmallPropertyKey {
  frame: number;
  visible?: number;
  parents?: readonly (readonly [model: number, bone: number])[];
}

export interface SmallModel {
  name?: string;
  path?: string;
  number?: number;
  /** Names, and their keys; the first is at frame 0 whatever it says. */
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
  return {
    format: 'pmm',
    version: 2,
    editor: {
      outputWidth: 1280,
      outputHeight: 720,
      timelineWidth: 250,
      viewAngle: 30,
      cameraMode: 0,
      panelsOpen: new Uint8Array(6),
      selectedModel: 0,
      selectedAccessory: 0,
      accessoryScroll: 0,
      currentFrame: 0,
      scroll: 0,
      scrollLength: 0,
      editMode: 0,
      cameraLookMode: 0,
      repeat: 0,
      playFromOn: 0,
      playToOn: 0,
      playFrom: 0,
      playTo: 0,
      frameTextbox: 0,
    },
    models: models.map(modelOf),
    camera: {
      keys: cameraKeys(camera),
      current: {
        target: [0, 10, 0],
        distance: [0, 0, -45],
        rotation: [0, 0, 0],
        perspectiveOff: 0,
        followModel: -1,
        followBone: 0,
        matrixOn: 0,
        matrix: [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1],
        unknown: 0,
      },
    },
    light: {
      keys: { ...oneTrack([0]), colors: floats([[0.5, 0.5, 0.5]]), directions: floats([[-0.5, -1, 0.5]]) },
      current: { color: [0.5, 0.5, 0.5], direction: [-0.5, -1, 0.5] },
    },
    accessories: accessories.map(
      ({ name = 'accessory', path = '', drawOrder = 0, keys }, number): PmmAccessory => {
        return {
          number,
          name: text(name),
          path: text(path),
          drawOrder,
          keys: accessoryKeys(keys),
          current: {
            visible: 1,
            transparency: 0,
            parentModel: -1,
            parentBone: 0,
            rotation: [0, 0, 0],
            scale: 1,
            position: [0, 0, 0],
            shadow: 1,
          },
          additive: 0,
        };
      },
    ),
    accessoryOrder: [],
    media: {
      waveOn: 0,
      wave: text(''),
      aviX: 0,
      aviY: 0,
      aviScale: 1,
      avi: text(''),
      aviOn: 0,
      backgroundX: 0,
      backgroundY: 0,
      backgroundScale: 1,
      background: text(''),
      backgroundOn: 0,
    },
    display: {
      showInfo: 1,
      showAxis: 1,
      showGroundShadow: 1,
      fpsLimit: 60,
      captureMode: 0,
      accessoriesAfterModels: 1,
      groundShadowBrightness: 1,
      transparentGroundShadow: 0,
      edgeColor: [0, 0, 0],
      blackBackground: 0,
    },
    physics: { mode: 2, ground: 1 },
    gravity: { acceleration: 9.8, noise: 10, direction: [0, -1, 0], noiseOn: 0, keys: gravityKeys(gravity) },
    selfShadow: {
      on: 1,
      distance: 8875,
      keys: { ...oneTrack([0]), modes: Uint8Array.of(1), distances: Float32Array.of(0.01125) },
    },
    trailing: new Uint8Array(0),
    warnings: [],
    ...rest,
  };
}

function modelOf(model: SmallModel, index: number): PmmModel {
  const { name = `m${index}`, path = `${name}.pmx`, number = index, bones = {}, morphs = [] } = model;
  const { externalParentBones = [], properties = [{ frame: 0 }] } = model;
  const boneKeys = Object.values(bones);
  const all = boneKeys.flat();
  const none = externalParentBones.map(() => [-1, 0] as const);
  return {
    number,
    name: text(name),
    nameEn: text(name),
    path: text(path),
    boneNames: Object.keys(bones).map(text),
    morphNames: morphs.map(text),
    ikBones: new Int32Array(0),
    externalParentBones: Int32Array.from(externalParentBones),
    drawOrder: model.drawOrder ?? index + 1,
    visible: 1,
    selectedBone: 0,
    selectedMorphs: [0, 0, 0, 0],
    rowCount: 0,
    rowsOpen: new Uint8Array(0),
    scroll: 0,
    lastFrame: 0,
    bones: {
      ...tracks(boneKeys.map((keys) => keys.map(({ frame }) => frame))),
      positions: floats(all.map(({ position = [0, 0, 0] }) => position)),
      rotations: floats(all.map(({ rotation = [0, 0, 0, 1] }) => rotation)),
      curves: curves(4 * all.length),
      physicsOff: new Uint8Array(all.length),
    },
    morphs: { ...tracks(morphs.map(() => [0])), weights: new Float32Array(morphs.length) },
    properties: {
      ...oneTrack(properties.map(({ frame }) => frame)),
      visible: Uint8Array.from(properties, ({ visible = 1 }) => visible),
      ikEnabled: new Uint8Array(0),
      externalParents: Int32Array.from(properties.flatMap(({ parents = none }) => parents.flat())),
    },
    current: {
      positions: new Float32Array(3 * boneKeys.length),
      rotations: new Float32Array(4 * boneKeys.length),
      uncommitted: new Uint8Array(boneKeys.length),
      physicsOff: new Uint8Array(boneKeys.length),
      rowSelected: new Uint8Array(boneKeys.length),
      morphWeights: new Float32Array(morphs.length),
      ikEnabled: new Uint8Array(0),
      externalParents: new Int32Array(4 * externalParentBones.length),
    },
    additive: 0,
    edgeWidth: 1,
    selfShadow: 1,
    calculationOrder: model.calculationOrder ?? index + 1,
    ...model.rest,
  };
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
    ...(keys.length > 0 ? oneTrack(keys.map(({ frame }) => frame)) : tracks([])),
    noiseOn: Uint8Array.from(keys, ({ noiseOn = 0 }) => noiseOn),
    noises: Int32Array.from(keys, ({ noise = 10 }) => noise),
    accelerations: Float32Array.from(keys, ({ acceleration = 9.8 }) => acceleration),
    directions: floats(keys.map(({ direction = [0, -1, 0] }) => direction)),
  };
}

function oneTrack(frames: readonly number[]): PmmKeys {
  return tracks([frames]);
}

function tracks(framesByTrack: readonly (readonly number[])[]): PmmKeys {
  const frames = framesByTrack.flat();
  const starts = [0];
  for (const track of framesByTrack) starts.push(starts.at(-1)! + track.length);
  return {
    count: frames.length,
    starts: Uint32Array.from(starts),
    frames: Uint32Array.from(frames),
    selected: new Uint8Array(frames.length),
  };
}

function floats(numbers: readonly (readonly number[])[]): Float32Array {
  return Float32Array.from(numbers.flat());
}

/** Straight lines. */
function curves(channels: number): Uint8Array {
  return Uint8Array.from({ length: 4 * channels }, (_, i) => (i % 4 < 2 ? 20 : 107));
}

/** Nothing here encodes: the bytes are not read. */
function text(value: string): PmmText & MmdName {
  return { text: value, bytes: new Uint8Array(0) };
}
