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
import type { BufferGeometry, Object3D } from 'three';
import type { Dancer } from './measure-body.js';
import type { DirectedDance } from './direct-dance.js';
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
  /** The dance of the model; without it, the model stands. */
  readonly motion?: Motion | undefined;
  /**
   * Seconds at which the bars of the song begin, in the time of the motion: `findBeats` finds them. The
   * camera cuts there.
   */
  readonly bars?: ArrayLike<number> | undefined; // without them, where the dance has accents
  /** Seconds until the end of motion and song. */
  readonly duration?: number; // that of the motion, or the last bar if that is later
  /** Another number gives other shots. */
  readonly seed?: number; // 1
  readonly signal?: AbortSignal | undefined;
}

/**
 * A camera that films a model by itself: it shows the whole body and, nearer, chest and face, follows the
 * dancer, and cuts to the music.
 *
 * It knows the dance beforehand. So it moves without lag, keeps raised hands in wide shots, and looks at
 * faces only while they look at it. Where it is depends on the time only: seeking, looping and recording give
 * the same pictures as playing.
 *
 * Give it to a player in place of a {@link MotionCamera}. It follows `model.root`. Until {@link direct} has
 * planned the shots, it stands where MMD's camera stands, or where `setPose` has put it.
 *
 * @example
 * const camera = new AutoCamera(model, { aspect: innerWidth / innerHeight });
 * player.camera = camera;
 * const { bars } = await findBeats(songBytes);
 * await camera.direct({ motion: dance, bars });
 * camera.shots[1]; // → { kind: 'chest', start: 8, end: 12, … }
 */
export class AutoCamera extends MotionCamera {
  readonly model: FilmedModel;
  readonly #pose: CameraPose = createCameraPose();
  readonly #near: number;
  readonly #far: number;
  #directed: DirectedDance | undefined;
  #plans = 0;

  constructor(model: FilmedModel, options: Omit<MotionCameraOptions, 'loop'> = {}) {
    super(undefined, options);
    this.model = model;
    this.#near = this.perspectiveCamera.near;
    this.#far = this.perspectiveCamera.far;
  }

  /** The planned shots, in order and without gaps; empty until {@link direct} has planned them. */
  get shots(): readonly Shot[] {
    return this.#directed?.shots ?? [];
  }

  /**
   * Plans the shots, in small portions between which the page can draw; loads the code for it at the first
   * call. Call it again for another motion or song: the last call counts. O(vertices + length of the dance ·
   * (bones + IK)).
   *
   * Rejects with the reason of `signal`, and if the code cannot be loaded.
   */
  async direct(options: AutoCameraOptions = {}): Promise<readonly Shot[]> {
    const { motion, bars = [], seed = 1, signal } = options;
    const { duration = Math.max(motion?.duration ?? 0, bars[bars.length - 1] ?? 0) } = options;
    const plan = ++this.#plans;
    const { directDance } = await import('./direct-dance.js');
    signal?.throwIfAborted();
    const directed = await directDance(dancerOf(this.model, motion), { bars, duration, seed, signal });
    if (plan !== this.#plans) return this.shots;
    this.#directed = directed;
    const height = directed.height * scaleOf(this.model);
    this.perspectiveCamera.near = Math.min(this.#near, NEAREST * height);
    this.perspectiveCamera.far = Math.max(this.#far, FURTHEST * height);
    return this.shots;
  }

  /** Moves the camera to where it is at a frame of the motion. Allocates nothing. O(1) forward. */
  override sample(frame: number): void {
    if (!this.#directed) return;
    const pose = this.#directed.sample(frame / FRAMES_PER_SECOND, this.aspect, this.#pose);
    const { root } = this.model;
    root.updateWorldMatrix(true, false);
    const { elements } = root.matrixWorld;
    this.setPose(pose);
    this.target.applyMatrix4(root.matrixWorld).divideScalar(this.unit);
    this.angles.y += Math.atan2(elements[8], elements[10]);
    this.distance *= scaleOf(this.model) / this.unit;
    this.update();
  }
}

/** The nearest and the furthest thing that is drawn at least, in heights of the body. */
const NEAREST = 0.02;
const FURTHEST = 50;

function scaleOf({ root }: FilmedModel): number {
  return root.matrixWorld.getMaxScaleOnAxis();
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
