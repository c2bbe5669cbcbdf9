/** Seconds between two `timeupdate` events. */
const TIME_UPDATE_SECONDS = 0.25;

/** Sends the events of `<audio>` as media do. */
export class MediaEvents extends EventTarget {
  #sinceTimeUpdate = 0;
  #lastDuration = 0;

  /** Sends events in order, and after the code that caused them has run. */
  protected emit(...types: readonly string[]): void {
    queueMicrotask(() => {
      for (const type of types) this.dispatchEvent(new Event(type));
    });
  }

  /** Sends `durationchange` if the duration is another one than before. */
  protected emitDurationChange(duration: number): void {
    if (duration === this.#lastDuration) return;
    this.#lastDuration = duration;
    this.emit('durationchange');
  }

  /** Takes a duration of 0 for known, without an event. */
  protected forgetDuration(): void {
    this.#lastDuration = 0;
  }

  /** Sends `timeupdate` from time to time, `delta` seconds after the last call. */
  protected emitTimeUpdate(delta: number): void {
    this.#sinceTimeUpdate += delta;
    if (this.#sinceTimeUpdate < TIME_UPDATE_SECONDS) return;
    this.#sinceTimeUpdate = 0;
    this.dispatchEvent(new Event('timeupdate'));
  }
}
