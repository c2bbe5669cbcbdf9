import type { Vmd, Vpd } from '@odori/format';
import { Motion, secondsToFrame } from '@odori/runtime';
import type { Intake } from '../intake/intake.js';
import { LOOP_FRAMES } from '../motion/beat.js';
import { danceCamera } from '../motion/dance-camera.js';
import { recordDance } from '../motion/record-dance.js';

/** What is being danced: the page's own dance, or what the reader brought, which may come file by file. */
export class Program {
  #dances: readonly (Vmd | Vpd)[] = [];
  #cameras: readonly Vmd[] = [];
  #motion: Motion | undefined;
  readonly #own = recordDance();
  readonly #ownCamera = danceCamera();

  get isOwn(): boolean {
    return this.#dances.length === 0;
  }

  /** The reader brought neither dance nor camera. */
  get isUntouched(): boolean {
    return this.isOwn && this.#cameras.length === 0;
  }

  get motion(): Motion {
    return (this.#motion ??= this.#merge());
  }

  /** The page's own dance goes round and round, whatever the music does. */
  danceFrame(seconds: number): number {
    return this.isOwn ? secondsToFrame(seconds) % LOOP_FRAMES : secondsToFrame(seconds);
  }

  cameraFrame(seconds: number): number {
    return this.#cameras.length === 0 ? this.danceFrame(seconds) : secondsToFrame(seconds);
  }

  /** A dance takes the place of the last one, a camera that of the last camera. */
  take({ dances, cameras }: Intake): void {
    if (dances.length > 0) this.#dances = dances;
    if (cameras.length > 0) this.#cameras = cameras;
    this.#motion = undefined;
  }

  reset(): void {
    this.#dances = [];
    this.#cameras = [];
    this.#motion = undefined;
  }

  #merge(): Motion {
    if (!this.isOwn) return Motion.from(...this.#dances, ...this.#cameras);
    return Motion.from(this.#own, ...(this.#cameras.length > 0 ? this.#cameras : [this.#ownCamera]));
  }
}
