/** Over this many milliseconds the speed of a scene is measured. */
const SPAN_MILLISECONDS = 250;
/**
 * How much a film is slowed down for each second that it is ahead, or sped up if it is behind, as a fraction
 * of its speed.
 */
const CORRECTION = 2.5;
const MAX_CORRECTION = 0.6;
/** A film may be this far from its time, in seconds: less than a frame. */
const TOLERANCE = 0.02;
/** The speeds that all browsers play. */
const [SLOWEST, FASTEST] = [0.0625, 16];

/** The speed at which a film keeps the time of a scene, which may be played slower or faster than normal. */
export class FilmRate {
  #rate = 1;
  #speed = 1;
  #since = Number.NaN;
  #from = 0;

  /** Measures anew. */
  restart(): void {
    this.#since = Number.NaN;
  }

  /**
   * The speed from now on. `time`: the scene's, in seconds; `ahead`: by how many seconds the film is ahead of
   * it; `now`: the time of the clock, in milliseconds. Allocates nothing.
   */
  next(time: number, ahead: number, now: number): number {
    if (Number.isNaN(this.#since)) this.#begin(time, now);
    const span = now - this.#since;
    if (span < SPAN_MILLISECONDS) return this.#rate;
    const speed = (1000 * (time - this.#from)) / span;
    this.#begin(time, now);
    if (!(speed > 0)) return this.#rate; // the scene went back
    if (Math.abs(speed / this.#speed - 1) > 0.05) this.#speed = speed; // else the clock's own unevenness
    const correction = Math.abs(ahead) < TOLERANCE ? 0 : -CORRECTION * ahead;
    const limited = Math.min(Math.max(correction, -MAX_CORRECTION), MAX_CORRECTION);
    this.#rate = Math.min(Math.max(this.#speed * (1 + limited), SLOWEST), FASTEST);
    return this.#rate;
  }

  #begin(time: number, now: number): void {
    this.#since = now;
    this.#from = time;
  }
}
