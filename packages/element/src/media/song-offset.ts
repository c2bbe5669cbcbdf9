import type { Content } from '../content.js';
import type { Fit } from '../player-attributes.js';

/** Playback, for the offset of its song. */
export interface OffsetHost {
  readonly element: { offset: number; readonly fit: Fit };
  readonly content: Content | undefined;
}

/** By how much the dance is shifted against the song, for the viewer. */
export class SongOffset {
  readonly #host: OffsetHost;

  constructor(host: OffsetHost) {
    this.#host = host;
  }

  /** Is there a song, and a dance to shift against it? */
  get isGiven(): boolean {
    const { content } = this.#host;
    return content?.song !== undefined && content.motion !== undefined;
  }

  /** Seconds of the song before the dance. */
  get seconds(): number {
    return this.#host.element.offset;
  }

  set seconds(seconds: number) {
    this.#host.element.offset = seconds;
  }

  /** A dance that is fitted to the song has no place in it that could be found. */
  get mayPropose(): boolean {
    return this.#host.element.fit === 'none';
  }

  /** Takes the offset that fits best. False if none is clearly better than others. Never rejects. */
  async propose(): Promise<boolean> {
    const seconds = await this.#host.content?.fit.findOffset().catch(() => undefined);
    if (seconds !== undefined) this.seconds = seconds;
    return seconds !== undefined;
  }
}
