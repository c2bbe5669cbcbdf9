import type { Vmd } from '@odori/format';
import type { BakedMotion, BakeTolerance } from '@odori/runtime/bake';
import { Motion, toVmd } from '@odori/runtime/motion';
import { bindMotion, Rig, type RigDefinition } from '@odori/runtime/rig';
import { bakePoses } from '@odori/runtime/internal';
import { humanoidOf } from '../pose/humanoid-of.js';
import { HumanoidPose, type HumanoidPoseOptions } from '../pose/humanoid-pose.js';
import { MmdPoser } from './mmd-poser.js';

/** Options of {@link retargetMotion}. @inline */
export interface RetargetOptions extends HumanoidPoseOptions {
  /** How far the keyframes may be from the pose at any frame. */
  readonly tolerance?: BakeTolerance; // 0.02 units, 0.3 degrees
  /** The name of the model that the result is for. */
  readonly modelName?: string; // ''
}

/** A motion for another model. */
export interface RetargetedMotion extends BakedMotion {
  readonly motion: Motion;
}

/**
 * A dance for a model of other proportions: the same directions of limbs, and feet where the dance plants
 * them, at the scale of the model's legs.
 *
 * The result has keyframes on the model's own bones: センター (center) carries the hips, 足ＩＫ (leg IK) the feet,
 * and all leg IK is on. 全ての親 (mother of all), グルーブ (groove), 腰 (waist) and other carriers stay at rest: what
 * they did is in the bones that they carry. Morphs, and bones that are no part of a human body, keep their
 * keyframes. As few keyframes as the tolerance allows. O(frames · solving · attempts).
 *
 * @throws HumanoidError if one of the models lacks bones of the trunk or the legs.
 * @throws RangeError as `bakeMotion`.
 * @example
 * const { vmd } = retargetMotion(motion, createRigDefinition(miku), createRigDefinition(tall));
 * await writeFile('dance-tall.vmd', serializeVmd(vmd));
 */
export function retargetMotion(
  motion: Motion,
  from: RigDefinition,
  to: RigDefinition,
  options: RetargetOptions = {},
): RetargetedMotion {
  const source = new Rig(from);
  const dance = bindMotion(motion, source);
  return bakeFollowing(motion, to, options, { rig: source }, (frame) => {
    dance.sample(frame);
    source.solve();
    source.solveAfterPhysics();
  });
}

/**
 * Keyframes of a model that follows a rig at these frames, by default at all. `motion`: what its other bones
 * and morphs do.
 */
export function bakeFollowing(
  motion: Motion,
  to: RigDefinition,
  { tolerance, modelName = '', ...options }: RetargetOptions,
  source: { readonly rig: Rig; readonly frames?: readonly number[] | undefined },
  solveSource: (frame: number) => void,
): RetargetedMotion {
  const rig = new Rig(to);
  const pose = new HumanoidPose(source.rig, humanoidOf(to), options);
  const poser = new MmdPoser(rig, pose);
  const base = withIkOn(motion, poser.legIks);
  const others = bindMotion(base, rig);
  const baked = bakePoses(
    {
      motion: base,
      rig,
      bones: poser.bones,
      free: poser.moved,
      posed: poser.posed,
      iksOff: new Set(),
      isUneven: true,
      frames: source.frames,
      solve(frame) {
        solveSource(frame);
        pose.solve();
        others.sample(frame);
        poser.write();
        poser.solve();
      },
    },
    { modelName, ...(tolerance && { tolerance }) },
  );
  return { ...baked, motion: Motion.from(baked.vmd) };
}

/** The motion with some IKs always on. */
function withIkOn(motion: Motion, names: ReadonlySet<string>): Motion {
  if (!motion.property) return motion;
  const vmd = toVmd(motion);
  return Motion.from({ ...vmd, properties: switchedOn(vmd.properties, names) });
}

function switchedOn(properties: Vmd['properties'], names: ReadonlySet<string>): Vmd['properties'] {
  const isOn = (index: number): boolean => names.has(properties.names[properties.ikNameIndex[index]].text);
  return { ...properties, ikEnabled: properties.ikEnabled.map((value, i) => (isOn(i) ? 1 : value)) };
}
