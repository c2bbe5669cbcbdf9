import { isStage, parsePmm, type Pmm } from '@odori/format';
import type { FilmedModel, MmdModel, MmdScene, SceneOptions } from '@odori/model';
import { createMapResolver, createUrlResolver } from '@odori/model';
import type { Motion } from '@odori/runtime';
import type { Color, Group, Texture } from 'three';
import type { Problem } from '../language/problems.js';
import type { Files } from '../sources/inputs.js';
import type { Stage, StageView } from '../viewport/stage.js';

/** Makes the scene of a project, for one renderer. */
type CreateScene = (pmm: Pmm, options: SceneOptions) => Promise<MmdScene>;

/** What the element says about the models of a project. */
export type ProjectOptions = Required<Pick<SceneOptions, 'physics' | 'maxTextureSize'>>;

const MAX_NAMES = 5;

/**
 * A project of MMD in the picture: its scene, with its own light and camera, is the stage of the player.
 */
export class ProjectShow implements Stage {
  readonly scene: MmdScene;
  /** The song, if it is among the files. */
  readonly song: Blob | undefined;
  /** What the automatic camera films: its models without its stages, or all of them if none is a dancer. */
  readonly filmed: readonly MmdModel[];

  constructor(scene: MmdScene, song: Blob | undefined) {
    this.scene = scene;
    this.song = song;
    const models = scene.models.filter((model) => model !== undefined);
    const dancers = models.filter(({ mesh }) => !isStage(mesh.skeleton));
    this.filmed = dancers.length > 0 ? dancers : models;
  }

  get root(): Group {
    return this.scene.root;
  }

  get background(): Color | Texture | null {
    return this.scene.background.color;
  }

  get hasGroundShadow(): boolean {
    return false; // of other dancers: the project has its own
  }

  get isMoving(): boolean {
    return this.scene.isSettling || this.scene.background.film?.isSeeking === true;
  }

  /** Files that could not be loaded. */
  get problem(): Problem | undefined {
    const notes = this.scene.report.notes.filter(({ code }) => /^(?:missing|unreadable)-/.test(code));
    const names = notes.slice(0, MAX_NAMES).map(({ name, path }) => name || path);
    if (notes.length > MAX_NAMES) names.push('…');
    return notes.length > 0 ? { code: 'missing-parts', values: { names: names.join(', ') } } : undefined;
  }

  /** The motion of one of its models. Allocates nothing. */
  motionOf(model: FilmedModel): Motion | undefined {
    return this.scene.motions[this.scene.models.indexOf(model as MmdModel)];
  }

  /** The project has a light of its own. Allocates nothing. */
  update({ light }: StageView): void {
    light.visible = false;
  }

  dispose(): void {
    this.scene.dispose();
  }
}

/**
 * Loads a project with its models, accessories, background and song. `files`: where they are, as files by
 * path, or the URL of a folder.
 *
 * @throws MmdFormatError (as rejection): the project is broken. The reason of `signal`.
 */
export async function loadProjectWith(
  createScene: CreateScene,
  bytes: Uint8Array,
  files: Files | string,
  signal: AbortSignal,
  options: ProjectOptions,
): Promise<ProjectShow> {
  const pmm = parsePmm(bytes);
  const resolve = typeof files === 'string' ? createUrlResolver(files) : createMapResolver(files);
  const scene = await createScene(pmm, { resolve, ...options });
  if (signal.aborted) scene.dispose();
  signal.throwIfAborted();
  const path = pmm.media.waveOn === 0 ? '' : pmm.media.wave.text;
  const song = path === '' ? undefined : await resolve(path);
  return new ProjectShow(scene, song && typeof song === 'object' && 'file' in song ? song.file : undefined);
}
