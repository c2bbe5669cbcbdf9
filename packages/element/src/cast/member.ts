import { Motion } from '@odori/runtime';
import { type Problem, problemOf, tellInEnglish } from '../language/problems.js';
import { FileLoader, type InputContext } from '../sources/input-loader.js';
import { labelOf, type MotionInput, splitMotions } from '../sources/inputs.js';
import { type LoadOptions, loadModelInput, loadMotionInput } from '../sources/load-files.js';
import type { LoadableInput, LoadedInput } from '../sources/loader.js';
import { prepareModel } from '../sources/model-input.js';
import type { CastElement } from './cast-element.js';
import { Dancer, type DancerHost, type LoadedModel, type NamedMotion } from './dancer.js';
import { loadProp, openStage } from './load-stage.js';
import type { ModelStock } from './model-stock.js';
import { applyPlace, readPlace } from './place.js';
import type { Prop } from './prop.js';

/** What has changed of a child. */
export type Change = 'model' | 'motion';

/** What a child shows. */
type Loaded = { readonly model: LoadedModel } | { readonly prop: Prop };

let count = 0;

/** A child of the player in one picture: loads what its attributes say, and puts it there. */
export class Member extends FileLoader implements LoadableInput {
  readonly child: CastElement;
  readonly dancer: Dancer;
  /** Was the child removed from the player? */
  isGone = false;
  readonly #stock: ModelStock;
  readonly #stale = new Set<Change>(['model', 'motion']);
  #prop: Prop | undefined;
  /** Where a model of the page stood before. */
  #giveBack = (): void => {};

  constructor(child: CastElement, host: DancerHost, context: InputContext, stock: ModelStock) {
    const cause = `child ${++count}`;
    super(context, cause);
    this.child = child;
    this.#stock = stock;
    this.dancer = new Dancer(host, context.viewport, cause, child.isStage);
  }

  get isGiven(): boolean {
    return !this.isGone && this.child.modelInput !== undefined;
  }

  /** A source of the child has changed: it is loaded when the loader calls {@link load}. */
  changed(change: Change): void {
    this.#stale.add(change);
  }

  async load(signal: AbortSignal): Promise<LoadedInput> {
    if (!this.isGiven) return { attach: () => this.clear() };
    const isOther = this.#stale.has('model');
    const isMoved = this.#stale.has('motion');
    const [loaded, motion] = await Promise.all([
      isOther ? this.#loadModel(signal) : undefined,
      isMoved ? this.#loadMotion(signal) : undefined,
    ]);
    const keep = loaded && 'model' in loaded ? await this.#prepare(loaded.model, signal) : undefined;
    return {
      attach: () => {
        keep?.();
        this.#stale.clear();
        if (isMoved) this.dancer.setMotions(motion ? [motion] : [], 0);
        if (loaded) this.#show(loaded);
        this.#changed();
        this.child.showLoaded(this.dancer);
      },
      finish: () => this.context.content.updatePhysics([this.dancer]),
    };
  }

  /** Shows nothing any more, for this reason. */
  fail(reason: Problem): void {
    this.clear();
    this.#stale.add('model').add('motion');
    this.context.messages.showProblem(this.cause, reason);
    this.child.showError(tellInEnglish(reason));
  }

  /** Puts the child where its attributes say. */
  place(): void {
    const root = this.#prop?.root ?? this.dancer.model?.root;
    const place = readPlace(this.child.getAttribute('position'), this.child.getAttribute('turn'));
    const { messages, content } = this.context;
    const cause = `place of ${this.cause}`;
    messages.clearProblems(cause);
    const { modelInput, localName } = this.child;
    const file = modelInput === undefined ? `<${localName}>` : `<${localName}> ${labelOf(modelInput)}`;
    for (const problem of place?.problems ?? []) messages.showProblem(cause, { file, ...problem });
    if (!root) return;
    if (place) applyPlace(root, place);
    else this.#giveBack();
    content.placeChanged();
  }

  /** Takes everything out of the picture. */
  clear(): void {
    this.#removeShown();
    this.dancer.dispose();
    this.context.messages.clearProblems(`place of ${this.cause}`);
    this.#changed();
    this.child.showLoaded(undefined);
  }

  #changed(): void {
    this.context.content.childChanged();
  }

  #show(loaded: Loaded): void {
    this.#removeShown();
    if ('model' in loaded) this.dancer.setModel(loaded.model);
    else {
      this.dancer.setModel(undefined);
      this.#prop = loaded.prop;
      this.context.viewport.showProp(loaded.prop);
      if (loaded.prop.playable) this.context.content.player.add(loaded.prop.playable, Motion.from());
    }
    const root = 'model' in loaded ? loaded.model.model.root : loaded.prop.root;
    const [position, quaternion] = [root.position.clone(), root.quaternion.clone()];
    this.#giveBack = () => {
      root.position.copy(position);
      root.quaternion.copy(quaternion);
    };
    this.place();
  }

  #removeShown(): void {
    this.#giveBack();
    this.#giveBack = () => {};
    const prop = this.#prop;
    this.#prop = undefined;
    if (!prop) return;
    if (prop.playable) this.context.content.player.remove(prop.playable);
    this.context.viewport.hideProp(prop);
    prop.dispose();
  }

  #loadModel(signal: AbortSignal): Promise<Loaded> {
    const input = this.child.modelInput!;
    return this.loadFile(labelOf(input), signal, async (options) => {
      const source = this.child.isStage ? await openStage(input, options) : input;
      if (typeof source === 'object' && 'kind' in source)
        return { prop: await this.#loadProp(source, options) };
      const load = (unused: AbortSignal): ReturnType<typeof loadModelInput> =>
        loadModelInput(source, { ...options, signal: unused });
      return { model: await this.#stock.take(source, load, signal) };
    });
  }

  async #loadProp(source: Parameters<typeof loadProp>[0], options: LoadOptions): Promise<Prop> {
    const prop = await loadProp(source, options);
    if (prop.problem) options.onProblem(prop.problem);
    return prop;
  }

  /** Shows a message and resolves to undefined if the motion cannot be loaded: the model is shown. */
  async #loadMotion(signal: AbortSignal): Promise<NamedMotion | undefined> {
    const input = this.child.motionInput;
    const [files, ...others] = input === undefined ? [] : splitMotions(input);
    const { messages } = this.context;
    if (!files) return undefined;
    const name = files.map(labelOf).join(' + ');
    if (others.length > 0)
      messages.showProblem(this.cause, {
        code: 'one-motion',
        values: { tag: this.child.localName, motion: name },
      });
    try {
      return await this.loadFile(name, signal, async (options) => {
        const motions = await Promise.all(files.map((file: MotionInput) => loadMotionInput(file, options)));
        return { name, motion: motions.length === 1 ? motions[0] : Motion.from(...motions) };
      });
    } catch (error) {
      if (!signal.aborted) messages.showProblem(this.cause, problemOf(error));
      return undefined;
    }
  }

  #prepare(loaded: LoadedModel, signal: AbortSignal): Promise<() => void> {
    return prepareModel(loaded, this.context.viewport, signal);
  }
}
