import type { MotionPlayer } from '@odori/runtime';
import type { Content } from '../content.js';
import type { MediaFacade } from '../media/media-facade.js';
import type { Sound } from '../media/sound.js';
import type { Loader } from '../sources/loader.js';
import type { BackgroundOptions } from '../viewport/background.js';
import type { Viewport } from '../viewport/viewport.js';
import type { PlayerFilm } from './record-player.js';
import type { RecordOptions } from './record.js';

/** Playback, for recordings. */
export interface RecordingHost {
  readonly player: MotionPlayer;
  readonly sound: Sound;
  readonly media: MediaFacade;
  readonly loader: Loader;
  readonly content: Content | undefined;
  readonly viewport: Viewport | undefined;
  /** @throws DOMException `InvalidStateError` if the page has no picture now. */
  readonly picture: Viewport;
}

/** Records the dance as a film, one at a time. */
export class Recording {
  readonly #host: RecordingHost;
  /** `record` first waits until everything is loaded, then takes frames. */
  #state: 'no' | 'waiting' | 'filming' = 'no';

  constructor(host: RecordingHost) {
    this.#host = host;
  }

  get isFilming(): boolean {
    return this.#state === 'filming';
  }

  /** Rejects as `element.record` does. */
  async record(options: RecordOptions & BackgroundOptions): Promise<Blob> {
    if (this.#state !== 'no') throw new DOMException('a recording is already running', 'InvalidStateError');
    void this.#host.picture;
    this.#state = 'waiting';
    const { loader } = this.#host;
    loader.loadAll();
    try {
      const { recordPlayer } = await import('./record-player.js');
      await loader.whenSettled(options.signal);
      await this.#host.content?.whenDirected();
      return await this.#film(this.#host.picture, withBackground(options), recordPlayer);
    } finally {
      this.#state = 'no';
    }
  }

  /** Records while nothing else moves; restores playback afterwards. */
  async #film<O extends BackgroundOptions>(
    viewport: Viewport,
    options: O,
    record: (film: PlayerFilm, options: O) => Promise<Blob>,
  ): Promise<Blob> {
    const { media, loader, player } = this.#host;
    const { paused, currentTime } = media;
    this.#state = 'filming';
    loader.isHeld = true;
    viewport.isFilming = true;
    player.pause();
    try {
      await viewport.graphics.open();
      return await record(this.#filmOf(viewport, options), options);
    } finally {
      this.#state = 'waiting';
      if (this.#host.viewport === viewport) {
        viewport.isFilming = false;
        if (!paused) media.tryPlay();
      } else media.currentTime = currentTime;
      loader.isHeld = false;
    }
  }

  #filmOf(viewport: Viewport, options: BackgroundOptions): PlayerFilm {
    const { player, sound } = this.#host;
    return {
      player,
      canvas: viewport.canvas,
      duration: player.duration,
      song: sound.readFile,
      resize: (width, height) => viewport.resizeFilm(width, height, options),
      ready: () => viewport.graphics.open(),
      draw: (seconds) => viewport.drawFilm(seconds),
      isGone: () => this.#host.viewport !== viewport,
    };
  }
}

/** With `alpha`, a background would hide the transparency. */
function withBackground<O extends RecordOptions & BackgroundOptions>(options: O): O {
  return options.alpha && options.background === undefined
    ? { ...options, background: 'transparent' }
    : options;
}
