import {
  cutName,
  encodeName,
  IK_NAME_BYTES,
  isMarked,
  VMD_NAME_BYTES,
  wordsOf,
} from '@odori/format/internal';
import {
  type Bvmd,
  LINEAR_CURVE,
  type MmdName,
  type PmmKeys,
  type PmmModel,
  type Vmd,
  type Vpd,
} from '@odori/format';
import { flipAndNormalize, flipCameraAngles, flipPositions } from '../space.js';
import { byFrame, type Column, type Keys, mapColumns, pickKeys } from './keys.js';
import type { MotionReport } from './motion-report.js';
import { identityOf, type TrackName } from './names.js';
import { repairColumns, repairFovs } from './repair.js';
import {
  type BoneTrack,
  type CameraTrack,
  CUT_FRAMES,
  type LightTrack,
  type MorphTrack,
  type SelfShadowTrack,
} from './tracks.js';

/** Bone keyframes that will become a track: repaired, in three's space, in file order. */
export type BonePart = Pick<BoneTrack, 'name' | 'frames' | 'positions' | 'rotations' | 'curves' | 'physics'>;

/** A keyframe of visibility and IK switches, by name. */
export interface PropertyKey {
  readonly frame: number;
  readonly visible: boolean;
  readonly ik: readonly { readonly name: TrackName; readonly enabled: boolean }[];
}

/**
 * Tracks by kind. Joining, slicing and mirroring work on these. Camera, light and shadow have one track at
 * most.
 */
export interface MotionParts {
  readonly bones: readonly BonePart[];
  readonly morphs: readonly MorphTrack[];
  readonly cameras: readonly CameraTrack[];
  readonly lights: readonly LightTrack[];
  readonly selfShadows: readonly SelfShadowTrack[];
  readonly properties: readonly PropertyKey[];
}

export const NO_PARTS: MotionParts = {
  bones: [],
  morphs: [],
  cameras: [],
  lights: [],
  selfShadows: [],
  properties: [],
};

/**
 * The columns of a VMD. A BVMD has them without light and shadow, a PMM model without camera, light and
 * shadow.
 */
type MotionColumns = {
  readonly [S in 'bones' | 'morphs']: Omit<Vmd[S], 'names'> & { readonly names: readonly TrackName[] };
} & {
  readonly properties: Omit<Vmd['properties'], 'names'> & {
    readonly names: readonly (TrackName | undefined)[];
  };
  readonly cameras?: Vmd['cameras'] | Bvmd['cameras'];
} & Partial<Pick<Vmd, 'lights' | 'selfShadows'>>;

/** The parts of a VMD, or of a document with its columns. */
export function partsOfVmd(vmd: MotionColumns, report: MotionReport): MotionParts {
  return {
    bones: boneParts(vmd.bones, report),
    morphs: morphParts(vmd.morphs, report),
    cameras: ofScene(vmd.cameras, cameraPart, report),
    lights: ofScene(vmd.lights, lightPart, report),
    selfShadows: ofScene(vmd.selfShadows, selfShadowPart, report),
    properties: propertyKeys(vmd.properties),
  };
}

/** The parts of a BVMD. Its names are whole, except those with a mark where a VMD cut them. */
export function partsOfBvmd(bvmd: Bvmd, report: MotionReport): MotionParts {
  const named = (name: MmdName, width: number): TrackName =>
    isMarked(name.bytes) ? cutName(name, width) : { ...encodeName(name.text), whole: 'first' };
  const renamed = <S extends { names: MmdName[] }>(section: S, width: number): S => ({
    ...section,
    names: section.names.map((name) => named(name, width)),
  });
  return partsOfVmd(
    {
      ...bvmd,
      bones: renamed(bvmd.bones, VMD_NAME_BYTES),
      morphs: renamed(bvmd.morphs, VMD_NAME_BYTES),
      properties: renamed(bvmd.properties, IK_NAME_BYTES),
    },
    report,
  );
}

/** One track if there are keyframes, otherwise none. */
function ofScene<S extends { count: number }, T>(
  section: S | undefined,
  makePart: (section: S, report: MotionReport) => T,
  report: MotionReport,
): T[] {
  return section?.count ? [makePart(section, report)] : [];
}

/** The parts of a VPD: one keyframe per bone and morph, at frame 0. */
export function partsOfVpd({ bones, morphs }: Vpd, report: MotionReport): MotionParts {
  const positions = new Float32Array(bones.flatMap((bone) => bone.position));
  const rotations = new Float32Array(bones.flatMap((bone) => bone.rotation));
  const curves = new Uint8Array(16 * bones.length).map((_, i) => LINEAR_CURVE[i % 4]);
  const physics = new Uint8Array(bones.length).fill(1);
  const weights = Float32Array.from(morphs, (morph) => morph.weight);
  return {
    ...NO_PARTS,
    bones: boneParts({ ...firstKeys(bones), positions, rotations, curves, physics }, report),
    morphs: morphParts({ ...firstKeys(morphs), weights }, report),
  };
}

/** Keyframes in any order, with names. */
type NamedSection = Pick<Vmd['morphs'], 'count' | 'nameIndex' | 'frames'> & {
  readonly names: readonly TrackName[];
};

function firstKeys(entries: readonly { readonly name: string }[]): NamedSection {
  const names = entries.map(({ name }): TrackName => ({ ...encodeName(name), whole: 'every' }));
  return { frames: new Uint32Array(names.length), ...namedKeys(names, [...names.keys(), names.length]) };
}

/** The parts of a model of a project. Keyframes that no link reaches are left out, as in MMD. */
export function partsOfPmm(model: PmmModel, report: MotionReport): MotionParts {
  const { boneNames, morphNames, bones, morphs } = model;
  const physics = bones.physicsOff.map((off) => (off === 0 ? 1 : 0));
  return partsOfVmd(
    {
      bones: { ...bones, ...linkedKeys(bones, boneNames, 'bone', report), physics },
      morphs: { ...morphs, ...linkedKeys(morphs, morphNames, 'morph', report) },
      properties: linkedProperties(model),
    },
    report,
  );
}

/** The keyframes of the tracks that have a name. They come before those of tracks without one. */
function linkedKeys(
  { starts }: PmmKeys,
  names: readonly MmdName[],
  kind: string,
  report: MotionReport,
): Omit<NamedSection, 'frames'> {
  const keys = namedKeys(names.slice(0, starts.length - 1).map(wholeName), starts);
  report.add('no-names', kind, starts[starts.length - 1] - keys.count);
  return keys;
}

/** The name of a switch is undefined if its bone does not exist. */
function linkedProperties({ properties, boneNames, ikBones }: PmmModel): MotionColumns['properties'] {
  const [, count] = properties.starts;
  const iks = ikBones.length;
  return {
    ...properties,
    count,
    names: Array.from(ikBones, (bone) => boneNames[bone] && wholeName(boneNames[bone])),
    ikStarts: new Uint32Array(count + 1).map((_, key) => key * iks),
    ikNameIndex: new Uint32Array(count * iks).map((_, i) => i % iks),
  };
}

function wholeName(name: MmdName): TrackName {
  return { ...name, whole: 'first' };
}

/** The keyframes of each name go from its start to the start of the next. */
function namedKeys(names: readonly TrackName[], starts: ArrayLike<number>): Omit<NamedSection, 'frames'> {
  const nameIndex = new Uint32Array(starts[names.length]);
  names.forEach((_, i) => nameIndex.fill(i, starts[i], starts[i + 1]));
  return { count: nameIndex.length, names, nameIndex };
}

/** Bone keyframes by name. The parts are ranges of columns that they share. */
function boneParts(bones: MotionColumns['bones'], report: MotionReport): BonePart[] {
  const columns = columnsOf(bones, { positions: 3, rotations: 4, curves: 16, physics: 1 });
  const parts = partsByName(bones, columns);
  for (const part of parts) {
    const { rotations, ...others } = part;
    repairRotations(rotations, `bone ${part.name.text}`, report);
    repairColumns(others, `bone ${part.name.text}`, report);
    flipPositions(part.positions);
  }
  return parts;
}

/** Flips rotations and gives them length 1. Reports those that have none. */
function repairRotations(rotations: Float32Array, track: string, report: MotionReport): void {
  const words = wordsOf(rotations);
  for (let i = 0; i < words.length; i += 4) {
    const length = flipAndNormalize(rotations, words, i);
    if (length > 0 && length < Infinity) continue;
    report.add(length === 0 ? 'zero-quaternion' : 'not-finite', track, 1);
  }
}

/** Morph keyframes by name. The tracks are ranges of columns that they share. */
function morphParts(morphs: MotionColumns['morphs'], report: MotionReport): MorphTrack[] {
  const parts = partsByName(morphs, columnsOf(morphs, { weights: 1 }));
  for (const part of parts) repairColumns(part, `morph ${part.name.text}`, report);
  return parts;
}

function cameraPart(cameras: Vmd['cameras'] | Bvmd['cameras'], report: MotionReport): CameraTrack {
  const { rotations, fovs, ...columns } = copyColumns(cameras, {
    distances: 1,
    targets: 3,
    rotations: 3,
    curves: 24,
    fovs: 1,
    perspective: 1,
  });
  const part = { ...columns, angles: rotations, fovs: new Float32Array(fovs), cutFrames: CUT_FRAMES };
  repairColumns(part, 'camera', report);
  report.add('odd-fov', 'camera', repairFovs(part.fovs));
  flipPositions(part.targets);
  flipCameraAngles(part.angles);
  return part;
}

function lightPart(lights: Vmd['lights'], report: MotionReport): LightTrack {
  const part = { ...copyColumns(lights, { colors: 3, directions: 3 }), cutFrames: CUT_FRAMES };
  repairColumns(part, 'light', report);
  flipPositions(part.directions);
  return part;
}

function selfShadowPart(selfShadows: Vmd['selfShadows'], report: MotionReport): SelfShadowTrack {
  const part = copyColumns(selfShadows, { modes: 1, distances: 1 });
  repairColumns(part, 'self shadow', report);
  return part;
}

/** Copies of {@link columnsOf}, which a track may change. */
function copyColumns<C extends string, S extends Section<C>>(
  section: S,
  perKey: { readonly [K in C]: number },
): Keys & { [K in C]: S[K] } {
  return mapColumns(columnsOf(section, perKey), (column) => column.slice());
}

/**
 * Columns of a section up to its count: frames in 64 bits, and columns with the given numbers per keyframe.
 */
function columnsOf<C extends string, S extends Section<C>>(
  section: S,
  perKey: { readonly [K in C]: number },
): Keys & { [K in C]: S[K] } {
  const { count, frames } = section;
  const columns: Record<string, unknown> = { frames: new Float64Array(frames.subarray(0, count)) };
  for (const name in perKey) {
    const column = section[name].subarray(0, perKey[name] * count);
    columns[name] = column.byteOffset % 4 === 0 ? column : column.slice(); // words begin at multiples of 4
  }
  return columns as unknown as Keys & { [K in C]: S[K] };
}

type Section<C extends string> = { count: number; frames: Uint32Array } & {
  [K in C]: Float32Array | Uint32Array | Uint8Array;
};

/** The keyframes of visibility and IK switches. Switches without a name are left out. */
function propertyKeys(properties: MotionColumns['properties']): PropertyKey[] {
  const { names, frames, visible, ikStarts, ikNameIndex, ikEnabled } = properties;
  return Array.from({ length: properties.count }, (_, key) => ({
    frame: frames[key],
    visible: visible[key] !== 0,
    ik: Array.from(ikNameIndex.subarray(ikStarts[key], ikStarts[key + 1]), (index, i) => ({
      name: names[index],
      enabled: ikEnabled[ikStarts[key] + i] !== 0,
    })).filter((ik): ik is PropertyKey['ik'][number] => ik.name !== undefined),
  }));
}

/** Keyframes by name, sorted by frame. The parts are ranges of one copy. */
function partsByName<C extends Keys>(section: NamedSection, columns: C): (C & Named)[] {
  const groups = new Map<string, NameGroup>();
  const groupOf = section.names.map((name) => {
    const identity = identityOf(name);
    const group = groups.get(identity) ?? { name, end: 0 };
    groups.set(identity, group);
    return group;
  });
  const sorted = pickKeys(columns, orderByGroup(section, groups.values(), groupOf));
  let last = 0;
  return [...groups.values()].flatMap(({ end, name }) => {
    const start = last;
    last = end;
    const partOf = (column: Column, per: number): Column => column.subarray(per * start, per * end);
    return start < end ? [{ name, ...mapColumns(sorted, partOf) }] : [];
  });
}

/** The keyframes of one name. */
interface NameGroup extends Named {
  /** Where its keyframes end. */
  end: number;
}

/**
 * The keyframes group by group, sorted by frame, those of one frame in file order. Sets where each group
 * ends. Most keyframes of a file stand beside others of the same frame: it is enough to sort these runs.
 */
function orderByGroup(
  { count, frames, nameIndex }: NamedSection,
  groups: Iterable<NameGroup>,
  groupOf: readonly NameGroup[],
): Uint32Array {
  const runs: number[] = [];
  for (let key = 0; key < count; key++) {
    if (frames[key] !== frames[key - 1]) runs.push(key);
    groupOf[nameIndex[key]].end++; // its size
  }
  let start = 0;
  for (const group of groups) group.end = (start += group.end) - group.end; // where it begins
  const order = new Uint32Array(count);
  for (const run of byFrame(runs, frames))
    for (let key = run; key < count && frames[key] === frames[run]; key++)
      order[groupOf[nameIndex[key]].end++] = key;
  return order;
}

type Named = Pick<BonePart, 'name'>;
