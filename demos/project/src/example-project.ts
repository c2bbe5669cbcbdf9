import {
  type Curve,
  createPmm,
  createPmmAccessory,
  createPmmModel,
  createVmd,
  LINEAR_CURVE,
  type Pmm,
  type PmmAccessory,
  type PmmModel,
  pmmTracks,
  type Pmx,
  type Vmd,
} from '@odori/format';
import { LANTERN_FOOT } from './example-accessories.js';

type Vector3 = [number, number, number];

/** A model of the example and its place. */
interface ExampleModel {
  readonly name: string;
  readonly nameEn: string;
  readonly path: string;
  readonly pmx: Pmx;
  readonly dance: Vmd;
  /** The position of 全ての親 (the root bone). */
  readonly place: Vector3;
}

/** The stage, by which its accessory is found. */
export const STAGE_PATH = 'UserFile\\Accessory\\stage.x';

/**
 * A project as MMD would save it: dancing models on a stage, a lantern beside them, a camera, a light and a
 * background. Its ground shadows are darker than those of a new project, because gray ones would be brighter
 * than the stage, and let the stage shine through.
 */
export function exampleProject(models: readonly ExampleModel[], { lights }: Vmd): Pmm {
  const project = createPmm({
    models: models.map(modelOf),
    accessories: [lantern(), stage()],
    media: {
      backgroundOn: 1,
      background: 'UserFile\\BackGround\\dusk.png',
      waveOn: 1,
      wave: 'UserFile\\Wave\\Lantern Night.wav',
    },
  });
  return {
    ...project,
    display: { ...project.display, groundShadowBrightness: 0.3, transparentGroundShadow: 1 },
    camera: { ...project.camera, keys: cameraKeys(walkAround()) },
    light: {
      ...project.light,
      keys: { ...pmmTracks([lights.frames]), colors: lights.colors, directions: lights.directions },
    },
  };
}

/** An accessory that stands on the stage, to the left of the dancers and nearer to the camera. */
function lantern(): PmmAccessory {
  const accessory = createPmmAccessory({
    name: '提灯 lantern',
    path: 'UserFile\\Accessory\\lantern.x',
  });
  const scale = 2.6;
  return {
    ...accessory,
    keys: {
      ...accessory.keys,
      positions: Float32Array.of(-12, LANTERN_FOOT * scale, -1),
      scales: Float32Array.of(scale),
    },
  };
}

/** An accessory under the dancers, who stand on it. */
function stage(): PmmAccessory {
  return createPmmAccessory({ number: 1, name: '舞台 stage', path: STAGE_PATH });
}

/** Slow at its ends, fast in the middle. */
const EASE: Curve = [64, 0, 64, 127];

/**
 * Walks from side to side before the dancers, nearer and back: the camera of the film would show only the
 * first of them.
 */
function walkAround(): Vmd['cameras'] {
  const places = [
    [0, -54, -0.14, 0.24],
    [450, -47, -0.05, 0.06],
    [900, -50, -0.12, -0.28],
    [1350, -46, -0.04, -0.04],
    [1920, -54, -0.14, 0.24],
  ];
  return createVmd({
    cameras: places.map(([frame, distance, tilt, aside]) => ({
      frame,
      distance,
      target: [0, 10.5, 1],
      rotation: [tilt, aside, 0],
      curves: EASE,
    })),
  }).cameras;
}

function cameraKeys(cameras: Vmd['cameras']): Pmm['camera']['keys'] {
  return {
    ...pmmTracks([cameras.frames]),
    distances: cameras.distances,
    targets: cameras.targets,
    rotations: cameras.rotations,
    curves: cameras.curves,
    fovs: Int32Array.from(cameras.fovs),
    perspectiveOff: cameras.perspective.map((on) => 1 - on),
    followModels: new Int32Array(cameras.count).fill(-1),
    followBones: new Int32Array(cameras.count),
  };
}

function modelOf({ name, nameEn, path, pmx, dance, place }: ExampleModel, index: number): PmmModel {
  const [boneNames, morphNames] = [pmx.bones, pmx.morphs].map((all) => all.map((one) => one.name));
  const boneKeys = keysByName(dance.bones, boneNames);
  const morphKeys = keysByName(dance.morphs, morphNames);
  const { bones, morphs } = dance;
  const positions = gather(bones.positions, boneKeys, [0, 0, 0]);
  positions.set(place, 3 * boneKeys.slice(0, rootOf(pmx)).flat().length);
  return createPmmModel({
    number: index,
    name,
    nameEn,
    path,
    boneNames,
    morphNames,
    externalParentBones: Int32Array.of(-1),
    bones: {
      ...pmmTracks(boneKeys.map((keys) => keys.map((key) => bones.frames[key] ?? 0))),
      positions,
      rotations: gather(bones.rotations, boneKeys, [0, 0, 0, 1]),
      curves: Uint8Array.from(gather(bones.curves, boneKeys, LINEAR)),
      physicsOff: new Uint8Array(boneKeys.flat().length),
    },
    morphs: {
      ...pmmTracks(morphKeys.map((keys) => keys.map((key) => morphs.frames[key] ?? 0))),
      weights: gather(morphs.weights, morphKeys, [0]),
    },
  });
}

/** Linear curves of x, y, z and rotation. */
const LINEAR = Array.from({ length: 4 }, () => LINEAR_CURVE).flat();

function rootOf({ bones }: Pmx): number {
  return bones.findIndex(({ name }) => name === '全ての親');
}

/**
 * The keyframes of each name, in order of time. −1 is the keyframe at frame 0 that MMD adds where there is
 * none.
 */
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
