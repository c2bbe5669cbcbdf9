import type { OdoriPlayerElement, Stage } from '@odori/element';
import { createPmx, createPmxBone, createVmd } from '@odori/format';
import { createModel, type MmdModel, type MmdScene } from '@odori/model';
import { Motion } from '@odori/runtime';
import { contentsList, missingSentences } from '../../project/src/contents-list.js';
import { discardProject, type Line, type Project, readProjects } from '../../project/src/read-project.js';
import { ScenePhysicsSwitch } from '../../project/src/scene-physics-switch.js';
import { element } from '../dom.js';
import type { Files, SortedFiles } from '../open/sort-files.js';
import { fileName } from '../problem-text.js';
import type { OpenedStage } from '../stages/opened-stage.js';
import type { Inputs } from './inputs.js';
import { ProjectStage } from './project-stage.js';
import type { WholeShow } from './whole-show.js';

/** A project of MMD that a player shows: its scene is the player's stage, and its song the player's song. */
export class ProjectShow implements WholeShow {
  readonly name: string;
  /** None beside the scene. */
  readonly stages: readonly OpenedStage[] = [];
  /** The player needs a model: this one has nothing to see. Its camera is that of the scene. */
  readonly inputs: Inputs;
  readonly #project: Project;
  readonly #stage: ProjectStage;
  readonly #player: OdoriPlayerElement;
  readonly #physics: ScenePhysicsSwitch;
  readonly #model: MmdModel;

  constructor(player: OdoriPlayerElement, project: Project, song: Blob | undefined) {
    this.#player = player;
    this.#project = project;
    this.#stage = new ProjectStage(project.scene, player);
    this.#physics = new ScenePhysicsSwitch(project.scene);
    this.#model = createModel(createPmx({ bones: [createPmxBone()] }));
    this.name = fileName(project.name);
    const camera = Motion.from(createVmd({ cameras: [{ frame: 0 }] }));
    this.inputs = { model: this.#model, motion: null, camera, pose: null, audio: song ?? null };
  }

  get stage(): Stage {
    return this.#stage;
  }

  get files(): Files {
    return this.#project.files;
  }

  get models(): MmdScene['models'] {
    return this.#project.scene.models;
  }

  /** Sentences on what is missing among the files. */
  get missing(): readonly string[] {
    return missingSentences(this.#project);
  }

  /** The models, accessories and other parts of the project. */
  get contents(): HTMLElement {
    return element('ul', { class: 'contents' }, ...contentsList(this.#project));
  }

  set physics(isOn: boolean) {
    this.#physics.set(isOn);
  }

  /** The player plays the scene from now on. */
  enter(): void {
    const { scene } = this.#project;
    this.#player.player.add(scene, scene.motion);
    scene.background.film?.video.addEventListener('seeked', () => this.#player.player.step(0));
  }

  /** Frees everything. The player must have another stage and another model. */
  leave(): void {
    this.#player.player.remove(this.#project.scene);
    this.#stage.release();
    discardProject(this.#project);
    this.#model.dispose();
  }
}

/**
 * Reads the first project that can be read. What is wrong with the projects is added to `lines`. Never
 * rejects.
 */
export async function readProjectShow(
  player: OdoriPlayerElement,
  sorted: SortedFiles,
  lines: HTMLElement[],
): Promise<ProjectShow | undefined> {
  const found: Line[] = [];
  const project = await readProjects(() => sorted.files, found);
  lines.push(...found.map((line) => (typeof line === 'string' ? element('span', {}, line) : line)));
  if (!project) return undefined;
  const song = project.song && (await (await fetch(project.song.src)).blob());
  return new ProjectShow(player, project, song);
}
