import { enumerated, say } from '../../../shared/language/texts.js';
import type { OdoriPlayerElement } from '@odori/element';
import { secondsToFrame } from '@odori/runtime';
import { byId } from '../../../shared/dom.js';
import { clockText } from '../../../shared/number-text.js';
import type { PlayerShow } from '../../../shared/show/player-show.js';
import type { StageChoice } from '../page/stage-choice.js';
import type { WatchedStage } from '../page/watched-stage.js';
import { currentView } from './free-view.js';
import { type LinkedFiles, shareLink } from './share-link.js';

/**
 * The panel "Share": a link to the moment that is shown when the panel opens, or where the user pauses or
 * seeks to.
 */
export class SharePanel {
  readonly #player: OdoriPlayerElement;
  readonly #stage: WatchedStage;
  readonly #show: PlayerShow;
  readonly #stages: StageChoice;
  readonly #link = byId('link', HTMLInputElement);
  readonly #copy = byId('copy', HTMLButtonElement);
  /** The files of a link, while they are shown. */
  linked: LinkedFiles | undefined;

  constructor(player: OdoriPlayerElement, stage: WatchedStage, show: PlayerShow, stages: StageChoice) {
    this.#player = player;
    this.#stage = stage;
    this.#show = show;
    this.#stages = stages;
    this.#copy.addEventListener('click', () => void this.#copyLink());
    this.#link.addEventListener('focus', () => this.#link.select());
    const send = byId('send', HTMLButtonElement);
    send.hidden = !('share' in navigator);
    send.addEventListener('click', () => void this.#send());
    for (const type of ['pause', 'play', 'seeked', 'cameramodechange']) {
      player.addEventListener(type, () => this.update());
    }
  }

  update(): void {
    const { currentTime, paused, cameraMode } = this.#player;
    const camera = cameraMode === 'orbit' ? this.#stage.view?.camera : undefined;
    const view = camera && currentView(camera);
    const { linked } = this;
    this.#link.value = shareLink(location.href, {
      seconds: currentTime,
      isPaused: paused,
      view,
      isConcert: this.#stages.name === 'concert',
      linked,
    });
    this.#copy.textContent = say('Copy'); // what was copied is another link
    const parts = [
      clockText(secondsToFrame(currentTime)),
      ...(view ? [say('your view')] : []),
      ...(paused ? [say('paused')] : []),
    ];
    byId('share-what', HTMLElement).textContent = say('Link to {what}', { what: enumerated(parts) });
    byId('share-note', HTMLElement).hidden = this.#show.isExample || linked !== undefined;
  }

  async #copyLink(): Promise<void> {
    try {
      await navigator.clipboard.writeText(this.#link.value);
      this.#copy.textContent = say('Copied');
    } catch {
      this.#link.select(); // the browser does not allow it: the user copies
      this.#copy.textContent = say('Press Ctrl or ⌘ and C');
    }
  }

  /** A user who closes the list of apps has not done anything wrong. */
  async #send(): Promise<void> {
    try {
      await navigator.share({ title: document.title, url: this.#link.value });
    } catch (error) {
      if (!(error instanceof DOMException && error.name === 'AbortError')) throw error;
    }
  }
}
