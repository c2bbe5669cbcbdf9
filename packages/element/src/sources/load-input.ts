import { MmdModel } from '@odori/model';
import { Motion, nextTask, type WorkerUse } from '@odori/runtime';
import type { Content, LoadedModel, NamedMotion } from '../content.js';
import type { Messages } from '../controls/messages.js';
import type { Graphics } from '../graphics/graphics.js';
import type { Sound } from '../media/sound.js';
import {
  type AudioInput,
  AUTO,
  type InputName,
  type Inputs,
  labelOf,
  type ModelInput,
  type MotionInput,
  type MotionInputs,
  splitMotions,
} from './inputs.js';
import type { Loader, Place } from './loader.js';
import { errorText, loadModelInput, loadMotionInput, type LoadOptions } from './load-files.js';

export const NO_AUTO_CAMERA = 'The automatic camera could not be loaded: the picture shows the whole model.';

interface LoadContext {
  readonly content: Content;
  readonly graphics: Graphics;
  readonly sound: Sound;
  readonly messages: Messages;
  readonly loader: Loader;
  readonly signal: AbortSignal;
  readonly worker: WorkerUse;
  /** Index of the motion to begin with. */
  takeMotionIndex(): number;
  /** Does playback wait for the song? Otherwise it needs no message. */
  readonly isSongNeeded: () => boolean;
}

/**
 * Loads one input of the element and shows its progress. Resolves to a function that puts the result into the content, or
 * that removes the last one if there is no input.
 *
 * What the first picture needs comes first: a model waits for its motion, so that it does not stand still with its arms stretched
 * out; physics and the song are loaded when the picture is complete.
 *
 * Rejects with a sentence for the page if it cannot be loaded. Of several motions, those that can be loaded are used.
 */
export async function loadInput(name: InputName, inputs: Inputs, context: LoadContext): Promise<Place> {
  const { content, messages, loader, signal } = context;
  messages.clearProblems(name);
  if (name === 'model') {
    const loaded = await loadOne(name, inputs.model, context, loadModel);
    // The renderer frees what it has compiled only while it is alive: as soon as the model is no longer wanted.
    const discard = (): void => {
      if (loaded?.isOwned) loaded.model.dispose();
    };
    if (signal.aborted) discard();
    else signal.addEventListener('abort', discard, { once: true });
    await content.prepareModel(loaded, signal);
    await loader.whenShown(signal, name);
    if (loaded?.isOwned) await content.rehearse(loaded, signal);
    return () => {
      signal.removeEventListener('abort', discard);
      content.setModel(loaded);
      return loaded && addPhysics(context);
    };
  }
  if (name === 'motion') {
    const motions = await loadMotions(inputs.motion, context);
    return () => content.setMotions(motions, context.takeMotionIndex());
  }
  if (name === 'audio') {
    content.setSong(undefined);
    await loader.whenShown(signal);
    const audio = await loadSong(inputs.audio, context);
    return () => content.setSong(audio, inputs.audio !== audio, context.sound.readFile);
  }
  if (name === 'camera' && inputs.camera === AUTO) {
    const { Director } = await import('../viewport/director.js').catch(() => {
      throw new Error(NO_AUTO_CAMERA);
    });
    return () => content.setAutoCamera((options) => new Director(options));
  }
  const motion = await loadOne(name, inputs[name], context, loadMotionInput);
  return () => (name === 'camera' ? content.setCamera(motion) : content.setPose(motion));
}

/** Physics comes in a task of its own, after the picture. */
async function addPhysics({ content, loader, signal }: LoadContext): Promise<void> {
  await loader.whenShown(signal);
  await nextTask();
  if (!signal.aborted) await content.updatePhysics();
}

async function loadModel(input: ModelInput, options: LoadOptions): Promise<LoadedModel> {
  return { model: await loadModelInput(input, options), isOwned: !(input instanceof MmdModel) };
}

async function loadMotions(
  input: MotionInputs | undefined,
  context: LoadContext,
): Promise<readonly NamedMotion[]> {
  const motions = input === undefined ? [] : splitMotions(input);
  const loaded = await Promise.all(motions.map((files) => loadNamedMotion(files, context)));
  return loaded.filter((motion) => motion !== undefined);
}

/** Loads one motion of several files. If that fails, shows a message and resolves to undefined: the others are used. */
async function loadNamedMotion(
  files: readonly MotionInput[],
  context: LoadContext,
): Promise<NamedMotion | undefined> {
  const { signal, messages } = context;
  const name = files.map(labelOf).join(' + ');
  try {
    return await withMessages('motion', name, context, async (options) => {
      const motions = await Promise.all(files.map((file) => loadMotionInput(file, options)));
      return { name, motion: motions.length === 1 ? motions[0] : Motion.from(...motions) };
    });
  } catch (error) {
    if (!signal.aborted) messages.showProblem('motion', (error as Error).message);
    return undefined;
  }
}

async function loadSong(
  input: AudioInput | undefined,
  context: LoadContext,
): Promise<HTMLMediaElement | undefined> {
  const { sound, signal } = context;
  if (input === undefined) sound.close();
  const source = typeof input === 'object' && 'href' in input ? String(input) : input;
  try {
    return await loadOne('audio', source, context, (song) => sound.open(song, signal));
  } catch (error) {
    if (!signal.aborted) sound.close();
    throw error;
  }
}

async function loadOne<I extends ModelInput | MotionInput | AudioInput, T>(
  name: InputName,
  input: I | undefined,
  context: LoadContext,
  load: (input: I, options: LoadOptions) => Promise<T>,
): Promise<T | undefined> {
  if (input === undefined) return undefined;
  return withMessages(name, labelOf(input), context, (options) => load(input, options));
}

/** Shows how much of a file is loaded, and what is wrong with it. Rejects with a sentence for the page. */
async function withMessages<T>(
  cause: InputName,
  label: string,
  { messages, graphics, signal, worker, isSongNeeded }: LoadContext,
  load: (options: LoadOptions) => Promise<T>,
): Promise<T> {
  const end = (): void => messages.endProgress(label);
  signal.addEventListener('abort', end, { once: true });
  if (cause !== 'audio' || isSongNeeded()) messages.showProgress(label, 0, 0);
  try {
    await nextTask(); // the element has just been put into the page, which takes long
    return await load({
      graphics,
      signal,
      worker,
      onProgress: (loaded, total) => {
        if (!signal.aborted) messages.showProgress(label, loaded, total);
      },
      onProblem: (text) => {
        if (!signal.aborted) messages.showProblem(cause, text);
      },
    });
  } catch (error) {
    throw new Error(errorText(label, error), { cause: error });
  } finally {
    signal.removeEventListener('abort', end);
    if (!signal.aborted) end();
  }
}
