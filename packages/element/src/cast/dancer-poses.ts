import type { MmdModel } from '@odori/model';
import type { PosePool, PoseWarningEvent } from '@odori/model/pose-pool';
import type { PlayerPoses, RigPlayable } from '@odori/runtime';

/** With fewer, workers would take turns with the page, the song and the browser. */
const LEAST_CORES = 4;

/** Poses dancers with physics in workers, on devices with cores to spare. The first one loads the pool. */
export class DancerPoses implements PlayerPoses {
  /** Told once why this thread poses dancers that workers were to pose. */
  readonly #warn: (message: string) => void;
  #hasWarned = false;
  #pool: PosePool | undefined;
  #isLoading = false;

  constructor(warn: (message: string) => void) {
    this.#warn = warn;
  }

  /** For a player. */
  open(playable: RigPlayable): ReturnType<PlayerPoses['open']> {
    const { physics } = playable as Partial<MmdModel>;
    if (!physics || physics.world || navigator.hardwareConcurrency < LEAST_CORES) return undefined;
    if (!this.#pool && !this.#isLoading) void this.#load();
    return this.#pool?.open(playable);
  }

  /** Ends the workers. A later dancer starts new ones. */
  close(): void {
    this.#pool?.dispose();
    this.#pool = undefined;
    this.#isLoading = this.#hasWarned = false;
  }

  /** Without its file, this thread poses. */
  async #load(): Promise<void> {
    this.#isLoading = true;
    try {
      const { PosePool } = await import('@odori/model/pose-pool');
      this.#pool ??= new PosePool();
      this.#pool.addEventListener('warning', (event) => this.#tell((event as PoseWarningEvent).message));
    } catch (error) {
      this.#tell(`the code of workers does not load, so this thread poses dancers: ${String(error)}`);
    }
  }

  /** The workers of a pool may fail one after another. */
  #tell(message: string): void {
    if (this.#hasWarned) return;
    this.#hasWarned = true;
    this.#warn(message);
  }
}
