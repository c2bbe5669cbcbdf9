import {
  createPmm,
  createPmmAccessory,
  createVmd,
  type Pmm,
  type PmmAccessory,
  pmmTracks,
  type Vmd,
} from '@odori/format';
import type { Place } from '@odori/format/internal';
import { type Motion, toVmd } from '@odori/runtime';
import { projectModel, type ProjectModel } from './project-model.js';

/** What a project shows. */
export interface ProjectContent {
  /** At most 255. */
  readonly models: readonly ProjectModel[];
  /** The paths of the accessories, `.x`; at most 255. */
  readonly accessories: readonly string[];
  /** Camera, light and self shadow; without a camera, one that frames all dancers. */
  readonly camera: Motion | undefined;
  /** The path of the song. */
  readonly song: string | undefined;
}

/** A project of MMD that shows some models with their motions, where they stand, and accessories. O(keys). */
export function composeProject({ models, accessories, camera, song }: ProjectContent): Pmm {
  const project = createPmm({
    models: models.map(projectModel),
    accessories: accessories.map(accessoryOf),
    ...(song !== undefined && { media: { waveOn: 1, wave: song } }),
  });
  // MMD draws the accessories before this one first: a stage must not cover its dancers
  project.display.accessoriesAfterModels = accessories.length;
  const { cameras, lights, selfShadows } = camera ? toVmd(camera) : createVmd();
  const still = frameAll(models.map(({ place }) => place)).cameras;
  project.camera.keys = cameraKeys(cameras.count > 0 ? cameras : still);
  const { light, selfShadow } = project;
  if (lights.count > 0) {
    const { colors, directions } = lights;
    light.keys = { ...pmmTracks([fromZero(lights.frames)]), colors, directions };
  }
  if (selfShadows.count > 0) {
    const { modes, distances } = selfShadows;
    selfShadow.keys = { ...pmmTracks([fromZero(selfShadows.frames)]), modes, distances };
  }
  return project;
}

/** Without a shadow: that of a stage on the ground would cover its floor. */
function accessoryOf(path: string, number: number): PmmAccessory {
  const name = path.split('\\').at(-1)!.replace(/\.x$/i, '');
  const accessory = createPmmAccessory({ number, name, path, drawOrder: number });
  accessory.keys.shadows.fill(0);
  accessory.current.shadow = 0;
  return accessory;
}

/** A project has a keyframe at frame 0: the first one, which holds until the next in a player as well. */
function fromZero(frames: Uint32Array): Uint32Array {
  return frames.map((frame, i) => (i === 0 ? 0 : frame));
}

/** The keyframes of a camera as a project has them. */
export function cameraKeys(cameras: Vmd['cameras']): Pmm['camera']['keys'] {
  return {
    ...pmmTracks([fromZero(cameras.frames)]),
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

/** About the chest of a dancer. */
const TARGET_HEIGHT = 10;
/** Shows one dancer from head to foot, with room for her arms. */
const DISTANCE = 45;
/** So much further away for each unit that the outermost dancers are apart, in a picture of 16:9. */
const PER_UNIT = 1.15;

/** A camera that stands still and shows all dancers. */
export function frameAll(places: readonly Place[]): Vmd {
  const [xs, zs] = [places.map(({ x }) => x), places.map(({ z }) => z)];
  const [left, right, front] = [Math.min(0, ...xs), Math.max(0, ...xs), Math.max(0, ...zs)];
  const distance = -(DISTANCE + PER_UNIT * (right - left) + front);
  const target: [number, number, number] = [(left + right) / 2, TARGET_HEIGHT, 0];
  return createVmd({ cameras: [{ frame: 0, distance, target }] });
}
