import {
  bindMotion,
  type CameraPose,
  createCameraPose,
  FRAMES_PER_SECOND,
  type Motion,
  MotionCamera,
  type MotionCameraOptions,
  Rig,
  type RigPlayable,
} from '@odori/runtime';
import { type BufferGeometry, Matrix4, type Object3D } from 'three';
import type { DanceStatistics } from './dance-statistics.js';
import type { Dancer } from './measure-body.js';
import type { DirectedDance } from './direct-dance.js';
import type { Place } from './group.js';
import type { Shot } from './shot.js';

/** What the automatic camera films: an `MmdModel`, or any other rig with a body. */
export interface FilmedModel extends RigPlayable {
  readonly root: Object3D;
  /**
   * Its geometry has the attributes `position`, `skinIndex` and `skinWeight`: vertices at rest on the bones
   * of the rig.
   */
  readonly mesh: { readonly geometry: BufferGeometry };
  /** Bones of hair and clothes, whose vertices do not count. */
  readonly physicalBones?: readonly number[]; // none
}

/** Options of {@link AutoCamera.direct}. */
export interface AutoCameraOptions {
  /**
   * The dance of the model, or of each of the models in their order; a model without one stands. One motion
   * for several models is the dance of all.
   */
  readonly motion?: Motion | readonly (Motion | undefined)[] | undefined;
  /**
   * Seconds at which the bars of the song begin, in the time of the motion: `findBeats` finds them. The
   * camera cuts there.
   */
  readonly bars?: ArrayLike<number> | undefined; // without them, where the dance has accents
  /** Seconds until the end of motion and song. */
  readonly duration?: number; // that of the longest motion, or the last bar if that is later
  /** Another number gives other shots. */
  readonly seed?: number; // 1
  readonly signal?: AbortSignal | undefined;
}

/**
 * A camera that films a model by itself: it shows the whole body and, nearer, chest and face, follows the
 * dancer, and cuts to the music. Of several models, it shows all together and, nearer, one after the other.
 *
 * It knows the dance beforehand. So it moves without lag, keeps raised hands in wide shots, and looks at
 * faces only while they look at it and nobody stands before them. Where it is depends on the time only:
 * seeking, looping and recording give the same pictures as playing.
 *
 * Give it to a player in place of a {@link MotionCamera}. It follows `model.root`; of several models, near
 * shots do, and wide ones show the places at which the models stood when {@link direct} planned them. Until
 * then, it stands where MMD's camera stands, or where `setPose` has put it.
 *
 * @example
 * const camera = new AutoCamera(model, { aspect: innerWidth / innerHeight });
 * player.camera = camera;
 * const { bars } = await findBeats(songBytes);
 * await camera.direct({ motion: dance, bars });
 * camera.shots[1]; // → { kind: 'side', start: 8.0, end: 11.2, model: 0, … }
 *
 * const duet = new AutoCamera([left, right]);
 * await duet.direct({ motion: [leftDance, rightDance], bars });
 */
export class AutoCamera extends MotionCamera {
  readonly models: readonly FilmedModel[];
  readonly #pose: CameraPose = createCameraPose();
  readonly #near: number;
  readonly #far: number;
  /** Of each model. */
  readonly #watched: (WatchedDance | undefined)[] = [];
  #directed: DirectedDance | undefined;
  #plans = 0;

  /** @throws TypeError without a model. */
  constructor(
    models: FilmedModel | readonly FilmedModel[],
    options: Omit<MotionCameraOptions, 'loop' | 'heightScale'> = {},
  ) {
    super(undefined, options);
    this.models = 'root' in models ? [models] : models.slice();
    if (this.models.length === 0) throw new TypeError('AutoCamera needs at least one model to film');
    this.#near = this.perspectiveCamera.near;
    this.#far = this.perspectiveCamera.far;
  }

  /** The first model. */
  get model(): FilmedModel {
    return this.models[0];
  }

  /** The planned shots, in order and without gaps; empty until {@link direct} has planned them. */
  get shots(): readonly Shot[] {
    return this.#directed?.shots ?? [];
  }

  /**
   * Plans the shots, in small portions between which the page can draw; loads the code for it at the first
   * call. Call it again for another motion or song, or when models stand elsewhere: the last call counts, and
   * watches only dances that are new. O(vertices + length of the dances · (bones + IK)).
   *
   * Rejects with the reason of `signal`, and if the code cannot be loaded.
   */
  async direct(options: AutoCameraOptions = {}): Promise<readonly Shot[]> {
    const { bars = [], seed = 1, signal } = options;
    const motions = this.models.map((_, i) => motionOf(options.motion, i));
    const longest = Math.max(...motions.map((motion) => motion?.duration ?? 0));
    const { duration = Math.max(longest, bars[bars.length - 1] ?? 0) } = options;
    const plan = ++this.#plans;
    const { directDance } = await import('./direct-dance.js');
    signal?.throwIfAborted();
    const lastFrame = Math.max(...motions.map((motion) => motion?.lastFrame ?? 0));
    const dances: DanceStatistics[] = [];
    for (const [i, motion] of motions.entries()) dances.push(await this.#watch(i, motion, lastFrame, signal));
    const directed = await directDance(dances, this.#places(), { bars, duration, seed, signal });
    if (plan !== this.#plans) return this.shots;
    this.#directed = directed;
    const [least, most] = directed.heights;
    const scale = scaleOf(this.#space(undefined));
    this.perspectiveCamera.near = Math.min(this.#near, NEAREST * least * scale);
    this.perspectiveCamera.far = Math.max(this.#far, FURTHEST * most * scale);
    return this.shots;
  }

  /** Moves the camera to where it is at a frame of the motion. Allocates nothing. O(1) forward. */
  override sample(frame: number): void {
    if (!this.#directed) return;
    const seconds = frame / FRAMES_PER_SECOND;
    this.setPose(this.#directed.sample(seconds, this.aspect, this.#pose));
    const space = this.#space(this.#directed.at(seconds).model);
    if (space) {
      space.updateWorldMatrix(true, false);
      const { elements } = space.matrixWorld;
      this.target.applyMatrix4(space.matrixWorld);
      this.angles.y += Math.atan2(elements[8], elements[10]);
    }
    this.target.divideScalar(this.unit);
    this.distance *= scaleOf(space) / this.unit;
    this.update();
  }

  /** What a shot of a model is planned in: a group stands where the first model's parent is. */
  #space(model: number | undefined): Object3D | null {
    if (this.models.length === 1) return this.models[0].root;
    return model === undefined ? this.models[0].root.parent : this.models[model].root;
  }

  /** Where the models stand in the space of the group. */
  #places(): Place[] {
    const toGroup = new Matrix4();
    const space = this.#space(undefined);
    space?.updateWorldMatrix(true, false);
    if (space) toGroup.copy(space.matrixWorld).invert();
    return this.models.map(({ root }) => {
      root.updateWorldMatrix(true, false);
      return placeOf(new Matrix4().multiplyMatrices(toGroup, root.matrixWorld));
    });
  }

  async #watch(
    index: number,
    motion: Motion | undefined,
    lastFrame: number,
    signal: AbortSignal | undefined,
  ): Promise<DanceStatistics> {
    const last = this.#watched[index];
    if (last?.motion === motion && last?.lastFrame === lastFrame) return last.statistics;
    const { watchDancer } = await import('./direct-dance.js');
    const statistics = await watchDancer(dancerOf(this.models[index], motion), lastFrame, signal);
    this.#watched[index] = { motion, lastFrame, statistics };
    return statistics;
  }
}

/** What was seen of a dance. */
interface WatchedDance {
  readonly motion: Motion | undefined;
  readonly lastFrame: number;
  readonly statistics: DanceStatistics;
}

/** The nearest and the furthest thing that is drawn at least, in heights of the body. */
const NEAREST = 0.02;
const FURTHEST = 50;

/** In the scene. */
function scaleOf(space: Object3D | null): number {
  return space?.matrixWorld.getMaxScaleOnAxis() ?? 1;
}

function motionOf(motion: AutoCameraOptions['motion'], index: number): Motion | undefined {
  return motion && 'bones' in motion ? motion : motion?.[index];
}

function placeOf(matrix: Matrix4): Place {
  const { elements } = matrix;
  const [x, y, z] = elements.slice(12, 15);
  return { x, y, z, turn: Math.atan2(elements[8], elements[10]), scale: matrix.getMaxScaleOnAxis() };
}

function dancerOf(model: FilmedModel, motion: Motion | undefined): Dancer {
  const rig = new Rig(model.rig.definition);
  const binding = motion && bindMotion(motion, rig);
  const { position, skinIndex, skinWeight } = model.mesh.geometry.attributes;
  return {
    rig,
    pose: (frame) => {
      binding?.sample(frame);
      rig.solve();
    },
    lastFrame: motion?.lastFrame ?? 0,
    positions: position.array,
    boneIndices: skinIndex.array,
    boneWeights: skinWeight.array,
    physicalBones: model.physicalBones ?? [],
  };
}
