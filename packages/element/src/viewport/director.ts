import type { AutoCamera, FilmedModel } from '@odori/model';
import type { Motion, MotionPlayer } from '@odori/runtime';
import { hear, type Song } from '../media/hear-song.js';

/** `HTMLMediaElement.HAVE_ENOUGH_DATA`. */
const HAVE_ENOUGH_DATA = 4;

/** The content, for its director. */
export interface DirectorHost {
  readonly player: MotionPlayer;
  /** The motion that plays on a model. Allocates nothing. */
  motionOf(model: FilmedModel): Motion | undefined;
  /** The shots are planned, perhaps others than those that the camera has shown so far. */
  shotsPlanned(): void;
  /** The code that plans shots cannot be loaded. */
  shotsFailed(): void;
}

/** What the shots depend on. */
interface Plan {
  readonly camera: AutoCamera;
  /** Of each model. */
  readonly motions: readonly (Motion | undefined)[];
  readonly offset: number;
  readonly duration: number;
  readonly bars: ArrayLike<number> | undefined;
}

/**
 * Lets the automatic camera plan its shots, and plan anew when motions, song or offset change or dancers
 * stand elsewhere. Listens to the song for its bars.
 */
export class Director {
  readonly #host: DirectorHost;
  #camera: AutoCamera | undefined;
  #plan: Plan | undefined;
  /** Ends the planning of the last plan. */
  #planning = new AbortController();
  #planned: Promise<void> = Promise.resolve();
  #song: Song | undefined;
  /** The song that was or is being heard. */
  #heardSong: Song | undefined;
  /** Ends the hearing of the last song. */
  #hearing = new AbortController();
  #heard: Promise<void> = Promise.resolve();
  /** Hears the song now, loaded or not. */
  #hearNow = (): void => {};
  #bars: ArrayLike<number> | undefined;

  constructor(host: DirectorHost) {
    this.#host = host;
  }

  /** The camera whose shots are planned; undefined: none. */
  set camera(camera: AutoCamera | undefined) {
    this.#camera = camera;
    if (!camera) {
      this.#plan = undefined;
      this.#planning.abort();
    } else if (this.#song) this.#hear(this.#song);
    this.update();
  }

  set song(song: Song | undefined) {
    if (song?.audio === this.#song?.audio) return;
    this.#hearing.abort();
    this.#song = song;
    this.#bars = this.#heardSong = undefined;
    if (song && this.#camera) this.#hear(song);
  }

  /** Plans the shots if something has changed. Called for every picture. */
  update(): void {
    const camera = this.#camera;
    if (!camera) return;
    const { offset, duration } = this.#host.player;
    const last = this.#plan;
    const isSame =
      last?.camera === camera &&
      last.offset === offset &&
      last.duration === duration &&
      last.bars === this.#bars &&
      this.#dances(last);
    if (isSame) return;
    const motions = camera.models.map((model) => this.#motionOf(model));
    this.#direct({ camera, motions, offset, duration, bars: this.#bars });
  }

  /** Dancers stand elsewhere: plans the shots of a group anew. */
  placesChanged(): void {
    if (!this.#camera || this.#camera.models.length === 1) return;
    this.#plan = undefined;
    this.update();
  }

  #motionOf(model: FilmedModel): Motion | undefined {
    return this.#host.motionOf(model) ?? this.#host.player.idle;
  }

  /** Are the motions of a plan still those that play? Allocates nothing. */
  #dances({ camera, motions }: Plan): boolean {
    for (let i = 0; i < motions.length; i++)
      if (this.#motionOf(camera.models[i]) !== motions[i]) return false;
    return true;
  }

  /** Resolves when the shots are planned for the motion and the song as they are now. Never rejects. */
  async settle(): Promise<void> {
    this.#hearNow();
    await this.#heard;
    let plan: Plan | undefined;
    do {
      this.update();
      plan = this.#plan;
      await this.#planned;
    } while (plan !== this.#plan);
  }

  dispose(): void {
    this.song = undefined;
    this.camera = undefined;
  }

  #direct(plan: Plan): void {
    this.#plan = plan;
    this.#planning.abort();
    const { signal } = (this.#planning = new AbortController());
    const { camera, motions, offset, duration } = plan;
    const bars = plan.bars && Array.from(plan.bars, (bar) => bar - offset);
    const longest = Math.max(...motions.map((motion) => motion?.duration ?? 0));
    const end = duration < Infinity ? duration - offset : longest;
    this.#planned = camera.direct({ motion: motions, bars, duration: end, signal }).then(
      () => {
        if (!signal.aborted) this.#host.shotsPlanned();
      },
      () => {
        if (!signal.aborted) this.#host.shotsFailed();
      },
    );
  }

  /** Listens to the song once the browser has loaded it, so that both do not share the connection. */
  #hear(song: Song): void {
    if (song === this.#heardSong) return;
    this.#heardSong = song;
    const hearing = (this.#hearing = new AbortController());
    const { signal } = hearing;
    const isWanted = new Promise<void>((resolve) => (this.#hearNow = resolve));
    this.#heard = Promise.race([isWanted, whenLoaded(song.audio, signal)])
      .then(() => hear(song, signal))
      .then(
        (heard) => {
          if (signal.aborted) return;
          this.#bars = heard?.bars;
          this.update();
        },
        () => {}, // the camera cuts without the song
      );
  }
}

/** Resolves when a song is loaded as far as the browser loads it ahead. */
function whenLoaded(audio: HTMLMediaElement, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    if (audio.readyState >= HAVE_ENOUGH_DATA) resolve();
    audio.addEventListener('canplaythrough', () => resolve(), { once: true, signal });
    signal.addEventListener('abort', () => reject(signal.reason as Error), { once: true });
  });
}
