import { createVmd, type Curve, type MmdName, type Vmd } from '@odori/format';
import {
  addBoneKey,
  addCameraKey,
  addLightKey,
  addMorphKey,
  addPropertyKey,
  addSelfShadowKey,
  encodeName,
} from '@odori/format/internal';
import { flipCameraAngles, flipPositions, flipRotations } from '../space.js';
import { curvePart } from './curve-weight.js';
import { findKey, isCut } from './key-cursor.js';
import type { Motion } from './motion.js';
import { isFull, type TrackName } from './names.js';
import { sampleBone, sampleBonePhysics } from './sample-bone.js';
import {
  createCameraPose,
  sampleCamera,
  sampleLight,
  sampleMorph,
  samplePropertyAt,
  sampleSelfShadow,
} from './sample.js';
import type { BoneTrack, CameraTrack, MorphTrack } from './tracks.js';

/** Options of {@link toVmd}. @inline */
export interface ToVmdOptions {
  /** The model that the motion is for. */
  modelName?: string; // '', or カメラ・照明 (camera and light) if the motion has nothing else
}

/**
 * Converts a motion to a document in MMD's space, for `serializeVmd`.
 *
 * Keyframes are at whole frames from 0 to `lastFrame`. Frames of a retimed motion are rounded. The ends of a
 * slice get keyframes of their own, with the best curve that whole control values allow. An unchanged motion
 * comes back keyframe for keyframe; a quaternion as q or −q. MMD needs camera and model in two files:
 * `serializeVmd` warns if the document has both. O(keys).
 *
 * @example
 * serializeVmd(toVmd(motion.slice(300, 600).mirror(), { modelName: 'Dancer' }));
 */
export function toVmd(motion: Motion, options: ToVmdOptions = {}): Vmd {
  const vmd = createVmd({ modelName: options.modelName ?? '' });
  for (const track of motion.bones.values()) addBone(vmd, track, motion.lastFrame);
  for (const track of motion.morphs.values()) addMorph(vmd, track, motion.lastFrame);
  addProperties(vmd, motion);
  if (motion.camera) addCamera(vmd, motion.camera, motion.lastFrame);
  addLights(vmd, motion);
  return vmd;
}

type Triple = [number, number, number];
type Quadruple = [number, number, number, number];

/** A name as it was, in CP932 if that has all of it: MMD then finds its bone. */
function vmdName({ text, bytes, encoding }: TrackName): MmdName {
  if (encoding === undefined) return { text, bytes };
  return isFull({ text, bytes }) ? { text, bytes, encoding } : encodeName(text);
}

function addBone(vmd: Vmd, track: BoneTrack, lastFrame: number): void {
  const name = vmdName(track.name);
  for (const key of wholeFrameKeys(track.frames, lastFrame)) {
    const position = new Float32Array(3);
    const rotation = sampleBone(track, key.at, position, new Float32Array(4));
    flipPositions(position);
    flipRotations(rotation);
    const [x, y, z, r] = [0, 1, 2, 3].map((channel) => curveOf(track.curves, 16, channel, key));
    addBoneKey(vmd, {
      name,
      frame: key.frame,
      position: [...position] as Triple,
      rotation: [...rotation] as Quadruple,
      curves: { x, y, z, rotation: r },
      physics: sampleBonePhysics(track, key.at) !== 0,
    });
  }
}

function addMorph(vmd: Vmd, track: MorphTrack, lastFrame: number): void {
  const name = vmdName(track.name);
  for (const { frame, at } of wholeFrameKeys(track.frames, lastFrame)) {
    addMorphKey(vmd, { name, frame, weight: sampleMorph(track, at) });
  }
}

function addProperties(vmd: Vmd, { property, lastFrame }: Motion): void {
  if (!property) return;
  const { frames, ikFields, ikStarts, ikKeys, ikEnabled } = property;
  const ikNames = ikFields.map(vmdName);
  const keys = wholeFrameKeys(frames, lastFrame);
  const isEachNamed = namesEachSwitch(keys.length, ikNames.length);
  const names = ikNames.flatMap((name, ik) => Array<MmdName>(ikStarts[ik + 1] - ikStarts[ik]).fill(name));
  const changes = [...ikKeys.keys()].sort((a, b) => ikKeys[a] - ikKeys[b]);
  const state = new Map(isEachNamed ? ikNames.map((name) => [name, true]) : []);
  let next = 0;
  for (const { frame, at } of keys) {
    const key = findKey(frames, at);
    for (; ikKeys[changes[next]] <= key; next++)
      state.set(names[changes[next]], ikEnabled[changes[next]] !== 0);
    const ik = Array.from(state, ([name, enabled]) => ({ name, enabled }));
    addPropertyKey(vmd, { frame, visible: samplePropertyAt(property, 0, at) !== 0, ik });
    if (!isEachNamed) state.clear();
  }
}

/** No real motion has as many: a hundred IK bones at ten thousand keyframes. */
const MAX_SWITCHES = 1e6;

/**
 * Whether every keyframe of a VMD names all IK bones, as MMD writes them. A file may have so many of both
 * that only changes can be written; keyframes without a bone leave its switch unchanged.
 */
export function namesEachSwitch(keys: number, names: number): boolean {
  return keys * names <= MAX_SWITCHES;
}

function addCamera(vmd: Vmd, track: CameraTrack, lastFrame: number): void {
  const pose = createCameraPose();
  for (const key of wholeFrameKeys(track.frames, lastFrame, track.cutFrames)) {
    sampleCamera(track, key.at, pose);
    const target = Float32Array.from(pose.target);
    const rotation = Float32Array.from(pose.angles);
    flipPositions(target);
    flipCameraAngles(rotation);
    const [x, y, z, r, d, f] = [0, 1, 2, 3, 4, 5].map((channel) => curveOf(track.curves, 24, channel, key));
    addCameraKey(vmd, {
      frame: key.frame,
      target: [...target] as Triple,
      rotation: [...rotation] as Triple,
      distance: pose.distance,
      fov: Math.round(pose.fov),
      perspective: pose.perspective,
      curves: { x, y, z, rotation: r, distance: d, fov: f },
    });
  }
}

function addLights(vmd: Vmd, { light, selfShadow, lastFrame }: Motion): void {
  for (const { frame, at } of light ? wholeFrameKeys(light.frames, lastFrame, light.cutFrames) : []) {
    const values = sampleLight(light!, at, new Float32Array(6));
    const direction = values.subarray(3);
    flipPositions(direction);
    const [r, g, b] = values;
    addLightKey(vmd, { frame, color: [r, g, b], direction: [...direction] as Triple });
  }
  for (const { frame, at } of selfShadow ? wholeFrameKeys(selfShadow.frames, lastFrame) : []) {
    const [mode, distance] = sampleSelfShadow(selfShadow!, at, [0, 0]);
    addSelfShadowKey(vmd, { frame, mode, distance });
  }
}

/** A channel's curve, or the part of it that is inside the motion. */
function curveOf(
  curves: Uint8Array,
  perKey: number,
  channel: number,
  { key, from, to }: WholeFrameKey,
): Curve {
  const i = perKey * key + 4 * channel;
  return curvePart([curves[i], curves[i + 1], curves[i + 2], curves[i + 3]], from, to);
}

/** A keyframe for a file: at a whole frame, with the value that a track has at `at`. */
interface WholeFrameKey {
  readonly frame: number;
  /** The frame of the track from which it takes its value. */
  readonly at: number;
  /** The keyframe of the track at the end of that segment… */
  readonly key: number;
  /** …and the part of the segment that the file contains, 0..1. */
  readonly from: number;
  readonly to: number;
}

/**
 * The keyframes that a file needs to play like a track, from frame 0 to `lastFrame`.
 *
 * `slice` keeps keyframes outside of the motion. They become keyframes at its ends, with the part of their
 * segment that is inside. Frames are rounded, and of two keyframes at one frame the later one stays.
 * `cutFrames`: keyframes at most this far apart are a cut. In a file the keyframes of a cut must be one frame
 * apart, so that a stretched cut gets one more keyframe before its end. O(keys).
 */
function wholeFrameKeys(frames: Float64Array, lastFrame: number, cutFrames = 0): WholeFrameKey[] {
  const keys = new Map<number, WholeFrameKey>();
  const add = (frame: number, at: number, key: number, from: number, to: number): void => {
    keys.set(frame, { frame, at, key, from, to });
  };
  const fractionAt = (key: number, frame: number): number =>
    key === 0 ? 1 : Math.min(Math.max((frame - frames[key - 1]) / (frames[key] - frames[key - 1]), 0), 1);
  for (let key = 0; key < frames.length; key++) {
    const end = frames[key];
    const start = key > 0 ? frames[key - 1] : end;
    const isLast = key + 1 === frames.length;
    if (isLast && end < 0) add(0, end, key, 0, 1);
    else if (start < 0 && end > 0) add(0, 0, key, 0, fractionAt(key, 0));
    if (end < 0 || (key > 0 && start >= lastFrame)) continue;
    const at = Math.min(end, lastFrame);
    const frame = Math.round(at);
    const isStretchedCut = key > 0 && isCut(end - start, cutFrames) && frame - Math.round(start) > 1;
    if (isStretchedCut) add(frame - 1, start, key, 0, 1);
    add(frame, at, key, start < 0 ? fractionAt(key, 0) : 0, fractionAt(key, at));
  }
  return [...keys.values()].sort((a, b) => a.frame - b.frame);
}
