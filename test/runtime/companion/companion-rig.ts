import type { CompanionAdjust } from '#src/runtime/companion/chain.js';
import type { Rig } from '#src/runtime/rig/index.js';
import { rigOf } from '#test/runtime/rig/small-rig.js';
import { PMX_BONE, type PmxBone } from '@odori/format';
import { Quaternion, Vector3 } from 'three';

/** Parent, and x y z in MMD's space: the model faces −z. */
const BONES: Readonly<Record<string, readonly [string, number, number, number]>> = {
  全ての親: ['', 0, 0, 0],
  センター: ['全ての親', 0, 8, 0],
  上半身: ['センター', 0, 13, 0],
  上半身2: ['上半身', 0, 14.5, 0],
  左肩: ['上半身2', 0.2, 16, 0],
  右肩: ['上半身2', -0.2, 16, 0],
  首: ['上半身2', 0, 16.5, 0],
  頭: ['首', 0, 17, 0],
  両目: ['頭', 0, 21, 0],
  左目: ['頭', 0.4, 18, -0.5],
  右目: ['頭', -0.4, 18, -0.5],
};

export const MORPHS = ['あ', 'まばたき', '笑い', 'ウィンク'];

/** How the rigs of the tests differ. */
interface RigOptions {
  readonly without?: readonly string[];
  /** How much of 両目 (both eyes) the eyes append. */
  readonly ratio?: number;
}

/** A trunk with head, shoulders and eyes, and a few morphs. */
export function companionRig({ without = [], ratio = 1 }: RigOptions = {}): Rig {
  const names = Object.keys(BONES).filter((name) => !without.includes(name));
  const above = (name: string): string => (without.includes(name) ? above(BONES[name][0]) : name);
  const bones = names.map((name): Partial<PmxBone> => {
    const [parent, ...position] = BONES[name];
    const follows = /^[左右]目/.test(name) && names.includes('両目');
    return {
      name,
      parent: names.indexOf(above(parent)),
      position,
      ...(follows && {
        flags: PMX_BONE.appendRotation,
        append: { parent: names.indexOf('両目'), ratio },
      }),
    };
  });
  return rigOf(bones, {
    morphs: MORPHS.map((name) => ({
      name,
      nameEn: '',
      panel: 0,
      type: 'vertex',
      vertices: new Uint32Array(),
      offsets: new Float32Array(),
    })),
  });
}

/** Changes a pose, as a dance does. */
export type Dance = (rig: Rig, seconds: number) => void;

/** Lets a companion live for some seconds, at 60 frames a second, on a pose that is otherwise at rest. */
export function live(rig: Rig, adjust: CompanionAdjust, seconds: number, dance?: Dance, each?: Dance): void {
  for (let frame = 1; frame <= Math.round(60 * seconds); frame++) {
    rig.pose.reset();
    dance?.(rig, frame / 60);
    adjust(rig, 1 / 60, { seconds: 1 / 60, isJump: false });
    rig.solve();
    rig.solveAfterPhysics();
    each?.(rig, frame / 60);
  }
}

export function rotationOf(rig: Rig, name: string): Quaternion {
  return new Quaternion().fromArray(rig.pose.rotations, 4 * rig.boneIndex(name));
}

/** The direction in which a bone of the solved rig points. */
export function aheadOf(rig: Rig, name: string): Vector3 {
  const rotation = new Quaternion().fromArray(rig.worldRotations, 4 * rig.boneIndex(name));
  return new Vector3(0, 0, 1).applyQuaternion(rotation);
}

/** The point between the eyes of the solved rig. */
export function eyesOf(rig: Rig): Vector3 {
  const place = (name: string): Vector3 =>
    new Vector3().fromArray(rig.worldPositions, 3 * rig.boneIndex(name));
  return place('左目').lerp(place('右目'), 0.5);
}

/** Degrees between where she looks and where a target is, in the rig's space. */
export function gazeError(rig: Rig, target: Vector3, eye = '左目'): number {
  return (aheadOf(rig, eye).angleTo(target.clone().sub(eyesOf(rig))) * 180) / Math.PI;
}

/** To her left, and up, in degrees: where a bone points beside another. */
export function anglesOf(rig: Rig, name: string, beside: string): [left: number, up: number] {
  const above = new Quaternion().fromArray(rig.worldRotations, 4 * rig.boneIndex(beside));
  const { x, y, z } = aheadOf(rig, name).applyQuaternion(above.invert());
  return [(Math.atan2(x, z) * 180) / Math.PI, (Math.atan2(y, Math.hypot(x, z)) * 180) / Math.PI];
}
