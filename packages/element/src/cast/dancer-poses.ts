import type { MmdModel } from '@odori/model';
import type { PosePool } from '@odori/model/pose-pool';
import type { PlayerPoses, RigPlayable } from '@odori/runtime';

/** With fewer, workers would take turns with the page, the song and the browser. */
const LEAST_CORES = 4;

/** Poses dancers with physics in workers, on devices with cores to spare. The first one loads the pool. */
export class DancerPoses implements PlayerPoses {
  #pool: PosePool | undefined;
  #isLoading = false;

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
    this.#isLoading = false;
  }

  /** Without its file, this thread poses. */
  async #load(): Promise<void> {
    this.#isLoading = true;
    try {
      const { PosePool } = await import('@odori/model/pose-pool');
      this.#pool ??= new PosePool();
    } catch {}
  }
}
