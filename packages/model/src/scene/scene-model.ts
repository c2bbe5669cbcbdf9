import type { MmdName, PmmModel } from '@odori/format';
import { bindMotion, Motion, type MotionBinding, type RigDefinition } from '@odori/runtime';
import type { MmdModel } from '../mmd-model/mmd-model.js';
import { type Anchor, type Anchors, AnchorTrack, framesOf } from './anchor.js';

/** The whole model, among the bones that may have an external parent. */
const WHOLE_MODEL = -1;
/** Of `marks`: posed and solved in this frame. */
export const SOLVED = 2;

/** A bone, and what it hangs on by frame. */
interface Hanger {
  readonly bone: number;
  readonly track: AnchorTrack;
  /** On what it hangs at the frame that is shown; on what it was hung. */
  wanted: Anchor | undefined;
  current: Anchor | undefined;
}

/** One model of a scene, its motion and its external parents. */
export class SceneModel {
  readonly document: PmmModel;
  readonly model: MmdModel;
  readonly motion: Motion;
  readonly binding: MotionBinding;
  /** The whole model first: a bone that hangs by itself does so whatever the model hangs on. */
  #hangers: readonly Hanger[] = [];

  constructor(document: PmmModel, model: MmdModel) {
    this.document = document;
    this.model = model;
    this.motion = Motion.from(document);
    this.binding = bindMotion(this.motion, model.rig);
  }

  /** The model's bone that is the project's, by its name; −1 if there is none. */
  boneIndex(bone: number): number {
    const { rig } = this.model;
    const { boneNames } = rig.definition;
    const name = this.document.boneNames[bone]?.text;
    if (name === undefined) return -1;
    return boneNames[bone] === name ? bone : rig.boneIndex(name);
  }

  /** Learns what its bones hang on, once all models are there. */
  bindAnchors(anchors: Anchors, section: string): void {
    const { properties, externalParentBones } = this.document;
    const frames = framesOf(properties);
    const slots = externalParentBones.length;
    const hangers = Array.from(externalParentBones, (bone, slot): Hanger => {
      const keys = Array.from(frames, (_, key) => {
        const i = 2 * (key * slots + slot);
        return anchors.find(properties.externalParents[i], properties.externalParents[i + 1], section);
      });
      const own = bone === WHOLE_MODEL ? WHOLE_MODEL : this.boneIndex(bone);
      const track = new AnchorTrack(frames, bone !== WHOLE_MODEL && own < 0 ? [] : keys);
      return { bone: own, track, wanted: undefined, current: undefined };
    });
    this.#hangers = hangers.filter(({ track }) => !track.isEmpty).sort((a, b) => a.bone - b.bone);
  }

  get hangerCount(): number {
    return this.#hangers.length;
  }

  /** Finds what its bones hang on at a frame. Allocates nothing. */
  seek(frame: number): void {
    for (let i = 0; i < this.#hangers.length; i++) {
      const hanger = this.#hangers[i];
      hanger.wanted = hanger.track.at(frame);
    }
  }

  /** Which model one of its bones hangs on now; −1: none. */
  parentModel(hanger: number): number {
    return this.#hangers[hanger].wanted?.model ?? -1;
  }

  /**
   * Hangs its bones on what is solved by now; without `marks`, on everything. False: something is not solved yet, and its
   * bones stay on their own parents for the time being. Allocates nothing.
   */
  hang(marks?: Uint8Array): boolean {
    let isComplete = true;
    let hasChanged = false;
    for (let i = 0; i < this.#hangers.length; i++) {
      const hanger = this.#hangers[i];
      const { wanted } = hanger;
      const isThere = !wanted || !marks || wanted.model < 0 || marks[wanted.model] === SOLVED;
      const next = isThere ? wanted : undefined;
      if (!isThere) isComplete = false;
      if (hanger.current !== next) hasChanged = true;
      hanger.current = next;
    }
    if (hasChanged) this.#rehang();
    return isComplete;
  }

  /** All anew: what lets the whole model go would take a bone along that hangs by itself. */
  #rehang(): void {
    const { rig } = this.model;
    for (let i = 0; i < this.#hangers.length; i++) rig.setExternalParent(this.#hangers[i].bone, undefined);
    for (let i = 0; i < this.#hangers.length; i++) {
      const { bone, current } = this.#hangers[i];
      if (current) rig.setExternalParent(bone, current);
    }
  }
}

/**
 * A model of a project with the names of bones and morphs that version 1 leaves to the PMD, from that PMD.
 *
 * undefined: it has other counts, and is not the one the project was made with.
 */
export function nameTracks(document: PmmModel, definition: RigDefinition): PmmModel | undefined {
  const { boneNames, morphNames, bones, morphs, current } = document;
  const [boneCount, morphCount] = [bones.starts.length - 1, morphs.starts.length - 1];
  if (boneNames.length >= boneCount && morphNames.length >= morphCount) return document;
  const names = morphNamesOf(definition, morphCount);
  // Whatever a PMX has more than its PMD stands behind it.
  if (!definition.fromPmd || definition.boneCount < boneCount || !names) return undefined;
  const { ikNames } = definition;
  return {
    ...document,
    boneNames: definition.boneNames.slice(0, boneCount).map(toName),
    morphNames: names.map(toName),
    ikBones: Int32Array.from(ikNames.length === current.ikEnabled.length ? ikNames : [], (name) =>
      definition.boneNames.indexOf(name),
    ),
  };
}

/** The base of a PMD is a track of the project and no morph of the PMX. */
function morphNamesOf({ morphNames }: RigDefinition, count: number): string[] | undefined {
  if (morphNames.length === count) return [...morphNames];
  return morphNames.length === count - 1 ? ['base', ...morphNames] : undefined;
}

function toName(text: string): MmdName {
  return { text, bytes: new Uint8Array(0) };
}
