import { filesByPath, readDroppedFiles } from '@odori/model';
import { part } from '../../dance/src/player/part.js';
import { timeText } from '../../dance/src/player/time-text.js';
import { element } from '../../home/src/element.js';
import { takeDroppedFiles } from '../../home/src/take-dropped-files.js';
import { visibleText } from '../../home/src/visible-text.js';
import type { Project } from './read-project.js';

export interface ProjectEvents {
  onSeek(seconds: number): void;
  onCamera(): void;
  onFiles(give: () => ReadonlyMap<string, Blob> | Promise<ReadonlyMap<string, Blob>>): Promise<void>;
}

/** The project's name and time, whose camera looks, and what is in it. */
export class ProjectPanel {
  readonly #time = part('time', HTMLInputElement);
  readonly #camera = part('camera', HTMLSelectElement);
  #shownTime = '';

  constructor(events: ProjectEvents) {
    this.#time.addEventListener('input', () => events.onSeek(this.#time.valueAsNumber));
    this.#camera.addEventListener('change', () => events.onCamera());
    for (const id of ['folder', 'files']) {
      const input = part(id, HTMLInputElement);
      input.addEventListener('change', () => {
        const files = filesByPath(input.files);
        void events.onFiles(() => files);
        input.value = ''; // else the same could not be chosen twice
      });
    }
    takeDroppedFiles((_, transfer) => void events.onFiles(() => readDroppedFiles(transfer)));
  }

  /** Does the reader turn the view? */
  get isFree(): boolean {
    return this.#camera.value === 'free';
  }

  show({ name, pmm, scene }: Project): void {
    part('name', HTMLElement).textContent = visibleText(name);
    this.#time.max = String(Math.max(scene.duration, 1 / 30));
    const models = pmm.models.map(({ name: model, nameEn, path }, i) => {
      const note = scene.report.notes.find(({ section }) => section === `models[${i}]`);
      return item(
        bothNames(model.text, nameEn.text),
        path.text,
        scene.models[i] ? (note?.reason ?? '') : 'missing',
      );
    });
    const accessories = pmm.accessories.map(({ name: accessory, path }, i) =>
      item(accessory.text, path.text, scene.accessories[i] ? '' : 'accessory, not shown'),
    );
    part('cast', HTMLElement).replaceChildren(...models, ...accessories);
  }

  showTime(seconds: number): void {
    const text = timeText(seconds);
    this.#time.valueAsNumber = seconds;
    if (text === this.#shownTime) return;
    this.#shownTime = text;
    part('time-value', HTMLElement).textContent = text;
    this.#time.setAttribute('aria-valuetext', text);
  }
}

function item(name: string, path: string, problem: string): HTMLElement {
  const state = problem === '' ? [] : [' – ', element('strong', {}, problem)];
  return element(
    'li',
    {},
    visibleText(name),
    ...state,
    element('small', { class: 'quiet' }, visibleText(path)),
  );
}

function bothNames(name: string, nameEn: string): string {
  return nameEn === '' || nameEn === name ? name : `${name} ${nameEn}`;
}
