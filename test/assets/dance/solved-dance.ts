import { readFileSync } from 'node:fs';
import { parseVmd, type Vmd } from '@odori/format';
import { Quaternion } from 'three';
import { Motion } from '@odori/runtime/motion';
import { bindMotion, createRigDefinition, Rig } from '@odori/runtime/rig';
import { createBones } from '#demos/assets/src/dancer/create-bones.js';

export const FRAMES = 1920;

export type Place = readonly [number, number, number];

/** The dance from its files, on the bones of the dancer. */
export interface SolvedDance {
  readonly dance: Vmd;
  readonly camera: Vmd;
  readonly bytes: { readonly dance: Uint8Array; readonly camera: Uint8Array };
  readonly motion: Motion;
  readonly rig: Rig;
  /** Samples and solves a frame. */
  show(frame: number): void;
  place(bone: string): Place;
  heading(bone: string): Quaternion;
}

const FILES = new URL('../../../packages/sample/files/', import.meta.url);

/** Opens the committed files. dance.test.ts checks that the scripts write the same ones. */
export function openDance(): SolvedDance {
  const read = (name: string): Uint8Array => new Uint8Array(readFileSync(new URL(name, FILES)));
  const bytes = { dance: read('dance.vmd'), camera: read('camera.vmd') };
  const dance = parseVmd(bytes.dance);
  const motion = Motion.from(dance);
  const rig = new Rig(createRigDefinition({ bones: createBones(), morphs: [] }));
  const binding = bindMotion(motion, rig);
  return {
    dance,
    camera: parseVmd(bytes.camera),
    bytes,
    motion,
    rig,
    show(frame) {
      binding.sample(frame);
      rig.solve();
    },
    place(bone) {
      const index = 3 * rig.boneIndex(bone);
      const [x, y, z] = rig.worldPositions.subarray(index, index + 3);
      return [x, y, z];
    },
    heading: (bone) => new Quaternion().fromArray(rig.worldRotations, 4 * rig.boneIndex(bone)),
  };
}

export function distance(a: Place, b: Place): number {
  return Math.hypot(a[0] - b[0], a[1] - b[1], a[2] - b[2]);
}

/** The frames between two equal keyframes of a foot, in which it stands. */
export function standsOf(solved: SolvedDance, side: string): { from: number; to: number }[] {
  const { frames, positions, rotations } = solved.motion.bones.get(`${side}足ＩＫ`)!;
  const isSame = (values: ArrayLike<number>, size: number, key: number): boolean =>
    Array.from({ length: size }, (_, i) => values[size * key + i] === values[size * (key + 1) + i]).every(
      Boolean,
    );
  return Array.from({ length: frames.length - 1 }, (_, key) => key)
    .filter((key) => isSame(positions, 3, key) && isSame(rotations, 4, key))
    .map((key) => ({ from: frames[key], to: frames[key + 1] }));
}
