import type { Pmm } from '@odori/format';
import { MotionPlayer } from '@odori/runtime';
import type { PageOptions } from '../../dance/src/player/page-options.js';
import { problemText } from '../../dance/src/player/problem-text.js';
import type { DemoStage } from '../../stage/src/demo-stage.js';
import { PlayButton } from '../../stage/src/play-button.js';
import { dressModels } from './dress-models.js';
import { discardProject, type Project } from './read-project.js';
import { viewThrough } from './view-through.js';

/** Width per height. */
const WIDEST = 2.4;

/** One project on the stage, and what plays it. */
export class ProjectShow {
  readonly #stage: DemoStage;
  readonly #player = new MotionPlayer({ loop: true });
  readonly #button: PlayButton;
  readonly #onProblem: (text: string | undefined) => void;
  #project: Project | undefined;
  #isRefused = false;

  /** `onProblem` hears why it does not play, and undefined when it does all the same. */
  constructor(stage: DemoStage, options: PageOptions, onProblem: (text: string | undefined) => void) {
    this.#stage = stage;
    this.#onProblem = onProblem;
    this.#button = new PlayButton(options, () => void this.#followButton());
    for (const type of ['play', 'pause']) this.#player.addEventListener(type, () => this.#followPlayer());
  }

  get isPlaying(): boolean {
    return this.#button.isPlaying;
  }

  get time(): number {
    return this.#player.currentTime;
  }

  set time(seconds: number) {
    this.#player.currentTime = seconds;
    this.#stage.refresh();
  }

  get duration(): number {
    return this.#player.duration;
  }

  /** Shows a project from its beginning, with its song if it has one, instead of the last. */
  show(project: Project): void {
    const player = this.#player;
    const { scene, song } = project;
    player.dispose();
    player.currentTime = 0;
    if (this.#project) discardProject(this.#project);
    this.#project = project;
    this.#isRefused = false;
    this.#stage.scene.add(scene.root);
    dressModels(this.#stage, scene);
    player.add(scene, scene.motion);
    player.light = scene.light;
    player.camera = scene.camera;
    player.media = song;
    void this.#followButton();
  }

  /** Lets time pass; the reader turns the view if it is free. */
  update(deltaSeconds: number, isFree: boolean): void {
    this.#player.update(deltaSeconds);
    if (!this.#project) return;
    const { scene, pmm } = this.#project;
    viewThrough(this.#stage, isFree ? undefined : scene.camera, pictureAspect(pmm.editor));
  }

  /** Browsers let a song begin on a click only. */
  async #followButton(): Promise<void> {
    this.#stage.refresh();
    if (!this.#button.isPlaying) {
      this.#player.pause();
      return;
    }
    try {
      await this.#player.play();
      if (this.#isRefused) this.#onProblem(undefined);
      this.#isRefused = false;
    } catch (error) {
      this.#refuse(error);
    }
  }

  #refuse(error: unknown): void {
    const { name } = error instanceof DOMException ? error : { name: '' };
    if (name === 'AbortError') return; // paused before it began
    this.#isRefused = true;
    this.#button.turn(false);
    this.#onProblem(name === 'NotAllowedError' ? 'Press Play: this project has a song.' : problemText(error));
  }

  /** Keys of headphones and phones pause songs too. */
  #followPlayer(): void {
    if (this.#button.isPlaying === this.#player.paused) this.#button.turn(!this.#player.paused);
  }
}

/** Of the films that the project makes; whatever it says, something is to be seen. */
function pictureAspect({ outputWidth, outputHeight }: Pmm['editor']): number {
  const isPicture = outputWidth > 0 && outputHeight > 0;
  return isPicture ? Math.min(outputWidth / outputHeight, WIDEST) : 1;
}
