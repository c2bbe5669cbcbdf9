import { Motion } from '@odori/runtime';
import type { NamedMotion } from '../cast/dancer.js';
import { ProblemError, problemOf } from '../language/problems.js';
import { fitOf } from '../player-attributes.js';
import { type InputContext, InputLoader } from './input-loader.js';
import { AUTO, labelOf, type MotionInput, splitMotions } from './inputs.js';
import type { LoadedInput } from './loader.js';
import { loadMotionInput } from './load-files.js';

/** Loads the motions of the picker. Those that can be loaded are used. */
export class MotionsInput extends InputLoader<'motion'> {
  constructor(context: InputContext) {
    super('motion', context);
  }

  async load(signal: AbortSignal): Promise<LoadedInput> {
    const { content, element, sources } = this.context;
    const motions = this.input === undefined ? [] : splitMotions(this.input);
    const loaded = await Promise.all(motions.map((files) => this.#loadMotion(files, signal)));
    const attach = (): void => {
      const first = sources.firstMotion ?? 0;
      sources.firstMotion = undefined;
      content.setMotions(
        loaded.filter((motion) => motion !== undefined),
        first,
      );
    };
    return { attach, ...(fitOf(element) === 'song' && { finish: () => content.fit.settle() }) };
  }

  /** Loads one motion of several files. If that fails, shows a message and resolves to undefined. */
  async #loadMotion(files: readonly MotionInput[], signal: AbortSignal): Promise<NamedMotion | undefined> {
    const name = files.map(labelOf).join(' + ');
    try {
      return await this.loadFile(name, signal, async (options) => {
        const motions = await Promise.all(files.map((file) => loadMotionInput(file, options)));
        return { name, motion: motions.length === 1 ? motions[0] : Motion.from(...motions) };
      });
    } catch (error) {
      if (!signal.aborted) this.context.messages.showProblem(this.name, problemOf(error));
      return undefined;
    }
  }
}

/** Loads the file of the camera, or the automatic camera. */
export class CameraInput extends InputLoader<'camera'> {
  constructor(context: InputContext) {
    super('camera', context);
  }

  async load(signal: AbortSignal): Promise<LoadedInput> {
    const { content } = this.context;
    const { input } = this;
    if (input === AUTO) {
      const { Director } = await import('../viewport/director.js').catch(() => {
        throw new ProblemError({ code: 'no-automatic-camera' });
      });
      return { attach: () => content.setAutoCamera(new Director(content)) };
    }
    const load = (file: MotionInput): Promise<Motion> =>
      this.loadFile(labelOf(file), signal, (options) => loadMotionInput(file, options));
    const motion = input === undefined ? undefined : await load(input);
    return { attach: () => content.setCamera(motion) };
  }
}

/** Loads the pose, or the motion that plays while there is no other one. */
export class PoseInput extends InputLoader<'pose'> {
  constructor(context: InputContext) {
    super('pose', context);
  }

  async load(signal: AbortSignal): Promise<LoadedInput> {
    const { content } = this.context;
    const { input } = this;
    if (input === undefined) return { attach: () => content.setPose(undefined) };
    const pose = await this.loadFile(labelOf(input), signal, (options) => loadMotionInput(input, options));
    return { attach: () => content.setPose(pose) };
  }
}
