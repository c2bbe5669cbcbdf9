import { type Motion, MotionPlayer } from '@odori/runtime';
import {
  type Companion,
  type CompanionOptions,
  createCompanion,
  type LookTarget,
  pointerTarget,
} from '@odori/runtime/companion';
import { Raycaster, Vector2 } from 'three';
import { selectBox } from '../../shared/controls.js';
import { byId } from '../../shared/dom.js';
import { joined, say } from '../../shared/language/texts.js';
import { problemText } from '../../shared/problem-text.js';
import { loadSong } from '../../shared/song.js';
import type { Viewport } from '../../shared/viewport.js';
import type { Body, Part } from './body.js';
import { Microphone } from './microphone.js';

/** What she does by each gesture. */
export const GESTURES: Readonly<Record<string, string>> = {
  wave: 'She waves.',
  nod: 'She nods.',
  bow: 'She bows.',
  point: 'She points aside.',
  laugh: 'She laughs.',
};
const FEELINGS: Readonly<Record<string, string>> = {
  joy: 'She is happy.',
  fun: 'She has fun.',
  relaxed: 'She is relaxed.',
  sorrow: 'She is sad.',
  anger: 'She is angry.',
  surprise: 'She is surprised.',
};
const FEEL_SECONDS = 6;
/** She looks at what has touched her. */
const GLANCE_SECONDS = 2.5;
/** To her right and up, in the world. */
const AWAY: LookTarget = [-60, 26, 30];
/** Without motion, what a click changes is there at once. */
const AT_ONCE_SECONDS = 2;
/** No breath, blink or sway: for visitors who do not want motion. */
const NO_LIFE: CompanionOptions = {
  blink: { perMinute: 0 },
  breathe: { depth: 0 },
  sway: { amount: 0 },
  gaze: { saccades: 0 },
};
/** Clicks on these are not meant for her. */
const CONTROLS = 'a, button, input, label, select, summary, textarea, pre, [tabindex]';

export interface Motions {
  readonly idle: readonly Motion[];
  readonly gestures: Readonly<Record<string, Motion>>;
  readonly dance: Motion;
}

/** The page: its controls, and the companion behind them. */
export class CompanionPage {
  readonly #viewport: Viewport;
  readonly #motions: Motions;
  readonly #isStill: boolean;
  readonly #player = new MotionPlayer();
  readonly #status = byId('status', HTMLElement);
  readonly #danceButton = byId('dance', HTMLButtonElement);
  readonly #microphone: Microphone;
  /** How many sentences she has shown. */
  #sentences = 0;
  readonly #pointer: LookTarget;
  #body: Body | undefined;
  #companion!: Companion;
  #voice: AnalyserNode | undefined;
  #target: LookTarget | undefined;
  #song: HTMLAudioElement | undefined;
  #glanceLeft = 0;

  /** `isStill`: nothing moves by itself, and gestures are over at once. */
  constructor(viewport: Viewport, motions: Motions, isStill: boolean) {
    this.#viewport = viewport;
    this.#motions = motions;
    this.#isStill = isStill;
    this.#pointer = pointerTarget(viewport.renderer.domElement, viewport.camera);
    this.#microphone = new Microphone(
      byId('microphone', HTMLButtonElement),
      (voice) => this.#hear(voice),
      (text) => this.say(text),
    );
    onButtons('gesture', (name) => void this.#perform(name));
    onButtons('feeling', (name) => this.#feel(name));
    onButtons('touch', (part) => this.#touch(part as Part));
    this.#danceButton.addEventListener('click', () => void this.#toggleDance());
    byId('words', HTMLFormElement).addEventListener('submit', (event) => {
      event.preventDefault();
      void this.#speak(byId('text', HTMLInputElement).value);
    });
    selectBox('gaze', (kind) => this.#look(kind));
    window.addEventListener('click', (event) => this.#poke(event));
  }

  get isSettling(): boolean {
    return this.#body?.isSettling ?? false;
  }

  /** Lets her live in a body. The same code for MMD models and avatars. */
  live(body: Body): void {
    if (body === this.#body) return;
    const { idle, gestures } = this.#motions;
    if (this.#body) {
      this.#companion.dispose();
      this.#body.shown.root.removeFromParent();
    }
    this.#body = body;
    this.#viewport.add(body.shown);
    this.#companion = createCompanion(this.#player, body.model, {
      gestures,
      ...(this.#isStill ? { idle: [idle[0].slice(0, 0)], ...NO_LIFE } : { idle }),
    });
    this.#companion.lips.source = this.#voice;
    this.#viewport.refresh();
  }

  /** Shows a sentence beside her. */
  say(text: string): void {
    this.#sentences++;
    this.#status.textContent = text;
    this.#viewport.refresh();
  }

  /** Poses her for the next picture. Returns whether the picture after it will differ. */
  update(deltaSeconds: number): boolean {
    const { isDancing, lips } = this.#companion;
    const isMoving = !this.#isStill || isDancing || lips.isSpeaking || this.#microphone.isOn;
    this.#glanceLeft -= deltaSeconds;
    this.#companion.lookAt(this.#glanceLeft > 0 ? this.#pointer : this.#target);
    this.#player.update(isMoving ? deltaSeconds : AT_ONCE_SECONDS);
    return isMoving || this.isSettling;
  }

  /** Shows a sentence while something goes on. */
  async #during(text: string, action: Promise<unknown>): Promise<void> {
    this.say(text);
    const shown = this.#sentences;
    try {
      await action;
      if (this.#sentences === shown) this.say('');
    } catch (error) {
      this.say(problemText(error));
    }
  }

  async #perform(name: string): Promise<void> {
    if (this.#isStill)
      return this.say(joined([say(GESTURES[name]), say('(Not shown: your system asks for less motion.)')]));
    // while she dances, her legs go on
    const options = this.#companion.isDancing ? ({ bones: 'upper' } as const) : {};
    await this.#during(say(GESTURES[name]), this.#companion.perform(name, options));
  }

  #feel(name: string): void {
    const hold = this.#isStill ? Infinity : FEEL_SECONDS;
    this.#companion.feel(name, 1, { hold });
    const text = say(FEELINGS[name]);
    if (this.#isStill) this.say(text);
    else void this.#during(text, new Promise((resolve) => setTimeout(resolve, 1000 * FEEL_SECONDS)));
  }

  async #speak(text: string): Promise<void> {
    if (text.trim() !== '')
      await this.#during(say('“{text}”', { text: () => text }), this.#companion.say(text));
  }

  #hear(voice: AnalyserNode | undefined): void {
    this.#voice = voice;
    this.#companion.lips.source = voice;
    this.say(voice ? say('Speak: her lips follow your voice.') : '');
  }

  #look(kind: string): void {
    const targets: Readonly<Record<string, LookTarget>> = {
      pointer: this.#pointer,
      viewer: this.#viewport.camera,
      away: AWAY,
    };
    this.#target = targets[kind];
    this.#viewport.refresh();
  }

  async #toggleDance(): Promise<void> {
    if (this.#companion.isDancing) return this.#companion.rest();
    this.#danceButton.disabled = true;
    try {
      this.#song ??= await loadSong(); // after the first click: it is larger than all else
      this.#song.loop = false;
    } catch (error) {
      this.say(problemText(error));
    }
    this.#danceButton.disabled = false;
    if (!this.#song) return;
    const dance = this.#companion.dance(this.#motions.dance, this.#song);
    this.#danceButton.textContent = say('Stop the dance');
    await this.#during(say('She dances.'), dance);
    if (!this.#companion.isDancing) this.#danceButton.textContent = say('Dance');
  }

  /** A click anywhere on the page may have hit her, who is above it. */
  #poke({ target, clientX, clientY }: MouseEvent): void {
    if (!(target instanceof Element) || target.closest(CONTROLS)) return;
    const { left, top, width, height } = this.#viewport.renderer.domElement.getBoundingClientRect();
    place.set((2 * (clientX - left)) / width - 1, 1 - (2 * (clientY - top)) / height);
    if (Math.max(Math.abs(place.x), Math.abs(place.y)) > 1) return;
    raycaster.setFromCamera(place, this.#viewport.camera);
    const part = this.#body?.touched(raycaster);
    if (part) this.#touch(part);
  }

  #touch(part: Part): void {
    if (part === 'hand') return void this.#perform('wave');
    if (part === 'head') {
      this.#feel('joy');
      return void this.#perform('nod');
    }
    this.#feel('surprise');
    this.#glanceLeft = GLANCE_SECONDS;
  }
}

const raycaster = new Raycaster();
const place = new Vector2();

/** Calls back with the value of each button `data-<kind>` that is clicked. */
function onButtons(kind: string, onClick: (value: string) => void): void {
  for (const button of document.querySelectorAll<HTMLButtonElement>(`button[data-${kind}]`))
    button.addEventListener('click', () => onClick(button.dataset[kind]!));
}
