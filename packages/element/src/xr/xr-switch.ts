import type { XrHost, XrSessions } from './xr-sessions.js';

/**
 * Offers VR and AR, as the attribute `xr` of the element says. Their code is loaded with the first attribute.
 */
export class XrSwitch {
  readonly #host: XrHost;
  #sessions: XrSessions | undefined;

  constructor(host: XrHost) {
    this.#host = host;
  }

  /** Follows the attribute, and whether the element is in the page. */
  async update(): Promise<void> {
    if (!this.#isWanted) {
      this.#sessions?.dispose();
      this.#sessions = undefined;
      return;
    }
    try {
      const { XrSessions } = await import('./xr-sessions.js');
      if (this.#isWanted) this.#sessions ??= new XrSessions(this.#host);
    } catch {
      this.#host.messages.showProblem('xr', { code: 'no-xr' });
    }
  }

  get #isWanted(): boolean {
    return this.#host.isOpen && this.#host.element.hasAttribute('xr');
  }
}
