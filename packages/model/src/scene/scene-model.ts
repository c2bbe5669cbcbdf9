import type { PmmModel } from '@odori/format';
import { encodeName } from '@odori/format/internal';
import {
  bindMotion,
  Motion,
  type MotionBinding,
  type NameRule,
  type PoseAt,
  type RigDefinition,
  secondsToFrame,
} from '@odori/runtime';
import type { MmdModel } from '../mmd-model/mmd-model.js';
import { type Anchor, type Anchors, AnchorTrack, framesOf } from './anchor.js';

/** Means the whole model, among the bones that may have an external parent. */
const WHOLE_MODEL = -1;
/** The value in `marks` of a model that was posed and solved in this frame. */
export const SOLVED = 2;

/** A bone with external parents. */
interface Attachment {
  readonly bone: number;
  readonly track: AnchorTrack;
  /** The external parent at the frame that is shown. */
  wanted: Anchor | undefined;
  /** The external parent that the rig has now. */
  current: Anchor | undefined;
}

/** Changes poses after each sampling; `deltaSeconds` have passed since the last one. */
interface AdjustedScene {
  readonly adjust: ((model: MmdModel, index: number, deltaSeconds: number) => void) | undefined;
}

/** One model of a scene, its motion and its external parents. */
export class SceneModel {
  /** Vue must not wrap this in a proxy, which has no private members. @internal */
  readonly __v_skip = true;
  readonly document: PmmModel;
  readonly model: MmdModel;
  readonly motion: Motion;
  readonly binding: MotionBinding;
  /** For `model.update`. External parents stay where they are at the end of the frame. */
  readonly poseAt: PoseAt = (seconds) => {
    this.#pose(seconds);
    this.model.rig.solve();
  };
  readonly #scene: AdjustedScene;
  readonly #index: number;
  #attachments: readonly Attachment[] = [];
  #frame = 0;
  /** Of the frame that is shown, in seconds. */
  #length = 0;
  /** The time in it that the pose shows; NaN: none yet. */
  #posed = Number.NaN;
  /** How much of it `adjust` has had. */
  #passed = 0;
  #isExact = false;

  /** `index` is the model's index in the project. */
  constructor(document: PmmModel, model: MmdModel, index: number, scene: AdjustedScene, names?: NameRule) {
    this.document = document;
    this.model = model;
    this.#index = index;
    this.#scene = scene;
    this.motion = Motion.from(document);
    this.binding = bindMotion(this.motion, model.rig, names && { names });
  }

  /** The index of a bone of the project in the model, found by its name; −1 if the model lacks it. */
  boneIndex(bone: number): number {
    const { rig } = this.model;
    const { boneNames } = rig.definition;
    const name = this.document.boneNames[bone]?.text;
    if (name === undefined) return -1;
    return boneNames[bone] === name ? bone : rig.boneIndex(name);
  }

  /** Resolves the external parents of its bones. All models must exist. */
  bindAnchors(anchors: Anchors, section: string): void {
    const { properties, externalParentBones } = this.document;
    const frames = framesOf(properties);
    const slots = externalParentBones.length;
    const attachments = Array.from(externalParentBones, (bone, slot): Attachment => {
      const keys = Array.from(frames, (_, key) => {
        const i = 2 * (key * slots + slot);
        return anchors.find(properties.externalParents[i], properties.externalParents[i + 1], section);
      });
      const ownBone = bone === WHOLE_MODEL ? WHOLE_MODEL : this.boneIndex(bone);
      const track = new AnchorTrack(frames, bone !== WHOLE_MODEL && ownBone < 0 ? [] : keys);
      return { bone: ownBone, track, wanted: undefined, current: undefined };
    });
    this.#attachments = attachments.filter(({ track }) => !track.isEmpty);
  }

  /** The number of bones that ever have an external parent. */
  get attachmentCount(): number {
    return this.#attachments.length;
  }

  /**
   * Begins to show a frame, `deltaSeconds` after the last one, and finds the external parents. `isExact` as
   * in `MmdModel.update`. Allocates nothing.
   */
  begin(frame: number, deltaSeconds: number, isExact: boolean): void {
    this.#isExact = isExact;
    this.#frame = frame;
    this.#length = deltaSeconds;
    this.#posed = Number.NaN;
    this.#passed = 0;
    if (!this.model.usesPoseAt) {
      this.#posed = this.#passed = deltaSeconds;
      this.#sample(frame, deltaSeconds);
    }
    for (let i = 0; i < this.#attachments.length; i++) {
      const attachment = this.#attachments[i];
      attachment.wanted = attachment.track.at(frame);
    }
  }

  /** Shows the frame that was begun, once external parents are attached. */
  update(deltaSeconds: number): void {
    this.model.update(deltaSeconds, this.poseAt, this.#isExact);
  }

  /**
   * Solves the frame that was begun without showing it, for models that it is attached to and that are
   * attached to it.
   */
  solve(deltaSeconds: number): void {
    this.poseAt(deltaSeconds);
    this.model.rig.solveAfterPhysics();
  }

  /** Starts physics again from the frame that is shown. */
  reset(): void {
    this.model.rig.pose.held?.isKnown.fill(0); // as a player does before it samples
    this.begin(this.#frame, 0, this.#isExact);
    this.#pose(0);
    this.model.reset();
  }

  /**
   * Below 0, it is a time before the frame, which bodies follow after a jump: nothing passes for `adjust`.
   */
  #pose(seconds: number): void {
    const time = seconds < this.#length ? seconds : this.#length;
    if (time === this.#posed) return;
    const passed = Math.max(time - this.#passed, 0);
    const left = this.#length - time;
    this.#posed = time;
    this.#passed += passed;
    this.#sample(left > 0 ? secondsToFrame(this.#frame / 30 - left) : this.#frame, passed);
  }

  #sample(frame: number, deltaSeconds: number): void {
    this.binding.sample(frame);
    this.#scene.adjust?.(this.model, this.#index, deltaSeconds);
  }

  /** The index of the model that an attachment depends on now; −1: none. */
  parentModel(attachment: number): number {
    return this.#attachments[attachment].wanted?.model ?? -1;
  }

  /**
   * Attaches its bones to the external parents whose models are solved; without `marks`, to all. Returns
   * false if a model is not solved yet; the bone then stays on its own parent for now. Allocates nothing.
   */
  attach(marks?: Uint8Array): boolean {
    let isComplete = true;
    let hasChanged = false;
    for (let i = 0; i < this.#attachments.length; i++) {
      const attachment = this.#attachments[i];
      const { wanted } = attachment;
      const isSolved = !wanted || !marks || wanted.model < 0 || marks[wanted.model] === SOLVED;
      const next = isSolved ? wanted : undefined;
      if (!isSolved) isComplete = false;
      if (attachment.current !== next) hasChanged = true;
      attachment.current = next;
    }
    if (hasChanged) this.#applyAttachments();
    return isComplete;
  }

  /** Sets all attachments again: two of them may be for one bone. */
  #applyAttachments(): void {
    const { rig } = this.model;
    for (let i = 0; i < this.#attachments.length; i++) {
      rig.setExternalParent(this.#attachments[i].bone, undefined);
    }
    for (let i = 0; i < this.#attachments.length; i++) {
      const { bone, current } = this.#attachments[i];
      if (current) rig.setExternalParent(bone, current);
    }
  }
}

/**
 * A model of a project with the names of its bones and morphs; version 1 stores none, so they come from the
 * PMD.
 *
 * Returns undefined if the PMD has other counts, so that it cannot be the one that the project was made with.
 */
export function nameTracks(document: PmmModel, definition: RigDefinition): PmmModel | undefined {
  const { boneNames, morphNames, bones, morphs, current } = document;
  const [boneCount, morphCount] = [bones.starts.length - 1, morphs.starts.length - 1];
  if (boneNames.length >= boneCount && morphNames.length >= morphCount) return document;
  const names = morphNamesOf(definition, morphCount);
  // Bones that a PMX has in addition to its PMD come after those of the PMD.
  if (!definition.fromPmd || definition.boneCount < boneCount || !names) return undefined;
  const { ikNames } = definition;
  return {
    ...document,
    boneNames: definition.boneNames.slice(0, boneCount).map(encodeName),
    morphNames: names.map(encodeName),
    ikBones: Int32Array.from(ikNames.length === current.ikEnabled.length ? ikNames : [], (name) =>
      definition.boneNames.indexOf(name),
    ),
  };
}

/** The base morph of a PMD is a track of the project, but not a morph of the PMX. */
function morphNamesOf({ morphNames }: RigDefinition, count: number): string[] | undefined {
  if (morphNames.length === count) return [...morphNames];
  return morphNames.length === count - 1 ? ['base', ...morphNames] : undefined;
}
