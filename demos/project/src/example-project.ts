import {
  encodeName,
  type Pmm,
  type PmmKeys,
  type PmmModel,
  type PmmText,
  type Pmx,
  type Vmd,
} from '@odori/format';

type Vector3 = [number, number, number];

/** A model of the example, and where it stands. */
export interface ExampleModel {
  readonly name: string;
  readonly nameEn: string;
  readonly path: string;
  readonly pmx: Pmx;
  readonly dance: Vmd;
  /** Of 全ての親 (the root of all bones). */
  readonly place: Vector3;
}

/** A project as MMD would save it: models that dance, a lantern in the first one's hand, a camera and a light. */
export function exampleProject(models: readonly ExampleModel[], { cameras, lights }: Vmd): Pmm {
  const hand = models[0].pmx.bones.findIndex(({ name }) => name === '右手首'); // 右手首: right wrist
  return {
    format: 'pmm',
    version: 2,
    editor: { ...EDITOR, panelsOpen: new Uint8Array(6) },
    models: models.map(modelOf),
    camera: {
      keys: {
        ...oneTrack(cameras.frames),
        distances: cameras.distances,
        targets: cameras.targets,
        rotations: cameras.rotations,
        curves: cameras.curves,
        fovs: Int32Array.from(cameras.fovs),
        perspectiveOff: cameras.perspective.map((on) => 1 - on),
        followModels: new Int32Array(cameras.count).fill(-1),
        followBones: new Int32Array(cameras.count),
      },
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
      keys: { ...oneTrack(lights.frames), colors: lights.colors, directions: lights.directions },
      current: { color: [0.6, 0.6, 0.6], direction: [-0.5, -1, 0.5] },
    },
    accessories: [
      {
        number: 0,
        name: encodeName('提灯 lantern'),
        path: encodeName('UserFile\\Accessory\\lantern.x'),
        drawOrder: 0,
        keys: {
          ...oneTrack([0]),
          visible: Uint8Array.of(1),
          transparencies: Uint8Array.of(0),
          parentModels: Int32Array.of(0),
          parentBones: Int32Array.of(hand),
          positions: Float32Array.of(-1.1, -1.7, 0),
          rotations: new Float32Array(3),
          scales: Float32Array.of(1),
          shadows: Uint8Array.of(1),
        },
        current: {
          visible: 1,
          transparency: 0,
          parentModel: 0,
          parentBone: hand,
          rotation: [0, 0, 0],
          scale: 1,
          position: [0, 0, 0],
          shadow: 1,
        },
        additive: 0,
      },
    ],
    accessoryOrder: [encodeName('提灯 lantern')],
    media: MEDIA,
    display: DISPLAY,
    physics: { mode: 2, ground: 1 },
    gravity: {
      acceleration: 9.8,
      noise: 10,
      direction: [0, -1, 0],
      noiseOn: 0,
      keys: {
        ...oneTrack([0]),
        noiseOn: new Uint8Array(1),
        noises: Int32Array.of(10),
        accelerations: Float32Array.of(9.8),
        directions: Float32Array.of(0, -1, 0),
      },
    },
    selfShadow: {
      on: 1,
      distance: 8875,
      keys: { ...oneTrack([0]), modes: Uint8Array.of(1), distances: Float32Array.of(0.01125) },
    },
    trailing: new Uint8Array(0),
    warnings: [],
  };
}

const NOTHING: PmmText = encodeName('');

const EDITOR = {
  outputWidth: 1280,
  outputHeight: 720,
  timelineWidth: 250,
  viewAngle: 30,
  cameraMode: 0,
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
};

const MEDIA: Pmm['media'] = {
  waveOn: 0,
  wave: NOTHING,
  aviX: 0,
  aviY: 0,
  aviScale: 1,
  avi: NOTHING,
  aviOn: 0,
  backgroundX: 0,
  backgroundY: 0,
  backgroundScale: 1,
  background: NOTHING,
  backgroundOn: 0,
};

const DISPLAY: Pmm['display'] = {
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
};

function modelOf({ name, nameEn, path, pmx, dance, place }: ExampleModel, index: number): PmmModel {
  const boneKeys = keysByName(
    dance.bones,
    pmx.bones.map((bone) => bone.name),
  );
  const morphKeys = keysByName(
    dance.morphs,
    pmx.morphs.map((morph) => morph.name),
  );
  const { bones, morphs, properties } = dance;
  const positions = gather(bones.positions, boneKeys, [0, 0, 0]);
  positions.set(place, 3 * boneKeys.slice(0, rootOf(pmx)).flat().length);
  const [boneCount, morphCount] = [pmx.bones.length, pmx.morphs.length];
  return {
    number: index,
    name: encodeName(name),
    nameEn: encodeName(nameEn),
    path: encodeName(path),
    boneNames: pmx.bones.map((bone) => encodeName(bone.name)),
    morphNames: pmx.morphs.map((morph) => encodeName(morph.name)),
    ikBones: new Int32Array(0),
    externalParentBones: Int32Array.of(-1),
    drawOrder: index + 1,
    visible: 1,
    selectedBone: 0,
    selectedMorphs: [0, 0, 0, 0],
    rowCount: 0,
    rowsOpen: new Uint8Array(0),
    scroll: 0,
    lastFrame: 0,
    bones: {
      ...tracks(boneKeys.map((keys) => keys.map((key) => bones.frames[key] ?? 0))),
      positions,
      rotations: gather(bones.rotations, boneKeys, [0, 0, 0, 1]),
      curves: Uint8Array.from(gather(bones.curves, boneKeys, STRAIGHT)),
      physicsOff: new Uint8Array(boneKeys.flat().length),
    },
    morphs: {
      ...tracks(morphKeys.map((keys) => keys.map((key) => morphs.frames[key] ?? 0))),
      weights: gather(morphs.weights, morphKeys, [0]),
    },
    properties: {
      ...oneTrack(properties.frames.slice(0, 1)),
      visible: Uint8Array.of(1),
      ikEnabled: new Uint8Array(0),
      externalParents: Int32Array.of(-1, 0),
    },
    current: {
      positions: new Float32Array(3 * boneCount),
      rotations: Float32Array.from({ length: 4 * boneCount }, (_, i) => (i % 4 === 3 ? 1 : 0)),
      uncommitted: new Uint8Array(boneCount),
      physicsOff: new Uint8Array(boneCount),
      rowSelected: new Uint8Array(boneCount),
      morphWeights: new Float32Array(morphCount),
      ikEnabled: new Uint8Array(0),
      externalParents: Int32Array.of(0, 0, -1, 0),
    },
    additive: 0,
    edgeWidth: 1,
    selfShadow: 1,
    calculationOrder: index + 1,
  };
}

function rootOf({ bones }: Pmx): number {
  return bones.findIndex(({ name }) => name === '全ての親');
}

const STRAIGHT = [20, 20, 107, 107, 20, 20, 107, 107, 20, 20, 107, 107, 20, 20, 107, 107];

/** Of each name, its keys in order of time; −1 is the key at frame 0 that MMD gives to what has none. */
function keysByName(section: Vmd['bones'] | Vmd['morphs'], names: readonly string[]): number[][] {
  const { nameIndex, frames, count } = section;
  const byName = new Map<string, number[]>(names.map((name) => [name, []]));
  for (let key = 0; key < count; key++) byName.get(section.names[nameIndex[key]].text)?.push(key);
  return names.map((name) => {
    const keys = [...byName.get(name)!].sort((a, b) => frames[a] - frames[b]);
    return frames[keys[0]] === 0 ? keys : [-1, ...keys];
  });
}

function gather(
  column: Float32Array | Uint8Array,
  keys: readonly (readonly number[])[],
  none: readonly number[],
): Float32Array {
  const per = none.length;
  return Float32Array.from(
    keys.flat().flatMap((key) => (key < 0 ? [...none] : [...column.subarray(per * key, per * (key + 1))])),
  );
}

function oneTrack(frames: ArrayLike<number>): PmmKeys {
  return tracks([Array.from(frames)]);
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
