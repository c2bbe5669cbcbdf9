import { type RecordOptions, recordPlayer } from '@odori/element/record';
import type { MotionPlayer } from '@odori/runtime';
import { element, part } from '../../../shared/dom.js';
import { problemText } from '../../../shared/problem-text.js';
import type { StatusBox } from './status-box.js';
import type { View } from './view.js';

export interface FilmEvents {
  set: () => FilmSet;
  /** A film begins, or is over. */
  onFilm: (isFilming: boolean) => void;
}

/** The button that films the dance and saves the film; pressed again, it stops. */
export class FilmButton {
  readonly #button = part('film', HTMLButtonElement);
  readonly #status: StatusBox;
  readonly #events: FilmEvents;
  #abort: AbortController | undefined;
  #isOver: Promise<void> = Promise.resolve();

  constructor(status: StatusBox, events: FilmEvents) {
    this.#status = status;
    this.#events = events;
    this.#button.addEventListener('click', () => {
      if (this.#abort) this.#abort.abort();
      else this.#isOver = this.#film();
    });
  }

  /** When the film that is being made is saved or given up; never rejects. */
  get isOver(): Promise<void> {
    return this.#isOver;
  }

  async #film(): Promise<void> {
    const bar = element('progress', { 'aria-label': 'Filmed' });
    this.#abort = new AbortController();
    const { signal } = this.#abort;
    this.#show(true);
    this.#status.wait('Filming, picture by picture…', bar);
    try {
      save(await filmDance(this.#events.set(), { signal, onProgress: (share) => (bar.value = share) }));
      this.#status.say([]);
    } catch (error) {
      this.#status.say(signal.aborted ? [] : [problemText(error)], !signal.aborted);
    }
    this.#abort = undefined;
    this.#show(false);
  }

  #show(isFilming: boolean): void {
    this.#button.textContent = isFilming ? 'Stop filming' : 'Record';
    this.#events.onFilm(isFilming);
  }
}

function save(film: Blob): void {
  const address = URL.createObjectURL(film);
  const name = film.type.startsWith('video/mp4') ? 'odori-dance.mp4' : 'odori-dance.webm';
  element('a', { href: address, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(address), SAVED_MILLISECONDS);
}

/** Until then the browser has taken it. */
const SAVED_MILLISECONDS = 60_000;

/** What is filmed, and where it is to be seen. */
export interface FilmSet {
  readonly player: MotionPlayer;
  readonly view: View;
  /** Goes with the dance, whether it is to be heard now or not. */
  readonly song: HTMLAudioElement | undefined;
}

/** Films all of the dance with its song, once; then everything goes on as before. Rejects as `recordPlayer` does. */
export async function filmDance({ player, view, song }: FilmSet, options: RecordOptions): Promise<Blob> {
  const { paused, duration } = player;
  const film = {
    player,
    canvas: view.canvas,
    duration: song?.duration ?? duration,
    song: song && (async () => (await fetch(song.src)).arrayBuffer()),
    resize: (width: number, height: number) => view.resizeTo({ width, height }),
    draw: (seconds: number) => {
      view.update(seconds);
      view.draw();
    },
  };
  try {
    return await recordPlayer(film, options);
  } finally {
    view.resizeTo(undefined);
    if (!paused) await player.play();
  }
}
