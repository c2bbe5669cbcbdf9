import {
  bindMotion,
  bindObject,
  createSkeletonDefinition,
  findTrack,
  KeyCursor,
  type MorphTrack,
  type Motion,
  type MotionBinding,
  type ObjectBinding,
  Rig,
  sampleMorph,
} from '@odori/runtime';
import { BONE_TABLE, boneIndex } from '../figure/bone-table.js';
import type { Figure } from '../figure/create-figure.js';
import {
  createFaceWeights,
  expressFace,
  FACE_MORPHS,
  type FaceMorph,
  type FaceWeights,
} from '../figure/expression.js';

const DEFINITION = createSkeletonDefinition(
  BONE_TABLE.map(({ name, parent, position }) => ({
    name,
    parent: parent === undefined ? -1 : boneIndex(parent),
    position: position.toArray(),
  })),
);

interface MorphSlot {
  morph: FaceMorph;
  track: MorphTrack;
  cursor: KeyCursor;
}

/** A figure that follows a motion, its feet by IK: names are resolved once, here. */
export class Dancer {
  /** Bones that the motion moves and the figure does not have. */
  readonly missingBones: readonly string[];
  readonly missingMorphs: readonly string[];

  readonly #figure: Figure;
  readonly #rig = new Rig(DEFINITION);
  readonly #motion: MotionBinding;
  readonly #object: ObjectBinding;
  readonly #morphs: MorphSlot[] = [];
  readonly #weights: FaceWeights = createFaceWeights();

  constructor(figure: Figure, motion: Motion) {
    this.#figure = figure;
    this.#motion = bindMotion(motion, this.#rig);
    this.#object = bindObject(this.#rig, figure.root);
    for (const morph of Object.keys(FACE_MORPHS) as FaceMorph[]) {
      const track = findTrack(motion.morphs, FACE_MORPHS[morph]);
      if (track) this.#morphs.push({ morph, track, cursor: new KeyCursor() });
    }
    this.missingBones = this.#motion.missing.bones;
    const used = new Set(this.#morphs.map(({ track }) => track));
    this.missingMorphs = [...motion.morphs].filter(([, track]) => !used.has(track)).map(([name]) => name);
  }

  /** Poses the figure. Allocates nothing. */
  sample(frame: number): void {
    this.#motion.sample(frame);
    this.#rig.solve();
    this.#rig.solveAfterPhysics();
    this.#object.update();
    for (const { morph, track, cursor } of this.#morphs) {
      this.#weights[morph] = sampleMorph(track, frame, cursor);
    }
    expressFace(this.#figure.face, this.#weights);
  }
}
