import { LINEAR_CURVE, MMD_CAMERA, MMD_GRAVITY, MMD_LIGHT, MMD_SELF_SHADOW } from '../mmd-defaults.js';
import type { PmmKeys } from './pmm-keys.js';
import type { PmmModel } from './pmm-model.js';
import { emptyText, encodeTexts, type Texts } from './pmm-text.js';
import type { Pmm, PmmAccessory } from './pmm.js';

/** The parts of {@link createPmm} that are not as in a new project. @inline */
interface PmmContent extends Partial<Omit<Pmm, 'media'>> {
  /** Song, background and film: the fields that are not as in a new project. */
  media?: Texts<Pmm['media']>;
}

/**
 * A project of version 2 as MMD makes a new one, for `serializePmm`: the models and accessories of `content`,
 * with a frame selection for each model. Camera, light, gravity and self shadow have one key each, at frame
 * 0. The fields of `content` replace these values. Projects share no memory.
 *
 * @see Two projects of MMD 9.26. Their light is 0.602, which MMD shows as 154; in motions, it writes 154 /
 * 256 for that.
 * @example
 * const center = createPmmModel({ boneNames: ['センター'] }); // センター: center
 * serializePmm(createPmm({ models: [center] }));
 */
export function createPmm({ media, ...content }: PmmContent = {}): Pmm {
  const { accessories = [], models = [], version = 2 } = content;
  const inOrder = [...accessories].sort((a, b) => a.drawOrder - b.drawOrder);
  return {
    format: 'pmm',
    version,
    editor: createEditor(version, models),
    models,
    camera: createCamera(),
    light: {
      keys: {
        ...pmmTracks([[0]]),
        colors: Float32Array.of(...MMD_LIGHT.color),
        directions: Float32Array.of(...MMD_LIGHT.direction),
      },
      current: { color: [...MMD_LIGHT.color], direction: [...MMD_LIGHT.direction] },
    },
    accessories,
    accessoryOrder: inOrder.map(({ name }) => name),
    media: { ...createMedia(), ...(media && encodeTexts<Pmm['media']>(media)) },
    display: createDisplay(),
    physics: { mode: 2, ground: 1 },
    gravity: createGravity(),
    selfShadow: {
      on: 1,
      distance: MMD_SELF_SHADOW.distance,
      keys: {
        ...pmmTracks([[0]]),
        modes: Uint8Array.of(MMD_SELF_SHADOW.mode),
        distances: Float32Array.of(MMD_SELF_SHADOW.distance),
      },
    },
    trailing: new Uint8Array(0),
    warnings: [],
    ...content,
  };
}

/**
 * An accessory that stays at the origin. `number` is its slot in MMD, and each accessory needs its own. Names
 * may be plain texts.
 *
 * @example
 * createPmmAccessory({ number: 1, name: '舞台', path: 'stage.x' }).keys.visible; // → Uint8Array [1]
 */
export function createPmmAccessory(content: Texts<PmmAccessory> = {}): PmmAccessory {
  return {
    number: 0,
    name: emptyText(),
    path: emptyText(),
    drawOrder: 0,
    keys: {
      ...pmmTracks([[0]]),
      visible: Uint8Array.of(1),
      transparencies: new Uint8Array(1),
      parentModels: Int32Array.of(-1),
      parentBones: new Int32Array(1),
      positions: new Float32Array(3),
      rotations: new Float32Array(3),
      scales: Float32Array.of(1),
      shadows: Uint8Array.of(1),
    },
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
    ...encodeTexts<PmmAccessory>(content),
  };
}

/** What MMD selects in the timeline of a new project. Its meaning is unknown. */
const FRAME_SELECTION = 3;

/** Without models, no frame selection: projects that get their models later would need another one. */
function createEditor(version: 1 | 2, models: readonly PmmModel[]): Pmm['editor'] {
  const hasRanges = version === 2 && models.length > 0;
  return {
    outputWidth: 1280,
    outputHeight: 720,
    timelineWidth: 250,
    viewAngle: MMD_CAMERA.fov,
    cameraMode: 0,
    panelsOpen: new Uint8Array(version === 1 ? 5 : 6).fill(1),
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
    ...(hasRanges && {
      rangesOn: 1,
      ranges: models.map(({ number }) => ({ model: number, range: FRAME_SELECTION })),
    }),
  };
}

function createCamera(): Pmm['camera'] {
  return {
    keys: {
      ...pmmTracks([[0]]),
      distances: Float32Array.of(MMD_CAMERA.distance),
      targets: Float32Array.of(...MMD_CAMERA.target),
      rotations: new Float32Array(3),
      followModels: Int32Array.of(-1),
      followBones: new Int32Array(1),
      curves: linearCurves(6),
      perspectiveOff: new Uint8Array(1),
      fovs: Int32Array.of(MMD_CAMERA.fov),
    },
    current: {
      target: [...MMD_CAMERA.target],
      distance: [0, 0, MMD_CAMERA.distance],
      rotation: [0, 0, 0],
      perspectiveOff: 0,
      followModel: -1,
      followBone: 0,
      matrixOn: 0,
      matrix: [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1],
      unknown: 0,
    },
  };
}

function createMedia(): Pmm['media'] {
  return {
    waveOn: 0,
    wave: emptyText(),
    aviX: 0,
    aviY: 0,
    aviScale: 1,
    avi: emptyText(),
    aviOn: 0,
    backgroundX: 0,
    backgroundY: 0,
    backgroundScale: 1,
    background: emptyText(),
    backgroundOn: 0,
  };
}

function createDisplay(): Pmm['display'] {
  return {
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
}

function createGravity(): Pmm['gravity'] {
  const { acceleration, noise, direction } = MMD_GRAVITY;
  return {
    acceleration,
    noise,
    direction: [...direction],
    noiseOn: 0,
    keys: {
      ...pmmTracks([[0]]),
      noiseOn: new Uint8Array(1),
      noises: Int32Array.of(noise),
      accelerations: Float32Array.of(acceleration),
      directions: Float32Array.of(...direction),
    },
  };
}

/**
 * The columns that every section of keys has, from the frames of each track: ascending, the first 0. No key
 * is selected.
 *
 * @example
 * pmmTracks([[0, 30], [0]]); // → { count: 3, starts: [0, 2, 3], frames: [0, 30, 0], selected: [0, 0, 0] }
 */
export function pmmTracks(framesByTrack: readonly ArrayLike<number>[]): PmmKeys {
  const frames = framesByTrack.flatMap((track) => Array.from(track));
  const starts = [0];
  for (const { length } of framesByTrack) starts.push(starts.at(-1)! + length);
  return {
    count: frames.length,
    starts: Uint32Array.from(starts),
    frames: Uint32Array.from(frames),
    selected: new Uint8Array(frames.length),
  };
}

/** Linear curves, 4 control values per channel. */
export function linearCurves(channels: number): Uint8Array {
  return Uint8Array.from({ length: 4 * channels }, (_, i) => LINEAR_CURVE[i % 4]);
}
