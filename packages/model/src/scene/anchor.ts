import type { PmmKeys, PmmModel } from '@odori/format';
import { type ExternalParent, findKey, KeyCursor } from '@odori/runtime';
import type { SceneModel } from './scene-model.js';
import type { SceneReport } from './scene-report.js';

/** A bone that something else hangs on, in the scene's space: as its rig was last solved. */
export interface Anchor extends ExternalParent {
  /** Which of the project's models; −1: the ground. */
  readonly model: number;
}

/** In keys of external parents. */
const GROUND = -2;

const ground: Anchor = {
  model: -1,
  rotation: /* @__PURE__ */ Float64Array.of(0, 0, 0, 1),
  position: /* @__PURE__ */ new Float64Array(3),
};

/** The bones of a scene's models, by the numbers that keys have for them. */
export class Anchors {
  readonly #models: readonly (SceneModel | undefined)[];
  readonly #documents: readonly PmmModel[];
  readonly #indexOf = new Map<number, number>();
  readonly #known = new Map<string, Anchor | undefined>();
  readonly #report: SceneReport;

  constructor(
    documents: readonly PmmModel[],
    models: readonly (SceneModel | undefined)[],
    report: SceneReport,
  ) {
    this.#documents = documents;
    this.#models = models;
    this.#report = report;
    documents.forEach(({ number }, index) => {
      if (!this.#indexOf.has(number)) this.#indexOf.set(number, index);
    });
  }

  /** undefined: nothing, or what is not there, which is reported of `section`. */
  find(model: number, bone: number, section: string): Anchor | undefined {
    if (model === GROUND) return ground;
    if (model < 0) return undefined;
    const key = `${model} ${bone}`;
    if (!this.#known.has(key)) this.#known.set(key, this.#create(this.#indexOf.get(model), bone));
    const anchor = this.#known.get(key);
    if (!anchor) this.#reportMissing(model, bone, section);
    return anchor;
  }

  #create(index = -1, bone: number): Anchor | undefined {
    const model = this.#models[index];
    const own = model?.boneIndex(bone) ?? -1;
    if (!model || own < 0) return undefined;
    const { worldRotations, worldPositions } = model.model.rig;
    return {
      model: index,
      rotation: worldRotations.subarray(4 * own, 4 * own + 4),
      position: worldPositions.subarray(3 * own, 3 * own + 3),
    };
  }

  #reportMissing(model: number, bone: number, section: string): void {
    const document = this.#documents[this.#indexOf.get(model) ?? -1];
    const name = `${document?.name.text ?? model} ${document?.boneNames[bone]?.text ?? bone}`;
    const reason = `bone ${bone} of model ${model} is not there`;
    this.#report.add({ code: 'missing-parent', section, name, path: '', reason });
  }
}

/** What something hangs on, by frame: it steps at each key. */
export class AnchorTrack {
  readonly #frames: Float64Array;
  readonly #anchors: readonly (Anchor | undefined)[];
  readonly #cursor = new KeyCursor();

  constructor(frames: Float64Array, anchors: readonly (Anchor | undefined)[]) {
    this.#frames = frames;
    this.#anchors = anchors;
  }

  /** Does anything ever hang here? */
  get isEmpty(): boolean {
    return this.#anchors.every((anchor) => anchor === undefined);
  }

  /** Before the first key that one holds. Allocates nothing. */
  at(frame: number): Anchor | undefined {
    return this.#anchors[Math.max(findKey(this.#frames, frame, this.#cursor), 0)];
  }
}

/** When the keys of the one track of a section are. */
export function framesOf({ frames, starts }: PmmKeys): Float64Array {
  return Float64Array.from(frames.subarray(0, starts[starts.length - 1]));
}
