import type { PictureFit, ProjectOutput } from '@odori/model';
import { byId } from '../../shared/dom.js';
import { fileText, nameOption } from '../../shared/file-text.js';
import { checkBox } from '../../shared/controls.js';
import { onOpenedFiles } from '../../shared/files.js';
import { joined, say } from '../../shared/language/texts.js';
import { spokenTime, timeText } from '../../shared/number-text.js';
import type { GetFiles } from '../../shared/open/sort-files.js';
import { contentsList, missingSentences } from './contents-list.js';
import type { Project } from './read-project.js';

interface ProjectEvents {
  onSeek(seconds: number): void;
  onCamera(): void;
  onPicture(fit: PictureFit): void;
  onPhysics(isOn: boolean): void;
  onFiles(getFiles: GetFiles): void;
  /** The user has chosen one of several projects. */
  onProject(path: string): void;
}

/** A slider needs a range above zero, in seconds. */
const MIN_DURATION = 1 / 30;

/** The controls of the page: time, camera and files. Also shows the name and the contents of the project. */
export class ProjectPanel {
  readonly #time = byId('time', HTMLInputElement);
  readonly #camera = byId('camera', HTMLSelectElement);
  readonly #projects = byId('projects', HTMLSelectElement);
  #duration: number | undefined;
  #shownTime = '';

  constructor(events: ProjectEvents) {
    this.#time.addEventListener('input', () => events.onSeek(this.#time.valueAsNumber));
    this.#camera.addEventListener('change', () => events.onCamera());
    const picture = byId('picture', HTMLSelectElement);
    picture.addEventListener('change', () =>
      events.onPicture(picture.value === 'fill' ? 'cover' : 'contain'),
    );
    checkBox('physics', (isOn) => events.onPhysics(isOn));
    this.#projects.addEventListener('change', () => events.onProject(this.#projects.value));
    onOpenedFiles(['folder', 'files'], (getFiles) => events.onFiles(getFiles));
  }

  /** Whether the user moves the camera. */
  get isFree(): boolean {
    return this.#camera.value === 'free';
  }

  show(project: Project): void {
    byId('name', HTMLElement).replaceChildren(
      project.paths.length > 0 ? fileText(project.name) : project.name,
    );
    byId('output', HTMLElement).textContent = outputText(project.scene.output);
    byId('missing', HTMLElement).textContent = joined(missingSentences(project));
    byId('contents', HTMLElement).replaceChildren(...contentsList(project));
    this.#showChoice(project);
  }

  /** Lets the user turn physics on and off, unless the project has none. */
  showPhysics(canHavePhysics: boolean): void {
    byId('physics', HTMLInputElement).disabled = !canHavePhysics;
  }

  /** Shows the time; both values in seconds. */
  showTime(time: number, duration: number): void {
    if (duration !== this.#duration) this.#showDuration(duration);
    const seconds = Math.min(time, duration);
    const text = timeText(seconds);
    this.#time.valueAsNumber = seconds;
    if (text === this.#shownTime) return;
    this.#shownTime = text;
    byId('time-value', HTMLElement).textContent = text;
    this.#time.setAttribute('aria-valuetext', spokenTime(seconds));
  }

  #showDuration(seconds: number): void {
    this.#duration = seconds;
    this.#time.max = String(Math.max(seconds, MIN_DURATION));
    byId('duration', HTMLElement).textContent = `/ ${timeText(seconds)}`;
  }

  /** Lists the projects among the files, if there are several. */
  #showChoice({ name, paths }: Project): void {
    byId('choice', HTMLElement).hidden = paths.length < 2;
    const options = paths.map((path) => nameOption(path));
    this.#projects.replaceChildren(...options);
    this.#projects.value = name;
  }
}

function outputText({ width, height, fps }: ProjectOutput): string {
  const values = { width: String(width), height: String(height), fps };
  return Number.isFinite(fps)
    ? say('{width} × {height} pixels, at most {fps} frames per second', values)
    : say('{width} × {height} pixels, no limit of frames per second', values);
}
