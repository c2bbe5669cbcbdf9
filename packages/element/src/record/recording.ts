import type { MotionPlayer } from '@odori/runtime';
import type { Content } from '../content.js';
import type { MediaFacade } from '../media/media-facade.js';
import type { Sound } from '../media/sound.js';
import type { Loader } from '../sources/loader.js';
import type { BackgroundOptions } from '../viewport/background.js';
import type { Viewport } from '../viewport/viewport.js';
import type { PlayerFilm } from './record-player.js';
import type { Recordable, RecordOptions } from './record.js';

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

/** Options of `element.film`: the background, and a signal that ends the wait until everything is loaded. */
export type FilmOptions = BackgroundOptions & Pick<RecordOptions, 'signal'>;

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
  record(options: RecordOptions & BackgroundOptions): Promise<Blob> {
    const all = withBackground(options);
    return this.#whenFree(all, async (film) => {
      const { recordPlayer } = await import('./record-player.js');
      return recordPlayer(film, all);
    });
  }

  /** Rejects as `element.film` does. */
  film<T>(use: (film: Recordable) => Promise<T>, options: FilmOptions): Promise<T> {
    return this.#whenFree(options, async (film) => {
      const { filmPlayer } = await import('./record-player.js');
      return filmPlayer(film, use);
    });
  }

  /** Waits until everything is loaded, then films. */
  async #whenFree<T>(options: FilmOptions, use: (film: PlayerFilm) => Promise<T>): Promise<T> {
    if (this.#state !== 'no') throw new DOMException('a recording is already running', 'InvalidStateError');
    void this.#host.picture;
    this.#state = 'waiting';
    const { loader } = this.#host;
    loader.loadAll();
    try {
      await loader.whenSettled(options.signal);
      await this.#host.content?.whenDirected();
      return await this.#film(this.#host.picture, options, use);
    } finally {
      this.#state = 'no';
    }
  }

  /** Films while nothing else moves; restores playback afterwards. */
  async #film<T>(
    viewport: Viewport,
    options: FilmOptions,
    use: (film: PlayerFilm) => Promise<T>,
  ): Promise<T> {
    const { media, loader, player } = this.#host;
    const { paused, currentTime } = media;
    this.#state = 'filming';
    loader.isHeld = true;
    viewport.isFilming = true;
    player.pause();
    try {
      await viewport.graphics.open();
      return await use(this.#filmOf(viewport, options));
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
      pass: (seconds) => viewport.drawFilm(seconds, false),
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
