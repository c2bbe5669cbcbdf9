import { readdirSync } from 'node:fs';
import { STATUS_CODES } from 'node:http';
import { join } from 'node:path';
import type { Shell } from '../shell.js';
import { describeError } from '../errors.js';
import { arrangeShow, type Show } from './arrange-show.js';
import { diskContent } from '../files/content.js';
import { type Answer, textAnswer } from './local-server.js';
import { addressFiles, type ShowFiles } from './show-files.js';
import { describeShow, logLabelled, showProblems } from './show-lines.js';
import { ICON, type PlayerAttributes, problemPage, VIEW_STYLE, viewPage } from './view-page.js';
import type { Message } from '../language/message.js';

/** What pages show, and how. */
export interface PageOptions {
  readonly inputs: readonly string[];
  /** The folder that the paths of textures do not leave; without it the parent of the model's folder. */
  readonly root?: string | undefined;
  readonly attributes: PlayerAttributes;
}

/** The page and its files. Each load of the page reads the files of the command line anew. */
export class ViewPages {
  readonly #options: PageOptions;
  readonly #player: string;
  readonly #console: Shell;
  #files: ShowFiles = new Map();
  #reported = '';

  constructor(options: PageOptions, player: string, console: Shell) {
    this.#options = options;
    this.#player = player;
    this.#console = console;
  }

  /** Writes to the terminal what is shown and what is missing, if it is not what stands there. */
  report(show: Show): void {
    const [lines, problems] = [describeShow(show), showProblems(show)];
    if (!this.#isNew([...lines.flatMap(({ label, text }) => [label, text]), ...problems])) return;
    for (const { label, text } of lines) logLabelled(this.#console, label, text);
    for (const problem of problems) this.#console.tell(problem);
  }

  async answer(path: string): Promise<Answer> {
    if (path === '/') return this.#page();
    if (path === '/view.css') return textAnswer(VIEW_STYLE, 'text/css');
    if (path === '/icon.svg') return textAnswer(ICON, 'image/svg+xml');
    const [, script] = /^\/player\/(odori-player[\w-]*\.js)$/.exec(path) ?? [];
    if (script !== undefined && readdirSync(this.#player).includes(script))
      return {
        status: 200,
        type: 'text/javascript; charset=utf-8',
        content: diskContent(join(this.#player, script)),
      };
    const file = this.#files.get(path);
    if (!file) return textAnswer(`${STATUS_CODES[404]}\n`, 'text/plain', 404);
    return { status: 200, ...file };
  }

  async #page(): Promise<Answer> {
    const { inputs, root, attributes } = this.#options;
    try {
      const show = await arrangeShow(inputs, this.#console.cwd, root);
      const { files, addresses } = addressFiles(show);
      this.#files = files;
      this.report(show);
      return textAnswer(viewPage(show, addresses, attributes, this.#console), 'text/html');
    } catch (error) {
      const message = describeError(error);
      if (message === undefined) throw error;
      if (this.#isNew([message])) this.#console.tell(message);
      return textAnswer(problemPage(message, this.#console), 'text/html', 500);
    }
  }

  /** Whether other messages stand in the terminal. */
  #isNew(messages: readonly Message[]): boolean {
    const text = messages.map((message) => this.#console.text(message)).join('\n');
    const isNew = text !== this.#reported;
    this.#reported = text;
    return isNew;
  }
}
