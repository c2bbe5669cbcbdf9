import { type BoneTrack, type CameraTrack, type Motion, sampleBone } from '../motion/index.js';
import type { RigDefinition } from '../rig/index.js';

/** The bones between which the eyes are; 両目 is above the head. */
const EYES = [
  ['左目', '右目'],
  ['eye_L', 'eye_R'],
  ['LeftEye', 'RightEye'],
];
const HEADS = [['頭'], ['head'], ['Head']];
/** Height of the eyes per height of the head's joint: 17.86 / 16.8 of Miku. */
const EYES_PER_HEAD = 1.063;

/** The bones that carry a dancer up and down. */
const CARRIERS = ['全ての親', 'センター', 'グルーブ'];

/** A shot that shows at most this much, in units from edge to edge upwards, shows a face or a chest. */
const NEAR = 14;
/** Less is no shot: the target is the eye, or a trick. */
const TOO_NEAR = 2;
/** Fewer near shots than this say nothing. */
const LEAST_SHOTS = 3;
/** The part of near shots that aim lower than at a face. */
const LOWER = 0.9;
/** Where they aim, below the eyes: at the chin, or at the eyes of a dancer who bends her knees. */
const BELOW_EYES = 1;
/** Lower aims are chests and hands. */
const LEAST_HEIGHT = 14;

/**
 * How high the eyes of a model are at rest, in MMD units above its origin; without bones for them, its head.
 * Undefined without a head. O(1).
 *
 * @example
 * eyeHeight(model.rig.definition); // → 17.3 for our dancer
 */
export function eyeHeight({ boneNames, restPositions }: RigDefinition): number | undefined {
  const middle = (names: readonly string[]): number =>
    names.reduce((sum, name) => sum + restPositions[3 * boneNames.indexOf(name) + 1], 0) / names.length;
  const heights = [...EYES.map(middle), ...HEADS.map((names) => EYES_PER_HEAD * middle(names))];
  return heights.find((height) => height > 0 && height < Infinity); // NaN without the bone
}

/**
 * How high the eyes are for which a camera motion was made, in MMD units: its near shots aim a little lower.
 * Undefined for a camera without near shots of a face.
 *
 * `dance`, if it is given, says how high the dancer is carried in these shots. The answer is an estimate: it
 * is within a unit of the eyes of the model for the cameras that we know. O(keys).
 *
 * @example
 * camera.heightScale = eyeHeight(model.rig.definition) / (filmedEyeHeight(shots, dance) ?? 19);
 */
export function filmedEyeHeight({ camera }: Motion, dance?: Motion): number | undefined {
  if (!camera) return undefined;
  const tracks = CARRIERS.map((name) => dance?.bones.get(name)).filter((track) => track !== undefined);
  const aims: number[] = [];
  for (const [key, frame] of camera.frames.entries()) {
    const shown = shownHeight(camera, key);
    if (shown < TOO_NEAR || shown > NEAR) continue;
    aims.push(camera.targets[3 * key + 1] - carriedHeight(tracks, frame));
  }
  if (aims.length < LEAST_SHOTS) return undefined;
  aims.sort((a, b) => a - b);
  const height = aims[Math.ceil(LOWER * aims.length) - 1] + BELOW_EYES;
  return height >= LEAST_HEIGHT ? height : undefined;
}

/** What the picture of a keyframe shows at the target, in units from its lower to its upper edge. */
function shownHeight({ distances, fovs }: CameraTrack, key: number): number {
  return 2 * Math.abs(distances[key]) * Math.tan((fovs[key] * Math.PI) / 360);
}

function carriedHeight(tracks: readonly BoneTrack[], frame: number): number {
  let height = 0;
  for (const track of tracks) {
    sampleBone(track, frame, position, rotation);
    height += position[1];
  }
  return height;
}

const position = /* @__PURE__ */ new Float64Array(3);
const rotation = /* @__PURE__ */ new Float64Array(4);
