import type { FormatWarning, MmdName, Vmd, VmdProperties } from '@odori/format';

/** The contents of a motion as plain data. */
export interface VmdSummary {
  version: 1 | 2;
  modelName: string;
  /** The last frame of all sections; undefined if there are no keyframes. */
  lastFrame: number | undefined;
  /** The six sections in file order, including empty ones. */
  sections: readonly SectionSummary[];
  bones: readonly TrackSummary[];
  morphs: readonly TrackSummary[];
  ik: readonly IkSummary[];
  curvedBoneKeys: number;
  curvedCameraKeys: number;
  /** Bone keyframes that switch physics off, so that the bone follows the motion. */
  physicsOffKeys: number;
  /** Property keyframes that hide the model. */
  hiddenKeys: number;
  /** Bytes after the last section. */
  trailingBytes: number;
  warnings: readonly FormatWarning[];
}

export interface SectionSummary {
  name: SectionName;
  count: number;
  /** Undefined if the section is empty. */
  frames: FrameRange | undefined;
}

export type SectionName = 'bone' | 'morph' | 'camera' | 'light' | 'selfShadow' | 'property';

/** Summarizes a motion. O(keys + names · log names). */
export function summarizeVmd(vmd: Vmd): VmdSummary {
  const sections = sectionsOf(vmd);
  const lasts = sections.flatMap(({ frames }) => frames?.last ?? []);
  const lastFrame = lasts.length === 0 ? undefined : Math.max(...lasts);
  return {
    version: vmd.version,
    modelName: vmd.modelName.text,
    lastFrame,
    sections,
    bones: summarizeTracks(vmd.bones, lastFrame ?? 0),
    morphs: summarizeTracks(vmd.morphs, lastFrame ?? 0),
    ik: summarizeIk(vmd.properties),
    curvedBoneKeys: countCurvedKeys(vmd.bones.curves, vmd.bones.count),
    curvedCameraKeys: countCurvedKeys(vmd.cameras.curves, vmd.cameras.count),
    physicsOffKeys: countZeros(vmd.bones.physics),
    hiddenKeys: countZeros(vmd.properties.visible),
    trailingBytes: vmd.trailing.length,
    warnings: vmd.warnings,
  };
}

function sectionsOf(vmd: Vmd): SectionSummary[] {
  return [
    section('bone', vmd.bones),
    section('morph', vmd.morphs),
    section('camera', vmd.cameras),
    section('light', vmd.lights),
    section('selfShadow', vmd.selfShadows),
    section('property', vmd.properties),
  ];
}

function section(name: SectionName, keys: { count: number; frames: Uint32Array }): SectionSummary {
  return { name, count: keys.count, frames: frameRange(keys.frames) };
}

function countZeros(flags: Uint8Array): number {
  let zeros = 0;
  for (const flag of flags) if (flag === 0) zeros++;
  return zeros;
}

/** A range of frames, including both ends. */
interface FrameRange {
  first: number;
  last: number;
}

/** The range of some frames in any order; undefined if there are none. */
function frameRange(frames: Uint32Array): FrameRange | undefined {
  if (frames.length === 0) return undefined;
  const range = { first: frames[0], last: frames[0] };
  for (const frame of frames) {
    if (frame < range.first) range.first = frame;
    if (frame > range.last) range.last = frame;
  }
  return range;
}

/** The switches of one IK bone over time. */
export interface IkSummary {
  name: string;
  /** The number of property keyframes that switch it. */
  keys: number;
  /** The first switch and each switch that differs from the one before, in order of time. */
  changes: readonly IkChange[];
}

export interface IkChange {
  frame: number;
  enabled: boolean;
}

/**
 * One summary per IK bone that a motion switches, in the order of the names in the file. O(switches · log
 * switches).
 */
function summarizeIk(properties: VmdProperties): IkSummary[] {
  const switches: IkChange[][] = properties.names.map(() => []);
  for (let key = 0; key < properties.count; key++) {
    const frame = properties.frames[key];
    for (let entry = properties.ikStarts[key]; entry < properties.ikStarts[key + 1]; entry++) {
      switches[properties.ikNameIndex[entry]].push({ frame, enabled: properties.ikEnabled[entry] !== 0 });
    }
  }
  return switches
    .map((found, i) => ({ name: properties.names[i].text, keys: found.length, changes: changesOf(found) }))
    .filter(({ keys }) => keys > 0);
}

function changesOf(switches: readonly IkChange[]): IkChange[] {
  const sorted = switches.toSorted((a, b) => a.frame - b.frame);
  return sorted.filter(({ enabled }, i) => i === 0 || enabled !== sorted[i - 1].enabled);
}

/** The keyframes of one bone or morph. */
export interface TrackSummary extends FrameRange {
  name: string;
  keys: number;
  /** The number of keyframes in each of the {@link DENSITY_BINS} parts of the motion, at most 255. */
  density: Uint8ClampedArray;
}

/** The columns with the name and frame of each keyframe, of bones or morphs. */
interface NamedKeys {
  readonly count: number;
  readonly names: readonly MmdName[];
  readonly nameIndex: Uint32Array;
  readonly frames: Uint32Array;
}

const DENSITY_BINS = 40;

/**
 * One summary per name, those with the most keyframes first, without names that have none. O(keys + names ·
 * log names).
 */
function summarizeTracks(keys: NamedKeys, lastFrame: number): TrackSummary[] {
  const density = new Uint8ClampedArray(DENSITY_BINS * keys.names.length);
  const tracks = keys.names.map(({ text }, i) => ({
    name: text,
    keys: 0,
    first: Infinity,
    last: 0,
    density: density.subarray(DENSITY_BINS * i, DENSITY_BINS * (i + 1)),
  }));
  for (let key = 0; key < keys.count; key++) {
    const track = tracks[keys.nameIndex[key]];
    const frame = keys.frames[key];
    track.keys++;
    track.first = Math.min(track.first, frame);
    track.last = Math.max(track.last, frame);
    track.density[Math.floor((frame / (lastFrame + 1)) * DENSITY_BINS)]++;
  }
  return tracks.filter((track) => track.keys > 0).toSorted((a, b) => b.keys - a.keys);
}

/** The values of the curve of one channel: x1 y1 x2 y2. */
const CURVE_VALUES = 4;

/**
 * The number of keyframes with a non-linear curve in at least one channel. A curve is linear if its control
 * points lie on the diagonal, even if they are not those of MMD's linear curve.
 */
function countCurvedKeys(curves: Uint8Array, keyCount: number): number {
  const stride = keyCount === 0 ? 0 : curves.length / keyCount;
  let curved = 0;
  for (let key = 0; key < keyCount; key++) {
    if (isCurved(curves, key * stride, (key + 1) * stride)) curved++;
  }
  return curved;
}

function isCurved(curves: Uint8Array, start: number, end: number): boolean {
  for (let at = start; at < end; at += CURVE_VALUES) {
    if (curves[at] !== curves[at + 1] || curves[at + 2] !== curves[at + 3]) return true;
  }
  return false;
}
