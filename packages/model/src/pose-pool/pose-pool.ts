import type { PlayerPoses, RigPlayable } from '@odori/runtime';
import type { RemotePoser } from '@odori/runtime/internal/player';
import type { MmdModel } from '../mmd-model/mmd-model.js';
import { openPoseWorker } from './open-pose-worker.js';
import { PoseLane } from './pose-lane.js';
import { RemoteModel } from './remote-model.js';

/** More workers than this wait for each other's memory. */
const MOST_WORKERS = 4;

/** Options of {@link PosePool}. */
export interface PosePoolOptions {
  /** The most workers; each is started when a model needs it. */
  readonly workers?: number; // the cores of the device less one, 1 to 4
  /**
   * Makes a worker of the script `@odori/model/pose-worker`, for a bundler that does not know `new Worker(new
   * URL(…, import.meta.url))`.
   */
  readonly createWorker?: () => Worker;
}

/**
 * The event `warning` of a {@link PosePool}, once for a worker that does not load, fails or is too slow: this
 * thread poses its models from then on.
 *
 * @example
 * pool.addEventListener('warning', ({ message }) => console.warn(message));
 */
export class PoseWarningEvent extends Event {
  readonly message: string;

  constructor(message: string) {
    super('warning');
    this.message = message;
  }
}

/**
 * Workers that pose the models of a `MotionPlayer`: keyframes, IK and physics off the main thread.
 *
 * The player asks for the pose of a frame one frame ahead, so that models keep time with the song, and
 * `update` shows what has come. `rig`, `pick` and all else see the pose that was shown last. A jump shows at
 * once on this thread, and hair comes to rest in the worker; `player.step` poses on this thread, without
 * waiting.
 *
 * This thread also poses models with an `adjust`, while they perform a gesture, in a world that they share
 * with others, with physics of another engine, with external parents, and those that the page updates itself.
 * Bodies go on where they are when the thread changes. Without workers, as in Node, this thread poses all.
 *
 * A page that is cross-origin isolated shares memory with the workers; in other pages, buffers go to and fro.
 *
 * @example
 * const poses = new PosePool();
 * const player = new MotionPlayer({ media: song, poses });
 * player.add(model, dance);
 * poses.latency; // → 0: the last frame showed its own pose
 */
export class PosePool extends EventTarget implements PlayerPoses {
  /** Vue must not wrap this in a proxy, which has no private members. @internal */
  readonly __v_skip = true;
  readonly #workers: number;
  readonly #createWorker: (() => Worker) | undefined;
  #lanes: readonly PoseLane[] = [];
  /** Why no further worker is started. */
  #isRefused = false;

  /** @throws RangeError if `workers` is no whole number above 0. */
  constructor({ workers = defaultWorkers(), createWorker = defaultWorker() }: PosePoolOptions = {}) {
    super();
    if (!(Number.isInteger(workers) && workers > 0))
      throw new RangeError(`workers must be a whole number above 0, not ${workers}`);
    this.#workers = workers;
    this.#createWorker = createWorker;
  }

  /**
   * By how many frames the pose of any model is late in the last frame: 0 if all had come in time; 1 and more
   * while a worker needs longer than a frame.
   */
  get latency(): number {
    return this.#lanes.reduce((most, { framesLate }) => Math.max(most, framesLate), 0);
  }

  /** For a player. Undefined for what is no model, and where there are no workers. */
  open(playable: RigPlayable): RemotePoser | undefined {
    if (!isModel(playable)) return undefined;
    const lane = this.#freeLane();
    return lane && new RemoteModel(lane, playable);
  }

  /** Ends the workers: this thread poses their models from then on. */
  dispose(): void {
    this.#isRefused = true;
    for (const lane of this.#lanes) lane.dispose();
    this.#lanes = [];
  }

  /** The worker with the fewest models; a new one while there are fewer than there may be. */
  #freeLane(): PoseLane | undefined {
    const free = this.#lanes.reduce<PoseLane | undefined>(
      (least, lane) => (least && least.modelCount <= lane.modelCount ? least : lane),
      undefined,
    );
    if (free && (free.modelCount === 0 || this.#lanes.length >= this.#workers)) return free;
    return this.#isRefused || !this.#createWorker ? free : this.#openLane(this.#createWorker);
  }

  #openLane(createWorker: () => Worker): PoseLane | undefined {
    try {
      const lane: PoseLane = new PoseLane(createWorker(), isIsolated(), (reason) => {
        this.#lanes = this.#lanes.filter((each) => each !== lane);
        this.#refuse(reason);
      });
      this.#lanes = [...this.#lanes, lane];
      return lane;
    } catch (error) {
      this.#refuse(String(error)); // of a script from another origin
      return undefined;
    }
  }

  /** Starts no further worker, which would fail as well. */
  #refuse(reason: string): void {
    this.#isRefused = true;
    const message = `a worker does not pose models any more, so this thread does: ${reason}`;
    this.dispatchEvent(new PoseWarningEvent(message));
  }
}

/** Whether it is an `MmdModel`, of any copy of its code. */
function isModel(playable: RigPlayable): playable is MmdModel {
  return 'showSolved' in playable;
}

function isIsolated(): boolean {
  return typeof crossOriginIsolated !== 'undefined' && crossOriginIsolated;
}

function defaultWorker(): (() => Worker) | undefined {
  return typeof Worker === 'undefined' ? undefined : openPoseWorker;
}

function defaultWorkers(): number {
  const cores = globalThis.navigator?.hardwareConcurrency ?? 2;
  return Math.min(Math.max(cores - 1, 1), MOST_WORKERS);
}
