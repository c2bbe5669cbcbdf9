import type { MotionPlayer } from '@odori/runtime';
import { byId } from '../../shared/dom.js';
import { say } from '../../shared/language/texts.js';
import { problemText } from '../../shared/problem-text.js';
import type { Project } from './read-project.js';

interface SongEvents {
  /** The user wants to hear the song. */
  onJoin(): void;
  onProblem(text: string): void;
}

/**
 * The song of a project. It joins the dance when the user asks for sound, or at once if the browser allows
 * it.
 */
export class ProjectSong {
  readonly #player: MotionPlayer;
  readonly #button = byId('sound', HTMLButtonElement);
  readonly #events: SongEvents;
  #song: HTMLAudioElement | undefined;
  #project: Project | undefined;

  constructor(player: MotionPlayer, events: SongEvents) {
    this.#player = player;
    this.#events = events;
    this.#button.addEventListener('click', () => {
      if (this.#player.media) this.leave();
      else this.#join();
    });
  }

  /**
   * Takes the song of another project. One that is still loading waits for the user, because the dance has
   * begun without it.
   */
  show(project: Project): void {
    this.#project = project;
    this.#song = project.song;
    this.#player.media = project.song;
    this.#update();
    if (project.lateSong) void this.#wait(project, project.lateSong);
  }

  /** The dance goes on without the song. */
  leave(): void {
    this.#player.media = undefined;
    this.#update();
  }

  #join(): void {
    this.#player.media = this.#song;
    this.#update();
    this.#events.onJoin();
  }

  async #wait(project: Project, lateSong: Promise<HTMLAudioElement>): Promise<void> {
    try {
      const song = await lateSong;
      if (this.#project !== project) return;
      this.#song = song;
      this.#update();
    } catch (error) {
      if (this.#project === project) this.#events.onProblem(problemText(error));
    }
  }

  #update(): void {
    this.#button.hidden = this.#song === undefined;
    this.#button.textContent = say(this.#player.media ? 'Mute' : 'Tap for sound');
  }
}
