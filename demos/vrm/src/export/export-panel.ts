import { byId } from '../../../shared/dom.js';
import { saveFile } from '../../../shared/files.js';
import { nameText } from '../../../shared/file-text.js';
import { say } from '../../../shared/language/texts.js';
import { sizeText } from '../../../shared/number-text.js';
import { problemText } from '../../../shared/problem-text.js';
import type { Job, Step } from './jobs.js';
import { runInWorker } from './run-in-worker.js';

/** What is saved: the job that makes it, and the name of its file. */
export interface Export {
  readonly name: string;
  job(): Job | Promise<Job>;
}

export type ExportKind = 'vrma' | 'vmd' | 'glb';
const KINDS: readonly ExportKind[] = ['vrma', 'vmd', 'glb'];

/** The buttons that save files, and the progress of what they make. One file is made at a time. */
export class ExportPanel {
  readonly #exportOf: (kind: ExportKind) => Export | undefined;
  readonly #progress = byId('export-progress', HTMLElement);
  readonly #step = byId('export-step', HTMLElement);
  readonly #bar = byId('export-bar', HTMLProgressElement);
  readonly #result = byId('export-result', HTMLElement);
  #running: AbortController | undefined;

  /** `exportOf`: undefined while there is nothing of this kind to save. */
  constructor(exportOf: (kind: ExportKind) => Export | undefined) {
    this.#exportOf = exportOf;
    for (const kind of KINDS) this.#button(kind).addEventListener('click', () => void this.#save(kind));
    byId('cancel-export', HTMLButtonElement).addEventListener('click', () => this.#running?.abort());
    this.refresh();
  }

  /** To be called when there is something else to save. */
  refresh(): void {
    for (const kind of KINDS)
      this.#button(kind).disabled = this.#running !== undefined || this.#exportOf(kind) === undefined;
  }

  #button(kind: ExportKind): HTMLButtonElement {
    return byId(`save-${kind}`, HTMLButtonElement);
  }

  async #save(kind: ExportKind): Promise<void> {
    const file = this.#exportOf(kind);
    if (!file || this.#running) return;
    const running = new AbortController();
    this.#begin(running);
    try {
      const bytes = await runInWorker(await file.job(), (step) => this.#show(step), running.signal);
      saveFile(new Blob([bytes]), file.name);
      this.#result.textContent = say('Saved {name}, {size}.', {
        name: nameText(file.name),
        size: sizeText(bytes.length),
      });
    } catch (error) {
      this.#result.textContent = running.signal.aborted ? say('Canceled.') : problemText(error);
    }
    this.#end(kind);
  }

  #begin(running: AbortController): void {
    this.#running = running;
    this.#result.textContent = '';
    this.#show({ text: 'Starting…' });
    this.#progress.hidden = false;
    this.refresh();
  }

  #end(kind: ExportKind): void {
    const hadFocus = this.#progress.contains(document.activeElement);
    this.#running = undefined;
    this.#progress.hidden = true;
    this.refresh();
    if (hadFocus) this.#button(kind).focus(); // the button to cancel is gone
  }

  #show({ text, fraction }: Step): void {
    const said = say(text);
    if (this.#step.textContent !== said) this.#step.textContent = said;
    if (fraction === undefined) this.#bar.removeAttribute('value');
    else this.#bar.value = fraction;
  }
}
