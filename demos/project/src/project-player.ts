import type { MmdScene, PictureFit } from '@odori/model';
import { type MotionCamera, MotionPlayer } from '@odori/runtime';
import { PlayButton } from '../../shared/controls.js';
import type { PageOptions } from '../../shared/page.js';
import { problemText } from '../../shared/problem-text.js';
import type { Viewport } from '../../shared/viewport.js';
import { ProjectSong } from './project-song.js';
import { discardProject, type Project } from './read-project.js';
import { ScenePhysicsSwitch } from './scene-physics-switch.js';

/**
 * The widest picture that is shown as a whole, as width / height; the narrowest is as high as this one is
 * wide.
 */
const MAX_ASPECT = 2.4;

/** Shows one project in the viewport and plays it. */
export class ProjectPlayer {
  readonly #viewport: Viewport;
  readonly #player = new MotionPlayer({ loop: true });
  readonly #button: PlayButton;
  readonly #song: ProjectSong;
  readonly #onProblem: (text: string | undefined) => void;
  #physics: ScenePhysicsSwitch | undefined;
  #hasPhysics = true;
  #fit: PictureFit = 'contain';
  #project: Project | undefined;
  #hasFailed = false;

  /** `onProblem` gets the reason if the project cannot play, and undefined when it plays later. */
  constructor(viewport: Viewport, options: PageOptions, onProblem: (text: string | undefined) => void) {
    this.#viewport = viewport;
    this.#onProblem = onProblem;
    this.#button = new PlayButton(options, () => void this.#followButton());
    this.#song = new ProjectSong(this.#player, { onJoin: () => this.#button.set(true), onProblem });
    for (const type of ['play', 'pause']) this.#player.addEventListener(type, () => this.#followPlayer());
  }

  get isPlaying(): boolean {
    return this.#button.isPlaying;
  }

  /** Whether the picture changes even in a pause, because hair and clothes come to rest or a film seeks. */
  get isSettling(): boolean {
    const scene = this.#project?.scene;
    return scene !== undefined && (scene.isSettling || scene.background.film?.isSeeking === true);
  }

  /** Shows the picture of the project whole and in its own shape, or fills the view with it. */
  set fit(fit: PictureFit) {
    this.#fit = fit;
    this.#frame();
  }

  /** Whether a model of the project has physics. */
  get canHavePhysics(): boolean {
    return this.#physics?.isUseful ?? false;
  }

  /** Plays with the physics of the project, or without. */
  usePhysics(isUsed: boolean): void {
    this.#hasPhysics = isUsed;
    this.#physics?.set(isUsed);
    this.#viewport.refresh();
  }

  get time(): number {
    return this.#player.currentTime;
  }

  set time(seconds: number) {
    this.#player.currentTime = seconds;
    this.#viewport.refresh();
  }

  get duration(): number {
    return this.#player.duration;
  }

  /** Replaces the project by another one, which starts at its beginning. */
  show(project: Project): void {
    const player = this.#player;
    const { scene } = project;
    player.dispose();
    player.currentTime = 0;
    if (this.#project) discardProject(this.#project);
    this.#project = project;
    this.#hasFailed = false;
    this.#physics = new ScenePhysicsSwitch(scene);
    this.#physics.set(this.#hasPhysics);
    this.#viewport.scene.add(scene.root);
    this.#viewport.scene.background = scene.background.color;
    this.#viewport.hasFloor = false;
    scene.background.film?.video.addEventListener('seeked', () => this.#viewport.refresh());
    this.#frame();
    player.add(scene, scene.motion);
    player.light = scene.light;
    player.camera = scene.camera;
    this.#song.show(project);
    void this.#followButton();
  }

  /** Advances the time. If `isFree`, the user moves the camera. */
  update(deltaSeconds: number, isFree: boolean): void {
    this.#player.update(deltaSeconds);
    if (!this.#project) return;
    const { scene } = this.#project;
    scene.fit(this.#viewport.camera.aspect, this.#fit);
    viewThrough(this.#viewport, isFree ? undefined : scene.camera);
  }

  /** Gives the view the shape of the project's picture, unless that fills it. */
  #frame(): void {
    if (!this.#project) return;
    const aspect = pictureAspect(this.#project.scene);
    const isWhole = this.#fit === 'contain';
    this.#viewport.renderer.domElement.parentElement!.classList.toggle('whole', isWhole);
    document.documentElement.style.setProperty('--picture-aspect', String(aspect));
    this.#viewport.pictureAspect = isWhole ? aspect : undefined;
    this.#viewport.refresh();
  }

  /** Plays or pauses. Browsers let a song play only after a click: until then, the dance plays without it. */
  async #followButton(): Promise<void> {
    this.#viewport.refresh();
    if (!this.#button.isPlaying) {
      this.#player.pause();
      return;
    }
    try {
      await this.#player.play();
      if (this.#hasFailed) this.#onProblem(undefined);
      this.#hasFailed = false;
    } catch (error) {
      this.#showError(error);
    }
  }

  #showError(error: unknown): void {
    const { name } = error instanceof DOMException ? error : { name: '' };
    if (name === 'AbortError') return; // paused before it started
    if (name === 'NotAllowedError' && this.#player.media) {
      this.#song.leave(); // until the user asks for it
      void this.#followButton();
      return;
    }
    this.#hasFailed = true;
    this.#button.set(false);
    this.#onProblem(problemText(error));
  }

  /** The media keys of keyboards and headphones also play and pause the song. */
  #followPlayer(): void {
    if (this.#button.isPlaying === this.#player.paused) this.#button.set(!this.#player.paused);
  }
}

/**
 * Width / height of the project's picture; extreme shapes are limited, because nothing would be seen in them.
 */
function pictureAspect({ output }: MmdScene): number {
  return Math.min(Math.max(output.aspect, 1 / MAX_ASPECT), MAX_ASPECT);
}

/**
 * Shows the view of a motion camera, perspective or orthographic. Without a motion camera, the user moves the
 * view on from there.
 */
function viewThrough({ camera, controls }: Viewport, motion: MotionCamera | undefined): void {
  const wasFree = controls.enabled;
  controls.enabled = motion === undefined;
  if (!motion) {
    if (!wasFree) camera.updateProjectionMatrix(); // restores the perspective of the free camera
    return;
  }
  const { active } = motion;
  camera.fov = motion.fov;
  camera.position.copy(active.position);
  camera.quaternion.copy(active.quaternion);
  camera.projectionMatrix.copy(active.projectionMatrix);
  camera.projectionMatrixInverse.copy(active.projectionMatrixInverse);
  controls.target
    .set(0, 0, -Math.max(Math.abs(motion.depth), 1))
    .applyQuaternion(camera.quaternion)
    .add(camera.position);
}
