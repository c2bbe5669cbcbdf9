import type { Vmd, Vpd } from '@odori/format';
import { flipCameraAngles, flipPositions, flipRotations } from '../space.js';
import { pickKeys } from './keys.js';
import { mendFloats, mendFovs, mendRotations } from './mend.js';
import type { MotionReport } from './motion-report.js';
import { isFullName } from './track-name.js';
import {
  type BoneTrack,
  type CameraTrack,
  CUT_FRAMES,
  type LightTrack,
  type MorphTrack,
  type SelfShadowTrack,
} from './tracks.js';

/** Bone keys on their way into a track: mended, in three's space, in file order. */
export type BonePart = Pick<
  BoneTrack,
  'name' | 'isCut' | 'frames' | 'positions' | 'rotations' | 'curves' | 'physics'
>;

/** A key of visibility and IK switches, by name. */
export interface PropertyKey {
  readonly frame: number;
  readonly visible: boolean;
  readonly ik: readonly { readonly name: string; readonly enabled: boolean }[];
}

/** What one document gives to a motion. */
export interface MotionParts {
  readonly bones: readonly BonePart[];
  readonly morphs: readonly MorphTrack[];
  readonly camera?: CameraTrack;
  readonly light?: LightTrack;
  readonly selfShadow?: SelfShadowTrack;
  readonly properties: readonly PropertyKey[];
}

/** The parts of a VMD. */
export function partsOfVmd(vmd: Vmd, report: MotionReport): MotionParts {
  return {
    bones: boneParts(vmd.bones, report),
    morphs: morphParts(vmd.morphs, report),
    ...(vmd.cameras.count > 0 && { camera: cameraPart(vmd.cameras, report) }),
    ...(vmd.lights.count > 0 && { light: lightPart(vmd.lights, report) }),
    ...(vmd.selfShadows.count > 0 && { selfShadow: selfShadowPart(vmd.selfShadows, report) }),
    properties: propertyKeys(vmd.properties),
  };
}

/** The parts of a VPD: one key a bone and a morph, at frame 0. */
export function partsOfVpd(vpd: Vpd, report: MotionReport): MotionParts {
  const bones = vpd.bones.map(({ name, position, rotation }) => {
    const part = {
      name,
      isCut: false,
      frames: new Float64Array(1),
      positions: Float32Array.from(position),
      rotations: Float32Array.from(rotation),
      curves: LINEAR.slice(),
      physics: Uint8Array.of(1),
    };
    return playable(part, report);
  });
  const morphs = vpd.morphs.map(({ name, weight }) => {
    const weights = Float32Array.of(weight);
    report.add('not-finite', `morph ${name}`, mendFloats(weights, 1));
    return { name, isCut: false, frames: new Float64Array(1), weights };
  });
  return { bones, morphs, properties: [] };
}

const LINEAR: Uint8Array = /* @__PURE__ */ Uint8Array.from({ length: 16 }, (_, i) => (i % 4 < 2 ? 20 : 107));

function boneParts(bones: Vmd['bones'], report: MotionReport): BonePart[] {
  const { count } = bones;
  const columns = {
    frames: Float64Array.from(bones.frames.subarray(0, count)),
    positions: bones.positions.subarray(0, 3 * count),
    rotations: bones.rotations.subarray(0, 4 * count),
    curves: bones.curves.subarray(0, 16 * count),
    physics: bones.physics.subarray(0, count),
  };
  return groupByName(bones, 'bone', report).map(({ name, isCut, keys }) =>
    playable({ name, isCut, ...pickKeys(columns, keys) }, report),
  );
}

/** Mends a part's floats and brings it into three's space; the part is the caller's own. */
function playable(part: BonePart, report: MotionReport): BonePart {
  const track = `bone ${part.name}`;
  report.add('not-finite', track, mendFloats(part.positions, 3));
  const { notFinite, zero } = mendRotations(part.rotations);
  report.add('not-finite', track, notFinite);
  report.add('zero-quaternion', track, zero);
  flipPositions(part.positions);
  flipRotations(part.rotations);
  return part;
}

function morphParts(morphs: Vmd['morphs'], report: MotionReport): MorphTrack[] {
  const { count } = morphs;
  const columns = {
    frames: Float64Array.from(morphs.frames.subarray(0, count)),
    weights: morphs.weights.subarray(0, count),
  };
  return groupByName(morphs, 'morph', report).map(({ name, isCut, keys }) => {
    const part = { name, isCut, ...pickKeys(columns, keys) };
    report.add('not-finite', `morph ${name}`, mendFloats(part.weights, 1));
    return part;
  });
}

function cameraPart(cameras: Vmd['cameras'], report: MotionReport): CameraTrack {
  const { count } = cameras;
  const part = {
    frames: Float64Array.from(cameras.frames.subarray(0, count)),
    cutFrames: CUT_FRAMES,
    distances: cameras.distances.slice(0, count),
    targets: cameras.targets.slice(0, 3 * count),
    angles: cameras.rotations.slice(0, 3 * count),
    curves: cameras.curves.slice(0, 24 * count),
    fovs: Float32Array.from(cameras.fovs.subarray(0, count)),
    perspective: cameras.perspective.slice(0, count),
  };
  const mended = mendFloats(part.distances, 1) + mendFloats(part.targets, 3) + mendFloats(part.angles, 3);
  report.add('not-finite', 'camera', mended);
  report.add('odd-fov', 'camera', mendFovs(part.fovs));
  flipPositions(part.targets);
  flipCameraAngles(part.angles);
  return part;
}

function lightPart(lights: Vmd['lights'], report: MotionReport): LightTrack {
  const { count } = lights;
  const part = {
    frames: Float64Array.from(lights.frames.subarray(0, count)),
    cutFrames: CUT_FRAMES,
    colors: lights.colors.slice(0, 3 * count),
    directions: lights.directions.slice(0, 3 * count),
  };
  report.add('not-finite', 'light', mendFloats(part.colors, 3) + mendFloats(part.directions, 3));
  flipPositions(part.directions);
  return part;
}

function selfShadowPart(selfShadows: Vmd['selfShadows'], report: MotionReport): SelfShadowTrack {
  const { count } = selfShadows;
  const distances = selfShadows.distances.slice(0, count);
  report.add('not-finite', 'self shadow', mendFloats(distances, 1));
  return {
    frames: Float64Array.from(selfShadows.frames.subarray(0, count)),
    cutFrames: CUT_FRAMES,
    modes: selfShadows.modes.slice(0, count),
    distances,
  };
}

function propertyKeys(properties: Vmd['properties']): PropertyKey[] {
  const { names, frames, visible, ikStarts, ikNameIndex, ikEnabled } = properties;
  return Array.from({ length: properties.count }, (_, key) => ({
    frame: frames[key],
    visible: visible[key] !== 0,
    ik: Array.from(ikNameIndex.subarray(ikStarts[key], ikStarts[key + 1]), (name, i) => ({
      name: names[name].text,
      enabled: ikEnabled[ikStarts[key] + i] !== 0,
    })),
  }));
}

interface NameGroup {
  readonly name: string;
  readonly isCut: boolean;
  /** In file order. */
  readonly keys: number[];
}

/** Keys by the text of their name: names that differ in bytes but read alike are one track. */
function groupByName(section: Vmd['bones' | 'morphs'], kind: string, report: MotionReport): NameGroup[] {
  const groups = new Map<string, NameGroup>();
  const groupOf = section.names.map(({ text, bytes }) => {
    const known = groups.get(text);
    if (known) report.add('names-joined', `${kind} ${text}`, 1);
    const group = {
      name: text,
      isCut: isFullName(bytes) || (known?.isCut ?? false),
      keys: known?.keys ?? [],
    };
    groups.set(text, group);
    return group.keys;
  });
  for (let key = 0; key < section.count; key++) groupOf[section.nameIndex[key]].push(key);
  return [...groups.values()].filter((group) => group.keys.length > 0);
}
