import type { PmmKeys, PmmModel } from '@odori/format';
import { type ExternalParent, KeyCursor } from '@odori/runtime';
import { findKey } from '@odori/runtime/internal';
import type { MmdModel } from '../mmd-model/mmd-model.js';
import type { SceneReport } from './scene-report.js';

/** A bone that other things are attached to, as its rig was last solved. In the scene's space. */
export interface Anchor extends ExternalParent {
  /** The index of the bone's model in the project; −1: the ground. */
  readonly model: number;
}

/** The ground, as the model number in keyframes of external parents. */
const GROUND = -2;

const ground: Anchor = {
  model: -1,
  rotation: /* @__PURE__ */ Float64Array.of(0, 0, 0, 1),
  position: /* @__PURE__ */ new Float64Array(3),
};

/** A model and its bones by their numbers in the project. */
interface AnchorModel {
  readonly model: MmdModel;
  /** The index of a bone of the project in the model; −1 if the model lacks it. */
  boneIndex(bone: number): number;
}

/** The bones of a scene's models, by their numbers in keyframes. */
export class Anchors {
  readonly #models: readonly (AnchorModel | undefined)[];
  readonly #documents: readonly PmmModel[];
  readonly #indexOf = new Map<number, number>();
  readonly #found = new Map<string, Anchor | undefined>();
  readonly #report: SceneReport;

  constructor(
    documents: readonly PmmModel[],
    models: readonly (AnchorModel | undefined)[],
    report: SceneReport,
  ) {
    this.#documents = documents;
    this.#models = models;
    this.#report = report;
    documents.forEach(({ number }, index) => {
      if (!this.#indexOf.has(number)) this.#indexOf.set(number, index);
    });
  }

  /** Finds a bone; undefined if there is none. A missing model or bone is reported for `section`. */
  find(model: number, bone: number, section: string): Anchor | undefined {
    if (model === GROUND) return ground;
    if (model < 0) return undefined;
    const key = `${model} ${bone}`;
    if (!this.#found.has(key)) this.#found.set(key, this.#create(this.#indexOf.get(model), bone));
    const anchor = this.#found.get(key);
    if (!anchor) this.#reportMissing(model, bone, section);
    return anchor;
  }

  #create(index = -1, bone: number): Anchor | undefined {
    const model = this.#models[index];
    const boneIndex = model?.boneIndex(bone) ?? -1;
    if (!model || boneIndex < 0) return undefined;
    const { worldRotations, worldPositions } = model.model.rig;
    return {
      model: index,
      rotation: worldRotations.subarray(4 * boneIndex, 4 * boneIndex + 4),
      position: worldPositions.subarray(3 * boneIndex, 3 * boneIndex + 3),
    };
  }

  #reportMissing(model: number, bone: number, section: string): void {
    const document = this.#documents[this.#indexOf.get(model) ?? -1];
    const name = `${document?.name.text ?? model} ${document?.boneNames[bone]?.text ?? bone}`;
    const reason = `bone ${bone} of model ${model} is missing`;
    this.#report.add({ code: 'missing-parent', section, name, path: '', reason });
  }
}

/** The bone that something is attached to, by frame. It changes at each keyframe. */
export class AnchorTrack {
  readonly #frames: Float64Array;
  readonly #anchors: readonly (Anchor | undefined)[];
  readonly #cursor = new KeyCursor();

  constructor(frames: Float64Array, anchors: readonly (Anchor | undefined)[]) {
    this.#frames = frames;
    this.#anchors = anchors;
  }

  /** True if there is no bone at any keyframe. */
  get isEmpty(): boolean {
    return this.#anchors.every((anchor) => anchor === undefined);
  }

  /** The bone at a frame; before the first keyframe, that of the first keyframe. Allocates nothing. */
  at(frame: number): Anchor | undefined {
    return this.#anchors[Math.max(findKey(this.#frames, frame, this.#cursor), 0)];
  }
}

/** The frames of the keyframes in a section with one track. */
export function framesOf({ frames, starts }: PmmKeys): Float64Array {
  return Float64Array.from(frames.subarray(0, starts[starts.length - 1]));
}
