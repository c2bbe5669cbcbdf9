import { createPmmModel, LINEAR_CURVE, type PmmModel, pmmTracks, type Pmx } from '@odori/format';
import type { Place } from '@odori/format/internal';
import { matchTracks, type Motion, sampleProperty } from '@odori/runtime';

/** A dancer, a stage or a prop of a project. */
export interface ProjectModel {
  readonly pmx: Pick<Pmx, 'name' | 'nameEn' | 'bones' | 'morphs'>;
  /** As MMD writes it: `UserFile\Model\miku.pmx`. */
  readonly path: string;
  /** Without it, the model stays at rest. */
  readonly motion: Motion | undefined;
  readonly place: Place;
}

const WHOLE_MODEL = -1;
const NO_PARENT = [-1, 0];
const LINEAR_BONE = Array.from({ length: 4 }, () => LINEAR_CURVE).flat();

/**
 * A model with its motion as a project has it. Its place is in the keyframes of the bones without a parent,
 * because a project has no other one. A turned model whose keyframes have different curves for x and z takes
 * a slightly different way between them. O(keys).
 */
export function projectModel({ pmx, path, motion, place }: ProjectModel, number: number): PmmModel {
  const boneNames = pmx.bones.map(({ name }) => name);
  const ikBones = pmx.bones.flatMap(({ ik }, i) => (ik ? [i] : []));
  const ikNames = ikBones.map((bone) => boneNames[bone]);
  return createPmmModel({
    number,
    name: pmx.name,
    nameEn: pmx.nameEn,
    path,
    boneNames,
    morphNames: pmx.morphs.map(({ name }) => name),
    ikBones: Int32Array.from(ikBones),
    externalParentBones: Int32Array.of(WHOLE_MODEL),
    lastFrame: Math.ceil(motion?.lastFrame ?? 0),
    bones: boneKeys(pmx.bones, motion, place),
    morphs: morphKeys(pmx.morphs, motion),
    properties: propertyKeys(ikNames, motion),
  });
}

function boneKeys(bones: Pmx['bones'], motion: Motion | undefined, place: Place): PmmModel['bones'] {
  const names = bones.map(({ name }) => name);
  const { tracks } = matchTracks(motion?.bones ?? new Map(), names);
  const keys = tracks.map((track) => keysFromZero(track?.frames));
  const columns = {
    ...pmmTracks(keys.map((own) => own.map(({ frame }) => frame))),
    curves: Uint8Array.from(gather(keys, (i) => tracks[i]?.curves, LINEAR_BONE)),
    positions: Float32Array.from(gather(keys, (i) => tracks[i]?.positions, [0, 0, 0])),
    rotations: Float32Array.from(gather(keys, (i) => tracks[i]?.rotations, [0, 0, 0, 1])),
    physicsOff: Uint8Array.from(
      gather(keys, (i) => tracks[i]?.physics, [1]),
      (on) => 1 - on,
    ),
  };
  toMmdSpace(columns);
  bones.forEach(({ parent, position }, bone) => {
    if (parent < 0) moveTrack(columns, bone, position, place);
  });
  return columns;
}

function morphKeys(morphs: Pmx['morphs'], motion: Motion | undefined): PmmModel['morphs'] {
  const names = morphs.map(({ name }) => name);
  const { tracks } = matchTracks(motion?.morphs ?? new Map(), names);
  const keys = tracks.map((track) => keysFromZero(track?.frames));
  return {
    ...pmmTracks(keys.map((own) => own.map(({ frame }) => frame))),
    weights: Float32Array.from(gather(keys, (i) => tracks[i]?.weights, [0])),
  };
}

function propertyKeys(ikNames: readonly string[], motion: Motion | undefined): PmmModel['properties'] {
  const track = motion?.property;
  const frames = [...new Set([0, ...(track?.frames ?? [])])];
  const states = frames.map((frame) =>
    track ? [...sampleProperty(track, frame, new Float64Array(1 + track.ikNames.length))] : [1],
  );
  return {
    ...pmmTracks([frames]),
    visible: Uint8Array.from(states, ([visible]) => visible),
    ikEnabled: Uint8Array.from(
      states.flatMap(([, ...switches]) =>
        ikNames.map((name) => switches[track?.ikNames.indexOf(name) ?? -1] ?? 1),
      ),
    ),
    externalParents: Int32Array.from(frames.flatMap(() => NO_PARENT)),
  };
}

/** A keyframe in a project, and the one in the track that it comes from; −1: rest. */
interface KeySource {
  readonly frame: number;
  readonly key: number;
}

/**
 * The keyframes of a track. In a project each track has one at frame 0: where a motion begins later, that is
 * its first keyframe once more, as a player holds it.
 */
function keysFromZero(frames: ArrayLike<number> = []): KeySource[] {
  const keys = Array.from(frames, (frame, key) => ({ frame, key }));
  if (keys.length === 0) return [{ frame: 0, key: -1 }];
  return keys[0].frame > 0 ? [{ frame: 0, key: 0 }, ...keys] : keys;
}

/** The values of all tracks one after the other; `rest` are those of a track without keyframes. */
function gather(
  keys: readonly (readonly KeySource[])[],
  columnOf: (track: number) => Float32Array | Uint8Array | undefined,
  rest: readonly number[],
): number[] {
  const per = rest.length;
  return keys.flatMap((own, track) =>
    own.flatMap(({ key }) => {
      const column = columnOf(track);
      return key < 0 || !column ? rest : [...column.subarray(per * key, per * (key + 1))];
    }),
  );
}

type Columns = Pick<PmmModel['bones'], 'starts' | 'positions' | 'rotations'>;

/** From three's space. */
function toMmdSpace({ positions, rotations }: Columns): void {
  for (let i = 2; i < positions.length; i += 3) positions[i] = 0 - positions[i];
  for (let i = 0; i < rotations.length; i += 4) {
    rotations[i] = 0 - rotations[i];
    rotations[i + 1] = 0 - rotations[i + 1];
  }
}

/**
 * Moves the keyframes of a bone without a parent as if the model stood at a place: rotated by R about the
 * model's origin, then moved by P. With the rest position r, a keyframe's position p becomes R(r + p) + P −
 * r, and its rotation q becomes R q.
 */
function moveTrack(
  { starts, positions, rotations }: Columns,
  bone: number,
  rest: readonly [number, number, number],
  { x, z, turn }: Place,
): void {
  const angle = (-turn * Math.PI) / 180; // MMD's space is the mirror image of three's
  const [sine, cosine] = [Math.sin(angle), Math.cos(angle)];
  const [halfSine, halfCosine] = [Math.sin(angle / 2), Math.cos(angle / 2)];
  for (let key = starts[bone]; key < starts[bone + 1]; key++) {
    const [atX, atZ] = [rest[0] + positions[3 * key], rest[2] + positions[3 * key + 2]];
    positions[3 * key] = cosine * atX + sine * atZ + x - rest[0];
    positions[3 * key + 2] = cosine * atZ - sine * atX - z - rest[2];
    const [qx, qy, qz, qw] = rotations.subarray(4 * key, 4 * key + 4);
    const turned = [
      halfCosine * qx + halfSine * qz,
      halfCosine * qy + halfSine * qw,
      halfCosine * qz - halfSine * qx,
      halfCosine * qw - halfSine * qy,
    ];
    rotations.set(turned, 4 * key);
  }
}
