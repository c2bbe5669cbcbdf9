import { readZip } from '@odori/model';
import { ProblemError } from '../language/problems.js';
import { sharingOf } from '../player-attributes.js';
import type { ProjectShow } from '../project/project-show.js';
import { type InputContext, InputLoader } from './input-loader.js';
import { type Files, type FilesInput, labelOf, type ProjectInput as Input } from './inputs.js';
import { bytesOf, isFiles, type LoadOptions } from './load-files.js';
import type { LoadedInput } from './loader.js';

/** The bytes of a project, and where its files are. */
interface OpenProject {
  readonly bytes: Uint8Array;
  readonly files: Files | string;
}

/** Loads a project of MMD, and its song if the player has no other. */
export class ProjectInput extends InputLoader<'project'> {
  constructor(context: InputContext) {
    super('project', context);
  }

  async load(signal: AbortSignal): Promise<LoadedInput> {
    const { content, messages } = this.context;
    const { input } = this;
    if (input === undefined) return { attach: () => content.setProject(undefined) };
    const show = await this.loadFile(labelOf(input), signal, (options) => this.#loadProject(input, options));
    const discard = (): void => show.dispose();
    signal.addEventListener('abort', discard, { once: true });
    return {
      attach: () => {
        signal.removeEventListener('abort', discard);
        if (show.problem) messages.showProblem(this.cause, show.problem);
        content.setProject(show);
      },
      finish: () => this.#playSong(show, signal),
    };
  }

  async #loadProject(input: Input, options: LoadOptions): Promise<ProjectShow> {
    const { element, sources } = this.context;
    const { bytes, files } = await openProject(input, sources.inputs.files, options);
    await options.graphics.open();
    const { loadProject } = await options.graphics.loadProjects();
    const hasPhysics = element.getAttribute('physics') !== 'off';
    const physics = hasPhysics && { sharing: sharingOf(element) };
    return loadProject(bytes, files, options.signal, { physics, maxTextureSize: options.maxTextureSize });
  }

  async #playSong({ song }: ProjectShow, signal: AbortSignal): Promise<void> {
    const { content, sound, sources } = this.context;
    if (!song || sources.inputs.audio !== undefined) return;
    const audio = await this.loadFile('the song', signal, () => sound.open(song, signal), true);
    content.setSong(audio, true, sound.readFile);
  }
}

/** Opens a project: a PMM, or the uppermost one in a zip or a folder. */
async function openProject(
  input: Input,
  beside: FilesInput | undefined,
  options: LoadOptions,
): Promise<OpenProject> {
  const bytes = isFiles(input) ? undefined : await bytesOf(input, options);
  const isZip = bytes?.[0] === 0x50 && bytes[1] === 0x4b; // PK: no project begins like a zip
  if (bytes && !isZip) return { bytes, files: await openFiles(input, beside, options) };
  const inside = bytes ? await readZip(bytes) : (input as Files);
  const depthOf = (path: string): number => path.split(/[\\/]/).length;
  const [path] = [...inside.keys()]
    .filter((name) => /\.pmm$/i.test(name))
    .sort((a, b) => depthOf(a) - depthOf(b) || a.localeCompare(b));
  if (path === undefined) throw new ProblemError({ code: 'no-project' });
  const files = beside === undefined ? inside : await openFiles(input, beside, options);
  return { bytes: new Uint8Array(await inside.get(path)!.arrayBuffer()), files };
}

/** Where the files of a project are: in a zip or a folder, else beside it. */
async function openFiles(
  project: Input,
  beside: FilesInput | undefined,
  options: LoadOptions,
): Promise<Files | string> {
  if (beside === undefined) return isFile(project) ? new Map() : new URL('.', urlOf(project)).href;
  if (isFiles(beside)) return beside;
  if (!isFile(beside) && String(beside).endsWith('/')) return urlOf(beside);
  return readZip(await bytesOf(beside, options));
}

function isFile(input: Input | FilesInput): input is Blob | Files {
  return typeof input === 'object' && !('href' in input);
}

function urlOf(input: string | URL): string {
  return new URL(String(input), document.baseURI).href;
}
