/** A step this long is a stall, not time that passed. */
const LONGEST_STEP = 1;

/** The time of the dance: that of the audio if there is some, else its own. Seconds. */
export class Clock {
  /** Where the own clock starts again. */
  duration = 0;
  #seconds = 0;
  #isPlaying = false;
  #audio: HTMLAudioElement | undefined;

  get isPlaying(): boolean {
    return this.#isPlaying;
  }

  get seconds(): number {
    return this.#audio ? this.#audio.currentTime : this.#seconds;
  }

  /** How long there is something to see or hear. */
  get length(): number {
    const audible = this.#audio?.duration ?? Number.NaN;
    return Number.isFinite(audible) ? audible : this.duration;
  }

  /** Lets the audio lead from now on. */
  follow(audio: HTMLAudioElement | undefined): void {
    if (this.#audio) {
      this.#audio.pause();
      URL.revokeObjectURL(this.#audio.src);
    }
    this.#audio = audio;
    this.#seconds = 0;
  }

  /** Rejects if the browser does not let the audio play. */
  async play(): Promise<void> {
    this.#isPlaying = true;
    await this.#audio?.play();
  }

  pause(): void {
    this.#isPlaying = false;
    this.#audio?.pause();
  }

  seek(seconds: number): void {
    const inside = Math.min(Math.max(seconds, 0), this.length);
    if (this.#audio) this.#audio.currentTime = inside;
    else this.#seconds = inside;
  }

  /** Lets time pass. Allocates nothing. */
  tick(deltaSeconds: number): void {
    if (!this.#isPlaying || this.#audio) return;
    const next = this.#seconds + Math.min(deltaSeconds, LONGEST_STEP);
    this.#seconds = this.duration > 0 ? next % this.duration : 0;
  }
}
