/** A step this long is a stall, not time that passed. */
const LONGEST_STEP = 1;
/** In about this many seconds the time and the song's come together. */
const CATCH_UP = 0.25;
/** Farther apart the two do not come together, one jumps. */
const FARTHEST = 1;

/** The time of the dance, in seconds: its own, led by the song's while that sounds. It goes round and round. */
export class Clock {
  /** Of what there is to see. */
  duration = 0;
  #seconds = 0;
  #isPlaying = false;
  #isLoud = false;
  #song: HTMLAudioElement | undefined;

  get isPlaying(): boolean {
    return this.#isPlaying;
  }

  /** Is the song to be heard while time goes on? */
  get isLoud(): boolean {
    return this.#isLoud;
  }

  get song(): HTMLAudioElement | undefined {
    return this.#song;
  }

  get seconds(): number {
    return this.#seconds;
  }

  /** How long there is something to see or hear. */
  get length(): number {
    const audible = this.#song?.duration ?? Number.NaN;
    return Number.isFinite(audible) ? audible : this.duration;
  }

  /** Takes another song, or none; time goes on. Rejects as {@link play} does. */
  async follow(song: HTMLAudioElement | undefined): Promise<void> {
    if (song === this.#song) return;
    this.#song?.pause();
    this.#song = song;
    await this.#sound();
  }

  /** Rejects if the browser does not let the song sound; time goes on all the same. */
  async play(): Promise<void> {
    this.#isPlaying = true;
    await this.#sound();
  }

  pause(): void {
    this.#isPlaying = false;
    this.#song?.pause();
  }

  /** Lets the song be heard, or not. Rejects as {@link play} does. */
  async setLoud(isLoud: boolean): Promise<void> {
    this.#isLoud = isLoud;
    if (isLoud) await this.#sound();
    else this.#song?.pause();
  }

  seek(seconds: number): void {
    this.#seconds = Math.min(Math.max(seconds, 0), this.length);
    if (this.#song?.paused === false) this.#song.currentTime = this.#seconds;
  }

  /** Lets time pass. Allocates nothing. */
  tick(deltaSeconds: number): void {
    if (!this.#isPlaying) return;
    const { length } = this;
    const step = this.#nextStep(Math.min(deltaSeconds, LONGEST_STEP), length);
    this.#seconds = length > 0 ? (this.#seconds + step + length) % length : 0;
  }

  /** Browsers tell the time of a song in coarse steps: it is approached, slower or faster, but never backwards. */
  #nextStep(step: number, length: number): number {
    if (!this.#song || this.#song.paused || length === 0) return step;
    let lag = this.#song.currentTime - (this.#seconds + step);
    lag -= length * Math.round(lag / length); // the short way round
    if (Math.abs(lag) > FARTHEST) return step + lag;
    return Math.max(0, step + lag * Math.min(1, step / CATCH_UP));
  }

  async #sound(): Promise<void> {
    if (!this.#song || !this.#isPlaying || !this.#isLoud) return;
    if (this.#song.paused) this.#song.currentTime = this.#seconds;
    await this.#song.play();
  }
}
