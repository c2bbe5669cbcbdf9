import { SRGBColorSpace, VideoTexture } from 'three';
import { FilmRate } from './film-rate.js';

/** A film that is further from its time than this, in seconds, jumps there while it plays. */
const JUMP = 0.3;
/**
 * A film seeks this many seconds later than the time it is to show: files round the times of their pictures
 * to a millisecond, and a little earlier is the picture before.
 */
const WITHIN_PICTURE = 0.002;
/**
 * A clock that follows a song may stand still for this many samples: the film waits there. After that, it
 * seeks to the exact time.
 */
const MAX_STILLS = 3;
/** Without a sample for this long, nothing plays the scene any more. Milliseconds. */
const WATCH_MILLISECONDS = 500;

/**
 * The film behind a scene. It keeps the time of the scene: it plays, without sound, while time passes, and
 * seeks otherwise.
 *
 * Its first picture is at frame 0 of the project; after its end the last picture stays.
 */
export class SceneFilm {
  /** Vue must not wrap this in a proxy, which has no private members. @internal */
  readonly __v_skip = true;
  /** If you draw only when something has changed, draw on its event `seeked`, too. */
  readonly video: HTMLVideoElement;
  /** The film's picture, the first row on top. Its color space is sRGB. */
  readonly texture: VideoTexture;
  readonly #rate = new FilmRate();
  /** Called when the film is no longer in use. */
  readonly #release: () => void;
  /** The scene's time, in seconds. */
  #time = 0;
  /** The time that it sought last. */
  #sought = 0;
  /** The scene is shown picture by picture, see {@link seek}. */
  #isStepped = false;
  #isPlaying = false;
  /** It waits for time to pass on. */
  #isResting = false;
  /** The number of samples since time passed. */
  #stills = 0;
  #isDisposed = false;
  #watch: ReturnType<typeof setInterval> | undefined;
  /** A sample has come since the watch looked last. */
  #isAlive = false;

  /** The video has loaded its first picture. */
  constructor(video: HTMLVideoElement, release: () => void) {
    this.video = video;
    this.#release = release;
    this.texture = new VideoTexture(video);
    this.texture.flipY = false;
    this.texture.colorSpace = SRGBColorSpace;
    this.texture.needsUpdate = true;
    video.addEventListener('seeked', this.#arrive);
  }

  /** True while it seeks a picture. Its `video` dispatches `seeked` when it shows that. */
  get isSeeking(): boolean {
    return this.video.seeking;
  }

  get width(): number {
    return this.video.videoWidth;
  }

  get height(): number {
    return this.video.videoHeight;
  }

  /**
   * Shows the picture at a time of the scene. `deltaSeconds`: the time since the last call; 0 in pauses.
   * Allocates nothing.
   */
  sample(seconds: number, deltaSeconds: number): void {
    this.#time = seconds > 0 ? seconds : 0;
    this.#isAlive = true;
    this.#stills = deltaSeconds > 0 ? 0 : this.#stills + 1;
    const isStill = this.#stills > (this.#isPlaying ? MAX_STILLS : 0);
    if (isStill || seconds < 0 || this.#time >= this.video.duration) this.#hold();
    else if (this.#stills > 0) this.#rest();
    else if (!this.#isStepped) this.#follow();
    this.#isStepped = false;
  }

  /**
   * Brings the film exactly to the last sample; resolves when it shows that picture. Between this call and
   * the next sample it does not play.
   */
  async seek(): Promise<void> {
    this.#isStepped = true;
    this.#hold();
    while (this.video.seeking && !this.video.error && !this.#isDisposed) await nextEvent(this.video);
  }

  dispose(): void {
    this.#isDisposed = true;
    this.#pause();
    this.video.removeEventListener('seeked', this.#arrive);
    this.texture.dispose();
    this.video.removeAttribute('src');
    this.video.load(); // frees its decoder
    this.#release();
  }

  /** Stands still at the scene's time. */
  #hold(): void {
    this.#pause();
    const { seeking, duration } = this.video;
    const last = Number.isFinite(duration) ? Math.max(duration - WITHIN_PICTURE, 0) : Infinity;
    const time = Math.min(this.#time + WITHIN_PICTURE, last);
    if (!seeking && time !== this.#sought) this.#seekTo(time);
  }

  /** Plays at the scene's time. */
  #follow(): void {
    const { video } = this;
    if (!this.#isPlaying) this.#play();
    else if (this.#isResting) this.#start();
    const ahead = video.currentTime - this.#time;
    if (Math.abs(ahead) > JUMP && !video.seeking) this.#seekTo(this.#time);
    const rate = this.#rate.next(this.#time, ahead, performance.now());
    if (rate !== video.playbackRate) video.playbackRate = rate;
  }

  #play(): void {
    this.#isPlaying = true;
    this.#rate.restart();
    this.#watch = setInterval(this.#look, WATCH_MILLISECONDS);
    this.#start();
  }

  #rest(): void {
    if (this.#isResting) return;
    this.#isResting = true;
    this.video.pause();
  }

  #start(): void {
    this.#isResting = false;
    // Where a browser refuses to play it, for example to save power, it seeks whenever it is too far behind.
    this.video.play().catch(() => {});
  }

  #pause(): void {
    if (!this.#isPlaying) return;
    this.#isPlaying = false;
    clearInterval(this.#watch);
    this.video.pause();
    this.#sought = Number.NaN; // it has moved on
  }

  readonly #look = (): void => {
    if (!this.#isAlive) this.#hold();
    this.#isAlive = false;
  };

  #seekTo(time: number): void {
    this.#sought = time;
    this.video.currentTime = time;
  }

  /** The scene's time may have changed while the film sought another one. */
  readonly #arrive = (): void => {
    this.texture.needsUpdate = true;
    if (!this.#isPlaying) this.#hold();
  };
}

function nextEvent(video: HTMLVideoElement): Promise<void> {
  return new Promise((resolve) => {
    const types = ['seeked', 'error', 'emptied'];
    const end = (): void => {
      for (const type of types) video.removeEventListener(type, end);
      resolve();
    };
    for (const type of types) video.addEventListener(type, end);
  });
}
