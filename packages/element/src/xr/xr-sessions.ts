import type { WebGLRenderer } from 'three';
import { createBarButton, nameAction } from '../controls/bar-button.js';
import type { Controls } from '../controls/controls.js';
import type { Messages } from '../controls/messages.js';
import type { Language } from '../language/language.js';
import { messageOf, type Problem } from '../language/problems.js';
import type { Viewport } from '../viewport/viewport.js';
import { Room } from './room.js';

/** Playback, for its sessions. */
export interface XrHost {
  /** Is the element in the page? */
  readonly isOpen: boolean;
  readonly element: HTMLElement & { readonly language: Language };
  readonly controls: Controls;
  readonly messages: Messages;
  readonly viewport: Viewport | undefined;
  readonly media: { readonly paused: boolean };
  togglePlay(): void;
}

/** Goggles. */
const GOGGLES = 'M3 8h18v8.5h-5.5l-2-3h-3l-2 3H3zM7 12h.01M17 12h.01';
/** A cube within the corners of a picture. */
const CUBE =
  'M12 7l4.5 2.5v5L12 17l-4.5-2.5v-5zM12 12l4.5-2.5M12 12v5M12 12L7.5 9.5M3.5 7V3.5H7M17 3.5h3.5V7M20.5 17v3.5H17M7 20.5H3.5V17';

/** What the viewer can enter. */
interface Way {
  readonly mode: 'immersive-vr' | 'immersive-ar';
  readonly name: string;
  readonly icon: string;
  /** What is taken where it is to be had. */
  readonly features: readonly string[];
}

const WAYS: readonly Way[] = [
  { mode: 'immersive-vr', name: 'VR', icon: GOGGLES, features: ['layers', 'hand-tracking'] },
  {
    mode: 'immersive-ar',
    name: 'AR',
    icon: CUBE,
    features: ['hit-test', 'dom-overlay', 'layers', 'hand-tracking'],
  },
];

/** The session that shows the picture, or that starts or ends. */
interface Stay {
  readonly way: Way;
  session: XRSession | undefined;
  readonly viewport: Viewport;
  /** Ends what was done for it. */
  readonly done: AbortController;
}

/** Shows the scene in sessions of WebXR, by buttons in the control bar. */
export class XrSessions {
  readonly #host: XrHost;
  readonly #listening = new AbortController();
  readonly #buttons: ReadonlyMap<Way, HTMLButtonElement>;
  #stay: Stay | undefined;

  constructor(host: XrHost) {
    this.#host = host;
    const { signal } = this.#listening;
    this.#buttons = new Map(WAYS.map((way) => [way, this.#createButton(way)]));
    navigator.xr?.addEventListener('devicechange', () => void this.#offer(), { signal });
    host.element.addEventListener('rendererchange', () => void this.#offer(), { signal });
    host.element.language.addEventListener('change', () => this.#name(), { signal });
    this.#name();
    void this.#offer();
  }

  /** Leaves the session, and takes the buttons away. */
  dispose(): void {
    this.#listening.abort();
    this.#host.controls.showButtons([]);
    void this.#leave();
  }

  #createButton(way: Way): HTMLButtonElement {
    const { mode, icon } = way;
    const button = createBarButton(mode.slice(-2), icon, () => void this.#toggle(way));
    button.setAttribute('aria-pressed', 'false');
    return button;
  }

  /** Shows the buttons of what browser, device and renderer can do. */
  async #offer(): Promise<void> {
    const offers = await Promise.all(WAYS.map(isSupported));
    if (this.#listening.signal.aborted) return;
    const { controls, viewport } = this.#host;
    // three's WebGPURenderer has sessions of its own, by other features of the browser
    const ways = viewport?.graphics.name === 'webgl' ? WAYS.filter((_, i) => offers[i]) : [];
    controls.showButtons(ways.map((way) => this.#buttons.get(way)!));
  }

  async #toggle(way: Way): Promise<void> {
    if (this.#stay) {
      await this.#leave();
      return;
    }
    const { viewport, media, messages } = this.#host;
    if (!viewport || viewport.isFilming) return;
    messages.clearProblems('xr');
    const stay = (this.#stay = { way, session: undefined, viewport, done: new AbortController() });
    const wasPaused = media.paused;
    if (wasPaused) this.#host.togglePlay(); // browsers allow sound within the click
    try {
      await this.#enter(stay);
    } catch (error) {
      if (wasPaused && !media.paused) this.#host.togglePlay();
      messages.showProblem('xr', describeRefusal(way.name, error));
      await this.#leave();
      this.#left(stay);
    }
  }

  async #enter(stay: Stay): Promise<void> {
    const { way, viewport, done } = stay;
    const { element } = this.#host;
    const session = (stay.session = await navigator.xr!.requestSession(way.mode, {
      requiredFeatures: ['local-floor'],
      optionalFeatures: [...way.features],
      ...(way.features.includes('dom-overlay') && { domOverlay: { root: element } }),
    }));
    if (this.#host.viewport !== viewport || viewport.isFilming) {
      await session.end();
      throw new DOMException('the player has changed meanwhile', 'AbortError');
    }
    const renderer = viewport.graphics.renderer as WebGLRenderer;
    const { xr } = renderer;
    const room = new Room(renderer, session);
    xr.enabled = true;
    xr.cameraAutoUpdate = false; // the room does that
    xr.setReferenceSpaceType('local-floor');
    const onEnd = (): void => this.#left(stay);
    xr.addEventListener('sessionend', onEnd); // three has given the page's size back
    done.signal.addEventListener('abort', () => {
      xr.removeEventListener('sessionend', onEnd);
      xr.enabled = false;
      xr.cameraAutoUpdate = true;
      if (viewport.room === room) viewport.room = undefined;
      room.dispose();
    });
    session.addEventListener('visibilitychange', () => viewport.roomVisibilityChanged());
    session.addEventListener('squeeze', () => this.#host.togglePlay());
    if (session.domOverlayState) this.#keepFromPage(done.signal);
    viewport.room = room;
    await xr.setSession(session);
    if (!room.isSeeThrough) void viewport.showBackground();
    this.#show(way, true);
  }

  /** Resolves when the session has ended. */
  async #leave(): Promise<void> {
    await this.#stay?.session?.end().catch(() => undefined); // it has ended already
  }

  /** The page has its picture again. */
  #left(stay: Stay): void {
    stay.done.abort();
    if (this.#stay === stay) this.#stay = undefined;
    this.#show(stay.way, false);
  }

  #show(way: Way, isEntered: boolean): void {
    this.#buttons.get(way)!.setAttribute('aria-pressed', String(isEntered));
    this.#name();
  }

  #name(): void {
    const { language } = this.#host.element;
    for (const [{ name }, button] of this.#buttons) {
      const isEntered = button.getAttribute('aria-pressed') === 'true';
      nameAction(
        button,
        language.say('enterXr', { name }),
        language.say(isEntered ? 'leaveXr' : 'enterXr', { name }),
      );
    }
  }

  /**
   * On a phone, the controls lie over the camera's picture: fingers beside them belong to the room, and
   * fingers on them to the controls. The last picture of the page does not lie between.
   */
  #keepFromPage(signal: AbortSignal): void {
    const { element, controls } = this.#host;
    const { picture } = controls;
    const isOnPicture = (event: Event): boolean => {
      const [target] = event.composedPath();
      return target === element || (target instanceof Node && picture.contains(target));
    };
    picture.classList.add('unseen');
    signal.addEventListener('abort', () => picture.classList.remove('unseen'));
    const capture = { signal, capture: true };
    element.addEventListener(
      'pointerdown',
      (event) => isOnPicture(event) && event.stopPropagation(),
      capture,
    );
    element.addEventListener(
      'beforexrselect',
      (event) => isOnPicture(event) || event.preventDefault(),
      capture,
    );
  }
}

async function isSupported({ mode }: Way): Promise<boolean> {
  try {
    return (await navigator.xr?.isSessionSupported(mode)) ?? false;
  } catch {
    return false; // the page's permissions policy forbids it
  }
}

function describeRefusal(name: string, error: unknown): Problem {
  const { name: kind = '' } = error as Partial<DOMException>;
  if (kind === 'NotSupportedError') return { code: 'xr-unavailable', values: { name } };
  if (kind === 'NotAllowedError' || kind === 'SecurityError') return { code: 'xr-refused', values: { name } };
  return { code: 'xr-failed', values: { name, reason: messageOf(error) } };
}
