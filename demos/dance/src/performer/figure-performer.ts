import {
  bindMotion,
  bindObject,
  createSkeletonDefinition,
  findTrack,
  KeyCursor,
  type MorphTrack,
  type Motion,
  type MotionBinding,
  Rig,
  sampleMorph,
} from '@odori/runtime';
import { type Material, Mesh, type Object3D, SkinnedMesh } from 'three';
import { BONE_TABLE, boneIndex } from '../figure/bone-table.js';
import { createFigure } from '../figure/create-figure.js';
import {
  createFaceWeights,
  expressFace,
  FACE_MORPHS,
  type FaceMorph,
  type FaceWeights,
} from '../figure/expression.js';
import type { Performer } from './performer.js';

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

/** The page's own figure, its feet moved by IK. */
export class FigurePerformer implements Performer {
  readonly lamp = undefined;
  readonly #figure = createFigure();
  readonly #rig = new Rig(DEFINITION);
  readonly #object = bindObject(this.#rig, this.#figure.root);
  #motion: MotionBinding | undefined;
  #morphs: readonly MorphSlot[] = [];
  #weights: FaceWeights = createFaceWeights();

  get root(): Object3D {
    return this.#figure.root;
  }

  get missingBones(): readonly string[] {
    return this.#motion?.missing.bones ?? [];
  }

  dance(motion: Motion): void {
    this.#motion = bindMotion(motion, this.#rig);
    this.#weights = createFaceWeights();
    this.#morphs = (Object.keys(FACE_MORPHS) as FaceMorph[]).flatMap((morph) => {
      const track = findTrack(motion.morphs, FACE_MORPHS[morph]);
      return track ? [{ morph, track, cursor: new KeyCursor() }] : [];
    });
  }

  sample(frame: number): void {
    this.#motion?.sample(frame);
    this.#rig.solve();
    this.#rig.solveAfterPhysics();
    this.#object.update();
    for (const { morph, track, cursor } of this.#morphs) {
      this.#weights[morph] = sampleMorph(track, frame, cursor);
    }
    expressFace(this.#figure.face, this.#weights);
  }

  dispose(): void {
    this.root.removeFromParent();
    this.root.traverse((part) => {
      if (!(part instanceof Mesh)) return;
      part.geometry.dispose();
      (part.material as Material).dispose();
      if (part instanceof SkinnedMesh) part.skeleton.dispose();
    });
  }
}
