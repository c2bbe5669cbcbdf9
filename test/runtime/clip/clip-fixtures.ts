import { type BoneKey, createVmd, type Vmd, type VmdContent } from '@odori/format';
import type { AnimationClip } from 'three';
import {
  createPoseTarget,
  type PoseNames,
  type PoseTarget,
  type WritablePose,
} from '#src/runtime/bind/pose-target.js';
import { Motion } from '#src/runtime/motion/index.js';

/** A pose that a mixer drives, like that of a rig. */
export interface PuppetPose extends WritablePose {
  readonly names: PoseNames;
  readonly target: PoseTarget;
}

/** A pose with all bones, morphs and IKs of a motion. */
export function puppet(motion: Motion): PuppetPose {
  const names = {
    boneNames: [...motion.bones.keys()],
    morphNames: [...motion.morphs.keys()],
    ikNames: [...(motion.property?.ikNames ?? [])],
  };
  const pose = {
    translations: new Float64Array(3 * names.boneNames.length),
    rotations: Float64Array.from({ length: 4 * names.boneNames.length }, (_, i) => (i % 4 === 3 ? 1 : 0)),
    morphWeights: new Float64Array(names.morphNames.length),
    ikEnabled: new Uint8Array(names.ikNames.length).fill(1),
    physicsEnabled: new Uint8Array(names.boneNames.length).fill(1),
    visible: true,
  };
  const target = createPoseTarget(names, pose);
  return Object.assign(pose, { names, target });
}

export function motionOf(content: VmdContent): Motion {
  return Motion.from(createVmd(content));
}

/** A motion with curves and rotations of every kind, a morph, and switches at every frame. */
export function syntheticVmd(): Vmd {
  const random = randomNumbers(7);
  const control = (): number => Math.floor(random() * 128);
  const curve = (): [number, number, number, number] => [control(), control(), control(), control()];
  const bones: BoneKey[] = [];
  for (const name of ['センター', '頭', '左腕']) {
    for (let frame = 0; frame < 300; frame += 1 + Math.floor(random() * 25)) {
      const axis = [random() - 0.5, random() - 0.5, random() - 0.5];
      const w = random() - 0.5;
      const length = Math.hypot(...axis, w);
      bones.push({
        name,
        frame,
        position: name === 'センター' ? [10 * random(), 10 * random(), 10 * random()] : [0, 0, 0],
        rotation: [axis[0] / length, axis[1] / length, axis[2] / length, w / length],
        curves: { x: curve(), y: curve(), z: curve(), rotation: curve() },
      });
    }
  }
  return createVmd({
    bones,
    morphs: [0, 7, 8, 100, 299].map((frame) => ({ name: 'あ', frame, weight: random() })),
    properties: Array.from({ length: 300 }, (_, frame) => ({
      frame,
      visible: frame % 3 !== 0,
      ik: [
        { name: '左足ＩＫ', enabled: frame % 2 === 0 },
        { name: '右足ＩＫ', enabled: random() < 0.5 },
      ],
    })),
  });
}

/** The same numbers in every run: mulberry32. */
export function randomNumbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
  };
}

export function keyCount(clip: AnimationClip): number {
  return clip.tracks.reduce((sum, track) => sum + track.times.length, 0);
}
