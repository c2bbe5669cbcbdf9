import type { Pmm } from '@odori/format';
import type { MmdScene } from '@odori/model';
import { type MotionCamera, MotionPlayer } from '@odori/runtime';
import { PlayButton } from '../../shared/controls.js';
import type { PageOptions } from '../../shared/page-options.js';
import { problemText } from '../../shared/problem-text.js';
import type { DemoStage } from '../../shared/viewport.js';
import { discardProject, type Project } from './read-project.js';

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

/** Gives the models' shadows the colour that goes with the floor, and leaves the models where the project has them. */
export function dressModels(stage: DemoStage, { models }: MmdScene): void {
  for (const model of models) {
    const place = model?.root.parent;
    if (!model || !place) continue;
    stage.add(model);
    place.add(model.root);
  }
}

/**
 * Shows what a motion's camera sees, in perspective or flat, as far to the sides as a picture of `aspect`; without one,
 * what the reader's own sees, from where the other left it.
 */
export function viewThrough(
  { camera, controls }: DemoStage,
  motion: MotionCamera | undefined,
  aspect: number,
): void {
  const wasFree = controls.enabled;
  controls.enabled = motion === undefined;
  if (!motion) {
    if (!wasFree) camera.updateProjectionMatrix(); // its own again
    return;
  }
  const { active } = motion;
  motion.aspect = camera.aspect;
  active.zoom = Math.min(1, camera.aspect / aspect);
  motion.update();
  camera.fov = motion.fov;
  camera.position.copy(active.position);
  camera.quaternion.copy(active.quaternion);
  camera.projectionMatrix.copy(active.projectionMatrix);
  camera.projectionMatrixInverse.copy(active.projectionMatrixInverse);
  controls.target
    .set(0, 0, -Math.max(Math.abs(motion.distance), 1))
    .applyQuaternion(camera.quaternion)
    .add(camera.position);
}
