import type { Vmd, Vpd } from '@odori/format';
import { Motion } from '@odori/runtime';
import type { Intake } from '../files/opened-files.js';
import type { Show } from '../load-example.js';

/** What is being danced: the page's own dance, or what the reader brought, which may come file by file. */
export class Program {
  #own: Pick<Show, 'dance' | 'camera'> = { dance: Motion.from(), camera: Motion.from() };
  #dances: readonly (Vmd | Vpd)[] = [];
  #cameras: readonly Vmd[] = [];
  #motion: Motion | undefined;

  get isOwn(): boolean {
    return this.#dances.length === 0;
  }

  /** The reader brought neither dance nor camera. */
  get isUntouched(): boolean {
    return this.isOwn && this.#cameras.length === 0;
  }

  /** Dance, camera and light. */
  get motion(): Motion {
    return (this.#motion ??= this.#merge());
  }

  /** What the page has of its own. */
  offer(show: Show): void {
    this.#own = show;
    this.#motion = undefined;
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
    return Motion.from(this.#own.dance, ...(this.#cameras.length > 0 ? this.#cameras : [this.#own.camera]));
  }
}
