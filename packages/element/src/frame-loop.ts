/**
 * Milliseconds. After poses that took longer, the picture comes in the next task: the page can do other work
 * before.
 */
const LONG_POSES = 8;

/** The viewport, for its loop. */
export interface FrameLoopHost {
  /** Says in each visible frame of the page, by its time, whether the next picture is due. */
  readonly quality: { isDue(milliseconds: number): boolean };
  /** Does anything move, `deltaSeconds` after the last picture? */
  isMoving(deltaSeconds: number): boolean;
  /** Advances everything that moves. */
  pose(deltaSeconds: number): void;
  /** Draws what was posed, `deltaSeconds` after the last picture. */
  draw(deltaSeconds: number): void;
  visibilityChanged(isVisible: boolean): void;
  /** Does it play while it is not visible? */
  readonly playsUnseen: boolean;
  /** Lets time pass while it is not visible. */
  passTime(deltaSeconds: number): void;
}

/** A session of WebXR, which has frames of its own while it shows the picture. */
export interface FrameSession {
  /** Does the viewer see it? */
  readonly isVisible: boolean;
  /** Calls a function in each of its frames; null: no more. */
  setAnimationLoop(callback: ((milliseconds: number) => void) | null): void;
}

/**
 * Poses and draws in each frame of the page while an element is visible: on the screen and in the active tab.
 */
export class FrameLoop {
  /** While a film is recorded, the loop neither poses nor draws. */
  isHeld = false;
  readonly #element: Element;
  readonly #host: FrameLoopHost;
  readonly #observer: IntersectionObserver;
  #session: FrameSession | undefined;
  /** Undefined until the browser has reported it. */
  #isOnScreen: boolean | undefined;
  #isVisible = false;
  #isRunning = false;
  #isOutOfDate = true;
  #request: number | undefined;
  #lastMilliseconds: number | undefined;
  #undrawnSeconds = 0;
  #drawing: ReturnType<typeof setTimeout> | undefined;

  constructor(element: Element, host: FrameLoopHost) {
    this.#element = element;
    this.#host = host;
    this.#observer = new IntersectionObserver((entries) => {
      this.#isOnScreen = entries.at(-1)!.isIntersecting;
      this.updateVisibility();
    });
    this.#observer.observe(element);
    document.addEventListener('visibilitychange', this.updateVisibility);
  }

  /** Resolves in the next frame of the page. Rejects with the reason of `signal`. */
  static async nextFrame(signal: AbortSignal): Promise<void> {
    signal.throwIfAborted();
    await new Promise((resolve) => {
      requestAnimationFrame(resolve);
      signal.addEventListener('abort', resolve, { once: true });
    });
    signal.throwIfAborted();
  }

  get isVisible(): boolean {
    return this.#isVisible;
  }

  /**
   * The session that gives the frames in place of the page: all of them are drawn, because the viewer's head
   * moves.
   */
  set session(session: FrameSession | undefined) {
    this.#run(false);
    this.#session = session;
    this.#run(this.#isRunning);
    this.updateVisibility();
  }

  get isOnScreen(): boolean {
    if (this.#isOnScreen !== undefined) return this.#isOnScreen;
    const { top, right, bottom, left } = this.#element.getBoundingClientRect();
    return bottom > 0 && right > 0 && top < innerHeight && left < innerWidth;
  }

  /** Poses and draws in the next frame even if nothing moves. */
  invalidate(): void {
    this.#isOutOfDate = true;
  }

  dispose(): void {
    this.#isRunning = false;
    this.#run(false);
    this.#session = undefined;
    this.#observer.disconnect();
    document.removeEventListener('visibilitychange', this.updateVisibility);
  }

  /** Runs, or stops, after the host has changed whether it plays while it is not visible. */
  update(): void {
    const isRunning = this.#isVisible || this.#host.playsUnseen;
    if (isRunning === this.#isRunning) return;
    this.#isRunning = isRunning;
    this.#run(isRunning);
  }

  /** Looks whether the picture is visible now. */
  readonly updateVisibility = (): void => {
    const isVisible = this.#session?.isVisible ?? (this.#isOnScreen === true && !document.hidden);
    const hasChanged = isVisible !== this.#isVisible;
    this.#isVisible = isVisible;
    this.update();
    if (hasChanged) this.#host.visibilityChanged(isVisible);
  };

  #run(isRunning: boolean): void {
    if (this.#request !== undefined) cancelAnimationFrame(this.#request);
    clearTimeout(this.#drawing);
    this.#drawing = this.#lastMilliseconds = undefined;
    this.#undrawnSeconds = 0;
    this.#request = isRunning && !this.#session ? requestAnimationFrame(this.#tick) : undefined;
    this.#session?.setAnimationLoop(isRunning ? this.#tickSession : null);
  }

  readonly #tickSession = (milliseconds: number): void => {
    const delta = this.#advance(milliseconds);
    if (!this.#isVisible) return this.#host.passTime(delta);
    this.#host.pose(delta);
    this.#host.draw(delta);
  };

  /** Seconds since the last frame. */
  #advance(milliseconds: number): number {
    const delta = (milliseconds - (this.#lastMilliseconds ?? milliseconds)) / 1000;
    this.#lastMilliseconds = milliseconds;
    return delta;
  }

  readonly #tick = (milliseconds: number): void => {
    this.#request = requestAnimationFrame(this.#tick);
    if (this.#isVisible && !this.#host.quality.isDue(milliseconds) && !this.#isOutOfDate) return;
    const delta = this.#advance(milliseconds);
    if (this.isHeld) return;
    if (!this.#isVisible) return this.#host.passTime(delta);
    const isMoving = this.#host.isMoving(delta);
    if (!isMoving && !this.#isOutOfDate) return;
    this.#isOutOfDate = false;
    const start = performance.now();
    this.#host.pose(delta);
    this.#undrawnSeconds += delta;
    if (performance.now() - start >= LONG_POSES) this.#drawing ??= setTimeout(this.#draw);
    else this.#draw();
  };

  readonly #draw = (): void => {
    clearTimeout(this.#drawing);
    this.#drawing = undefined;
    if (!this.isHeld && this.#isVisible) this.#host.draw(this.#undrawnSeconds);
    this.#undrawnSeconds = 0;
  };
}
