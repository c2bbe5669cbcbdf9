/**
 * Browsers allow a page about 16 WebGL contexts, on phones 8. If there are more, they take the oldest one
 * away.
 */
const MAX_CONTEXTS = 8;

/** The contexts of the page that are open, the one that was needed last at the end. */
const openContexts = new Set<WebGLContext>();

/** Whose context it is. */
export interface WebGLContextHost {
  /** Can the context be given back now, because the picture is out of sight and not in use? */
  readonly canSpare: boolean;
  /** The browser has taken the context away, or has given it back. */
  contextChanged(isLost: boolean): void;
}

/**
 * The WebGL context of a canvas. While a page has many of them, those of pictures out of sight are given back
 * to the browser, and opened again when they are needed. three.js then rebuilds everything.
 */
export class WebGLContext {
  readonly gl: WebGL2RenderingContext;
  readonly #canvas: HTMLCanvasElement;
  readonly #extension: WEBGL_lose_context | null;
  readonly #host: WebGLContextHost;
  readonly #listening = new AbortController();
  /** `closing` and `opening`: the browser has not reported it yet; `lost`: the browser has taken it away. */
  #state: 'open' | 'closing' | 'closed' | 'opening' | 'lost' = 'open';
  #isNeeded = false;

  constructor(canvas: HTMLCanvasElement, gl: WebGL2RenderingContext, host: WebGLContextHost) {
    this.#canvas = canvas;
    this.gl = gl;
    this.#extension = gl.getExtension('WEBGL_lose_context'); // not available in a lost context
    this.#host = host;
    const { signal } = this.#listening;
    canvas.addEventListener('webglcontextlost', (event) => this.#followLoss(event), { signal });
    canvas.addEventListener('webglcontextrestored', () => this.#followReturn(), { signal });
  }

  get isLost(): boolean {
    return this.gl.isContextLost();
  }

  /**
   * The picture is needed from now on: takes its context back, gives those of others back if there are too
   * many, and resolves when the context is open.
   *
   * @throws DOMException (as rejection) `InvalidStateError` if the browser has taken it away; `AbortError` if
   * it is disposed before.
   */
  async whenOpen(): Promise<void> {
    const { signal } = this.#listening;
    signal.throwIfAborted();
    this.#need();
    while (this.#state === 'closing' || this.#state === 'opening') {
      await new Promise((resolve) => {
        this.#canvas.addEventListener('webglcontextrestored', resolve, { once: true, signal });
        signal.addEventListener('abort', resolve, { once: true });
      });
      signal.throwIfAborted();
    }
    if (this.#state === 'lost' || this.isLost) throw lostContext();
  }

  dispose(): void {
    openContexts.delete(this);
    this.#listening.abort(removedElement());
    if (!this.isLost) this.#extension?.loseContext();
  }

  /** Gives the context back to the browser, if the picture does not need it. */
  giveBack(): void {
    if (this.#state !== 'open' || this.isLost || !this.#extension || !this.#host.canSpare) return;
    openContexts.delete(this);
    this.#isNeeded = false;
    this.#state = 'closing';
    this.#extension.loseContext();
  }

  #need(): void {
    this.#isNeeded = true;
    if (this.#state === 'lost') return;
    if (this.#state === 'closed') this.#open();
    openContexts.delete(this);
    openContexts.add(this);
    giveBackSpare();
  }

  #open(): void {
    this.#state = 'opening';
    this.#extension!.restoreContext();
  }

  #followLoss(event: Event): void {
    event.preventDefault(); // lets it be restored
    if (this.#state === 'closing') {
      setTimeout(() => this.#close()); // contexts can be restored after this event, not in it
      return;
    }
    this.#state = 'lost';
    openContexts.delete(this);
    this.#host.contextChanged(true);
  }

  #close(): void {
    if (this.#listening.signal.aborted) return;
    this.#state = 'closed';
    if (this.#isNeeded) this.#open();
  }

  #followReturn(): void {
    this.#state = 'open';
    openContexts.add(this);
    this.#host.contextChanged(false);
    giveBackSpare();
  }
}

function giveBackSpare(): void {
  for (const context of openContexts) if (openContexts.size > MAX_CONTEXTS) context.giveBack();
}

export function removedElement(): DOMException {
  return new DOMException('the element was removed', 'AbortError');
}

export function lostContext(): DOMException {
  return new DOMException('WebGL was reset; try again when the picture is back', 'InvalidStateError');
}
