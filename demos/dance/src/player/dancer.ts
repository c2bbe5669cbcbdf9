import {
  type BoneTrack,
  findTrack,
  KeyCursor,
  type MorphTrack,
  type Motion,
  sampleBone,
  sampleMorph,
} from '@odori/runtime';
import type { Bone } from 'three';
import type { Figure } from '../figure/create-figure.js';
import {
  createFaceWeights,
  expressFace,
  FACE_MORPHS,
  type FaceMorph,
  type FaceWeights,
} from '../figure/expression.js';

interface BoneSlot {
  bone: Bone;
  track: BoneTrack;
  cursor: KeyCursor;
  rest: readonly [x: number, y: number, z: number];
}

interface MorphSlot {
  morph: FaceMorph;
  track: MorphTrack;
  cursor: KeyCursor;
}

/** A figure that follows a motion: names are resolved once, here. */
export class Dancer {
  /** Bones that the motion moves and the figure does not have. */
  readonly missingBones: readonly string[];
  readonly missingMorphs: readonly string[];

  readonly #figure: Figure;
  readonly #bones: BoneSlot[] = [];
  readonly #morphs: MorphSlot[] = [];
  readonly #weights: FaceWeights = createFaceWeights();
  readonly #position = new Float64Array(3);
  readonly #rotation = new Float64Array(4);

  constructor(figure: Figure, restBones: readonly Bone[], motion: Motion) {
    this.#figure = figure;
    figure.bones.forEach((bone, i) => this.#bindBone(bone, restBones[i], motion));
    for (const morph of Object.keys(FACE_MORPHS) as FaceMorph[]) {
      const track = findTrack(motion.morphs, FACE_MORPHS[morph]);
      if (track) this.#morphs.push({ morph, track, cursor: new KeyCursor() });
    }
    this.missingBones = unused(motion.bones, this.#bones);
    this.missingMorphs = unused(motion.morphs, this.#morphs);
  }

  /** Poses the figure. Allocates nothing. */
  sample(frame: number): void {
    for (const slot of this.#bones) this.#poseBone(slot, frame);
    for (const { morph, track, cursor } of this.#morphs) {
      this.#weights[morph] = sampleMorph(track, frame, cursor);
    }
    expressFace(this.#figure.face, this.#weights);
  }

  #bindBone(bone: Bone, rest: Bone, motion: Motion): void {
    bone.position.copy(rest.position);
    bone.quaternion.copy(rest.quaternion);
    const track = findTrack(motion.bones, bone.name);
    if (track) this.#bones.push({ bone, track, cursor: new KeyCursor(), rest: rest.position.toArray() });
  }

  #poseBone({ bone, track, cursor, rest }: BoneSlot, frame: number): void {
    const position = this.#position;
    const rotation = this.#rotation;
    sampleBone(track, frame, position, rotation, cursor);
    bone.position.set(rest[0] + position[0], rest[1] + position[1], rest[2] + position[2]);
    bone.quaternion.set(rotation[0], rotation[1], rotation[2], rotation[3]);
  }
}

function unused<T>(tracks: ReadonlyMap<string, T>, slots: readonly { track: T }[]): string[] {
  const used = new Set(slots.map(({ track }) => track));
  return [...tracks].filter(([, track]) => !used.has(track)).map(([name]) => name);
}
