import type { TaskQueue } from '@odori/runtime/internal/three';
import type { Content } from '../content.js';
import type { Messages } from '../controls/messages.js';
import type { Sound } from '../media/sound.js';
import { refusedCodesOf, workerUseOf } from '../player-attributes.js';
import type { Viewport } from '../viewport/viewport.js';
import type { InputName, Inputs } from './inputs.js';
import { ProblemError, problemOf } from '../language/problems.js';
import type { LoadOptions } from './load-files.js';
import type { LoadedInput } from './loader.js';
import type { Sources } from './sources.js';

/** What loads inputs works on. */
export interface InputContext {
  readonly element: HTMLElement;
  readonly sources: Sources;
  readonly content: Content;
  readonly viewport: Viewport;
  readonly sound: Sound;
  readonly messages: Messages;
  readonly tasks: TaskQueue;
}

/** Loads files. Shows progress, and what is wrong with files. */
export abstract class FileLoader {
  protected readonly context: InputContext;
  /** Of messages. */
  protected readonly cause: string;

  constructor(context: InputContext, cause: string) {
    this.context = context;
    this.cause = cause;
  }

  begin(): void {
    this.context.messages.clearProblems(this.cause);
  }

  /**
   * Shows how much of a file is loaded (unless `isQuiet`), and what is wrong with it. Rejects with a sentence
   * for the page.
   */
  protected async loadFile<T>(
    label: string,
    signal: AbortSignal,
    load: (options: LoadOptions) => Promise<T>,
    isQuiet = false,
  ): Promise<T> {
    const { element, messages, tasks, viewport } = this.context;
    const end = (): void => messages.endProgress(label);
    signal.addEventListener('abort', end, { once: true });
    if (!isQuiet) messages.showProgress(label, 0, 0);
    const options: LoadOptions = {
      graphics: viewport.graphics,
      signal,
      worker: workerUseOf(element),
      maxTextureSize: viewport.quality.textureSize,
      refuse: refusedCodesOf(element),
      onProgress: (loaded, total) => {
        if (!signal.aborted) messages.showProgress(label, loaded, total);
      },
      onProblem: (problem) => {
        if (!signal.aborted) messages.showProblem(this.cause, problem);
      },
    };
    try {
      return await tasks.run(() => load(options), signal);
    } catch (error) {
      throw new ProblemError(problemOf(error, label));
    } finally {
      signal.removeEventListener('abort', end);
      if (!signal.aborted) end();
    }
  }
}

/** Loads one input of the element, each time that it changes. */
export abstract class InputLoader<N extends InputName> extends FileLoader {
  readonly name: N;

  constructor(name: N, context: InputContext) {
    super(context, name);
    this.name = name;
  }

  get isGiven(): boolean {
    return this.input !== undefined;
  }

  protected get input(): Inputs[N] {
    return this.context.sources.inputs[this.name];
  }

  abstract load(signal: AbortSignal): Promise<LoadedInput>;
}
