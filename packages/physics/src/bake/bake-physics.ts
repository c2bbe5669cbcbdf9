import type { BakedMotion, BakeMotionOptions, BakeTolerance } from '@odori/runtime/bake';
import type { Motion } from '@odori/runtime/motion';
import {
  createRigDefinition,
  type IkDefinition,
  type RigDefinition,
  type RigSource,
} from '@odori/runtime/rig';
import { bakePoses } from '@odori/runtime/internal';
import type { PhysicsOptions } from '../physics-options.js';
import type { PhysicsModel } from '../body-simulation.js';
import { type KeptFrames, keptFrames } from './kept-frames.js';
import { recordDance } from './record-dance.js';
import { checkLength } from './simulate-dance.js';

/** Options of {@link bakePhysics}. Those of the simulation are as in `createPhysics`. */
export interface BakePhysicsOptions
  extends
    BakeMotionOptions,
    Pick<PhysicsOptions, 'gravity' | 'wind' | 'ground' | 'settleSeconds' | 'jumpDistance'> {
  /**
   * How far any bone of the replay may be from the simulation at a whole frame, in the model's space. MMD's
   * own simulations of one dance differ by more.
   */
  readonly tolerance?: BakeTolerance; // 0.05 units, 1 degree; as bakeMotion with `ik: 'motion'`
  /**
   * `model`: models that play the motion have IK, and legs keep it. `motion`: they do not, and the keyframes
   * contain it, as with `bakeMotion`.
   */
  readonly ik?: 'model' | 'motion'; // 'model'
}

/** The result of {@link bakePhysics}. */
export interface BakedPhysics extends BakedMotion {
  /** The bones among `bones` that bodies move: hair, skirts, ties. */
  readonly physicalBones: readonly string[];
  /** The IK bones whose IK is switched off. */
  readonly iksOff: readonly string[];
}

/** Legs with baked IK need more exactness than hair. */
const TOLERANCE_DEFAULTS: BakeTolerance = { position: 0.05, angle: 1 };
/**
 * The same motion with hair and clothes as ordinary keyframes, for players without physics, weak phones and
 * exports.
 *
 * The dance is simulated from frame 0 at 60 substeps per second, after bodies have come to rest for
 * `settleSeconds`. Each bone that bodies move gets keyframes with physics off, straight lines between as few
 * as the tolerance allows; a bone whose body only turns it gets rotations only. IK that moves such bones is
 * switched off, with keyframes for its other links. Stretches in which the motion has physics off keep their
 * keyframes, and all other bones, morphs and so on keep theirs.
 *
 * The result plays the same with and without physics: at each whole frame as the simulation, but for bones
 * below physical ones, which MMD shows one frame late. It was compared with the simulation at all of these
 * frames. O(frames · (physics + solving)): some seconds for a dance of some minutes.
 *
 * @throws RangeError as `bakeMotion`: if a tolerance is not above 0 or too small; if the motion has more than
 * 200,000 frames, or more than 4,000,000 frames times moved bones; if the replay cannot be brought within the
 * tolerance, as where a body turns a bone off its fixed axis, which no keyframe can.
 * @example
 * const { vmd, physicalBones, error } = bakePhysics(motion, parsePmx(bytes));
 * physicalBones; // → ['左テール1', '左テール2', …] (left tail of hair)
 * error; // → { position: 0.025, angle: 1, frames: 91 }
 */
export function bakePhysics(
  motion: Motion,
  pmx: RigSource & PhysicsModel,
  options: BakePhysicsOptions = {},
): BakedPhysics {
  checkLength(motion, pmx);
  const definition = createRigDefinition(pmx);
  const isIkBaked = options.ik === 'motion';
  const rigOptions = { shearKnees: !isIkBaked }; // no keyframe can shear a bone
  const dance = recordDance({ motion, model: pmx, definition, rigOptions, physicsOptions: options });
  const moved = dance.movedBones();
  const physical = new Set(moved.keys());
  const iks = isIkBaked ? allIks(definition) : iksThatMove(physical, definition);
  const free = new Set([...physical].filter((bone) => !moved.get(bone)!.turnsOnly));
  const keptFramesOf = keptFramesPerBone(motion, definition, physical, iks);
  const baked = bakePoses(
    {
      motion,
      rig: dance.rig,
      solve: (frame) => dance.show(frame),
      bones: physical,
      free,
      withoutPhysics: physical,
      ...(!isIkBaked && { iksOff: namesOf(iks, definition) }),
      isUneven: true,
      keepsKeys: (bone, frame) =>
        keptFramesOf.get(bone)?.some(({ after, last }) => frame > after && frame <= last) ?? false,
    },
    { ...options, tolerance: { ...(isIkBaked ? {} : TOLERANCE_DEFAULTS), ...options.tolerance } },
  );
  const physicalBones = [...physical].map((bone) => definition.boneNames[bone]);
  return { ...baked, physicalBones, iksOff: [...namesOf(iks, definition)] };
}

function allIks({ beforePhysics, afterPhysics }: RigDefinition): IkDefinition[] {
  return [...beforePhysics.iks, ...afterPhysics.iks];
}

/** The IKs that would move bones which have keyframes of a simulation. */
function iksThatMove(bones: ReadonlySet<number>, definition: RigDefinition): IkDefinition[] {
  return allIks(definition).filter((ik) => ik.links.some(({ bone }) => bones.has(bone)));
}

function namesOf(iks: readonly IkDefinition[], { boneNames }: RigDefinition): Set<string> {
  return new Set(iks.map(({ bone }) => boneNames[bone]));
}

/**
 * The frames at which keyframes of bones stay. An IK that is switched off moved its links at these frames,
 * too.
 */
function keptFramesPerBone(
  motion: Motion,
  { boneNames }: RigDefinition,
  bones: ReadonlySet<number>,
  iksOff: readonly IkDefinition[],
): Map<number, KeptFrames[]> {
  const links = new Set(iksOff.flatMap((ik) => ik.links.map(({ bone }) => bone)));
  const kept = [...bones].filter((bone) => !links.has(bone));
  return new Map(kept.map((bone) => [bone, keptFrames(motion, boneNames[bone])]));
}
