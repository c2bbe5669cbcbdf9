import { filesByPath, readDroppedFiles } from '@odori/model';
import { element, part } from '../../shared/dom.js';
import { visibleText } from '../../shared/file-text.js';
import { takeDroppedFiles } from '../../shared/files.js';
import { spokenTime, timeText } from '../../shared/number-text.js';
import { castList, missingSentences } from './contents-list.js';
import type { Project } from './read-project.js';

export interface ProjectEvents {
  onSeek(seconds: number): void;
  onCamera(): void;
  onFiles(give: () => ReadonlyMap<string, Blob> | Promise<ReadonlyMap<string, Blob>>): void;
  /** One of several was chosen. */
  onProject(path: string): void;
}

/** What a slider needs: something to move along. */
const SHORTEST = 1 / 30;

/** The project's name and time, whose camera looks, and what is in it. */
export class ProjectPanel {
  readonly #time = part('time', HTMLInputElement);
  readonly #camera = part('camera', HTMLSelectElement);
  readonly #projects = part('projects', HTMLSelectElement);
  #duration = 0;
  #shownTime = '';

  constructor(events: ProjectEvents) {
    this.#time.addEventListener('input', () => events.onSeek(this.#time.valueAsNumber));
    this.#camera.addEventListener('change', () => events.onCamera());
    this.#projects.addEventListener('change', () => events.onProject(this.#projects.value));
    for (const id of ['folder', 'files']) {
      const input = part(id, HTMLInputElement);
      input.addEventListener('change', () => {
        const files = filesByPath(input.files);
        events.onFiles(() => files);
        input.value = ''; // else the same could not be chosen twice
      });
    }
    takeDroppedFiles((_, transfer) => events.onFiles(() => readDroppedFiles(transfer)));
  }

  /** Does the reader turn the view? */
  get isFree(): boolean {
    return this.#camera.value === 'free';
  }

  show(project: Project): void {
    part('name', HTMLElement).textContent = visibleText(project.name);
    part('missing', HTMLElement).textContent = missingSentences(project).join(' ');
    part('cast', HTMLElement).replaceChildren(...castList(project));
    this.#offer(project);
  }

  /** Both in seconds. */
  showTime(time: number, duration: number): void {
    if (duration !== this.#duration) this.#time.max = String(Math.max(duration, SHORTEST));
    this.#duration = duration;
    const seconds = Math.min(time, duration);
    const text = timeText(seconds);
    this.#time.valueAsNumber = seconds;
    if (text === this.#shownTime) return;
    this.#shownTime = text;
    part('time-value', HTMLElement).textContent = text;
    this.#time.setAttribute('aria-valuetext', spokenTime(seconds));
  }

  /** There may be several among the files. */
  #offer({ name, paths }: Project): void {
    part('choice', HTMLElement).hidden = paths.length < 2;
    const options = paths.map((path) => element('option', { value: path }, visibleText(path)));
    this.#projects.replaceChildren(...options);
    this.#projects.value = name;
  }
}
