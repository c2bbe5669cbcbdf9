import type { MmdName } from '../text/name.js';
import type { Bvmd } from './bvmd.js';
import { markedText } from './cut-name.js';

/** The keys of a name, which stand together in a file. */
export interface Track {
  /** Into the names of the section. */
  readonly name: number;
  readonly keys: readonly number[];
}

type Section = Pick<Bvmd['morphs'], 'count' | 'names' | 'nameIndex'>;

/** One track per name, also for names without keys. */
export function tracksOf({ count, names, nameIndex }: Section): Track[] {
  const tracks = names.map((_, name) => ({ name, keys: [] as number[] }));
  for (let key = 0; key < count; key++) tracks[nameIndex[key]].keys.push(key);
  return tracks;
}

/** The tracks of the two sections of bones. A bone with a position is movable. */
export function boneTracksOf({ bones }: Bvmd): { turning: Track[]; movable: Track[] } {
  const { positions } = bones;
  const isMoved = (key: number): boolean =>
    positions[3 * key] !== 0 || positions[3 * key + 1] !== 0 || positions[3 * key + 2] !== 0;
  const turning: Track[] = [];
  const movable: Track[] = [];
  for (const track of tracksOf(bones)) {
    const { name, keys } = track;
    (bones.movable[name] === 1 || keys.some(isMoved) ? movable : turning).push(track);
  }
  return { turning, movable };
}

/** The bytes of a name: its own if they are its text in UTF-8. Those of names from a VMD are CP932. */
export function utf8Of({ text, bytes }: MmdName): Uint8Array {
  return markedText(bytes) === text ? bytes : new TextEncoder().encode(text);
}

/**
 * What decides where everything is in the sections of a file: the bytes of each name and the number of its
 * keys. Two documents of the same shape have each value at the same index. O(keys).
 */
export function shapeOf(bvmd: Bvmd): number[] {
  const { bones, morphs, properties, cameras } = bvmd;
  const { turning, movable } = boneTracksOf(bvmd);
  const lengthOf = (name: MmdName): number => utf8Of(name).length;
  const shapeOfTracks = (names: readonly MmdName[], tracks: readonly Track[]): number[] => [
    tracks.length,
    ...tracks.flatMap(({ name, keys }) => [lengthOf(names[name]), keys.length]),
  ];
  return [
    ...shapeOfTracks(bones.names, turning),
    ...shapeOfTracks(bones.names, movable),
    ...shapeOfTracks(morphs.names, tracksOf(morphs)),
    properties.count,
    properties.names.length,
    ...properties.names.map(lengthOf),
    cameras.count,
  ];
}
