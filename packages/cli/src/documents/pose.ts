import { createVpd, type Vmd, type Vpd } from '@odori/format';
import { Motion, toVmd } from '@odori/runtime/motion';
import { FileError } from '../errors.js';
import { say } from '../language/message.js';
import type { Warn } from './descriptions.js';

/**
 * The poses of motions that play together, at a frame, which may be fractional: what the keyframes give for
 * each bone and morph, before IK. A motion that ends before gives its last pose.
 *
 * Without a frame, the motions must have no other frame than 0. Reports what a pose cannot hold. O(keys).
 *
 * @throws {@link FileError} if there is no such frame, or if a motion has no bones and no morphs.
 */
export function posesOf(vmds: readonly Vmd[], frame: number | undefined, warn: Warn): Vpd[] {
  const motions = vmds.map((vmd) => Motion.from(vmd));
  const end = Math.max(...motions.map(({ lastFrame }) => lastFrame));
  if (frame === undefined && end > 0) throw new FileError(say('choose-frame', { end }));
  if (frame !== undefined && frame > end)
    throw new FileError(say('ends-before', { end, option: 'frame', frame }));
  return motions.map((motion, i) => {
    reportLosses(vmds[i], warn);
    return poseOf(motion, frame ?? 0, vmds[i].modelName.text);
  });
}

function poseOf(motion: Motion, frame: number, modelName: string): Vpd {
  const { bones, morphs } = toVmd(motion.slice(frame, frame));
  if (bones.count + morphs.count === 0) throw new FileError(say('no-pose'));
  return createVpd({
    modelFile: modelFileOf(modelName),
    bones: Array.from(bones.nameIndex.subarray(0, bones.count), (name, key) => ({
      name: bones.names[name].text,
      position: vector(bones.positions, 3, key) as [number, number, number],
      rotation: vector(bones.rotations, 4, key) as [number, number, number, number],
    })),
    morphs: Array.from(morphs.nameIndex.subarray(0, morphs.count), (name, key) => ({
      name: morphs.names[name].text,
      weight: morphs.weights[key],
    })),
  });
}

/** MMD writes the name of the model with this extension. */
const EXTENSION = '.osm';

/** The model file in a pose for a model of a name. */
export function modelFileOf(modelName: string): string {
  return modelName === '' ? `model${EXTENSION}` : `${modelName}${EXTENSION}`;
}

function vector(column: Float32Array, size: number, key: number): number[] {
  return [...column.subarray(size * key, size * (key + 1))];
}

/** The keyframes that hide the model or switch an IK off. All others say what holds for a pose anyway. */
function switchesOff({ count, visible, ikStarts, ikEnabled }: Vmd['properties']): number {
  const isOff = (key: number): boolean =>
    visible[key] === 0 || ikEnabled.subarray(ikStarts[key], ikStarts[key + 1]).includes(0);
  return Array.from({ length: count }, (_, key) => key).filter(isOff).length;
}

function reportLosses({ cameras, lights, selfShadows, properties }: Vmd, warn: Warn): void {
  const counts = [
    [say('camera'), cameras.count],
    [say('light'), lights.count],
    [say('self-shadow'), selfShadows.count],
    [say('visibility-and-ik'), switchesOff(properties)],
  ] as const;
  for (const [section, count] of counts) {
    if (count > 0) warn({ code: 'not-expressible', text: say('not-in-pose', { count, section }) });
  }
}
