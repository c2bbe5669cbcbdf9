import type { Motion } from '@odori/runtime';
import type { Messages } from '../controls/messages.js';
import { ProblemError, problemOf } from '../language/problems.js';
import type { Song } from '../media/hear-song.js';
import { fitOf } from '../player-attributes.js';

/** The content, as far as it is fitted. */
export interface FitHost {
  readonly element: Element;
  readonly messages: Messages;
  readonly song: Song | undefined;
  /** The motions of dancers and camera as their files have them; that of the leader comes first. */
  readonly ownMotions: readonly Motion[];
  /** Plays these in place of the motions that they were made of, and all others as their files have them. */
  showFitted(fitted: ReadonlyMap<Motion, Motion>): void;
}

interface Search {
  readonly song: Song;
  readonly motion: Motion;
  readonly controller: AbortController;
}

/** An offset that fits by less better than others is none. */
const LEAST_CONFIDENCE = 0.1;

/** Of messages and of progress. */
const CAUSE = 'fit';

/** Fits dances and their camera to the song, as the attribute `fit` of the element says. */
export class FitSwitch {
  readonly #host: FitHost;
  #song: Song | undefined;
  #motions: readonly Motion[] = [];
  /** The motions in time with the song, by those that they were made of. */
  #fitted: ReadonlyMap<Motion, Motion> = new Map();
  #fitting: AbortController | undefined;
  /** Where this dance begins in this song is looked for. */
  #search: Search | undefined;
  #done: Promise<void> = Promise.resolve();

  constructor(host: FitHost) {
    this.#host = host;
  }

  /** Is a dance being fitted? */
  get isFitting(): boolean {
    return this.#fitting !== undefined;
  }

  /** The attribute, the song or a motion has changed: fits again, or shows the motions as they are. */
  update(): void {
    const { element, song, ownMotions } = this.#host;
    const wanted = fitOf(element) === 'song' && song ? [...new Set(ownMotions)] : [];
    if (this.#search?.song !== song || this.#search?.motion !== ownMotions[0]) this.#endSearch();
    const isSame =
      wanted.length === this.#motions.length && wanted.every((each, i) => each === this.#motions[i]);
    if (isSame && (song === this.#song || wanted.length === 0)) {
      if (wanted.length > 0 && !this.isFitting) this.#show(this.#fitted); // of another dancer, perhaps
      return;
    }
    this.stop();
    this.#song = song;
    this.#motions = wanted;
    if (wanted.length > 0) this.#done = this.#fit(wanted, song!);
    else this.#show(new Map());
  }

  /** Resolves when all that was wanted is fitted, or cannot be. Never rejects. */
  async settle(): Promise<void> {
    let done: Promise<void> | undefined;
    while (done !== this.#done) {
      done = this.#done;
      await done;
    }
  }

  /**
   * Seconds of the song before the dance, as files that belong together have it; undefined if no place fits
   * clearly better than others. Rejects if the song cannot be heard, if song or dance change, and with
   * {@link stop}.
   */
  async findOffset(): Promise<number | undefined> {
    const { song, ownMotions } = this.#host;
    if (!song || ownMotions.length === 0) return undefined;
    this.#endSearch();
    const [motion] = ownMotions;
    const { signal } = (this.#search = { song, motion, controller: new AbortController() }).controller;
    const { offsetOf } = await loadSongFit();
    const { seconds, confidence } = await offsetOf(motion, song, signal);
    return confidence < LEAST_CONFIDENCE ? undefined : seconds;
  }

  /** Ends what is being fitted or looked for. The next {@link update} begins again. */
  stop(): void {
    this.#fitting?.abort();
    this.#fitting = undefined;
    this.#endSearch();
    this.#motions = [];
    this.#host.messages.clearProblems(CAUSE);
    this.#host.messages.endProgress(CAUSE);
  }

  #endSearch(): void {
    this.#search?.controller.abort();
    this.#search = undefined;
  }

  #show(fitted: ReadonlyMap<Motion, Motion>): void {
    this.#fitted = fitted;
    this.#host.showFitted(fitted);
  }

  async #fit(motions: readonly Motion[], song: Song): Promise<void> {
    const { messages } = this.#host;
    const { signal } = (this.#fitting = new AbortController());
    const show = (progress: number): void => {
      if (!signal.aborted) messages.showProgress(CAUSE, Math.round(100 * progress), 100, 'listening');
    };
    show(0);
    try {
      const { fitMotions } = await loadSongFit();
      const fitted = await fitMotions(motions, song, signal, show);
      if (signal.aborted) return;
      this.#show(new Map(motions.map((motion, i) => [motion, fitted[i]])));
    } catch (error) {
      if (signal.aborted) return;
      this.#show(new Map());
      messages.showProblem(CAUSE, problemOf(error));
    }
    this.#fitting = undefined;
    messages.endProgress(CAUSE);
  }
}

async function loadSongFit(): Promise<typeof import('./song-fit.js')> {
  return import('./song-fit.js').catch(() => {
    throw new ProblemError({ code: 'no-fit' });
  });
}
