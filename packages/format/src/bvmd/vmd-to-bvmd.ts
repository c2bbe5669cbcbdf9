import type { FormatWarning } from '../errors.js';
import type { MmdName, OnWarning } from '../text/name.js';
import { emptyBones, emptyMorphs, emptyProperties, type Vmd, type VmdProperties } from '../vmd/vmd.js';
import { type Bvmd, type BvmdBones, type BvmdCameras, emptyBvmd, emptyBvmdCameras } from './bvmd.js';
import { endsInCharacter, markedName } from './cut-name.js';
import { MAX_SWITCHES } from './ik-states.js';

/** Options of {@link vmdToBvmd}. @inline */
export interface VmdToBvmdOptions {
  /**
   * Called for each kind of key that a BVMD cannot hold, and for names that a VMD has cut inside a character.
   */
  onWarning?: OnWarning; // none
}

/**
 * Converts a VMD document to a BVMD document of version 3.0. The keys are sorted by name, then by frame. Of
 * several keys of a track at one frame, the last stays.
 *
 * Names with the same text become one track, unless one of them is cut. A BVMD has no light, self shadow,
 * orthographic cameras and model name. `source` is not converted either. Of names that are cut inside a
 * character, U+FFFD replaces the first half of it, so that they still fit their bones. O(keys · log keys).
 *
 * @example
 * vmdToBvmd(vmd, { onWarning: ({ message }) => console.warn(message) });
 * // warns: 3 keys of light are left out: a BVMD cannot store them
 */
export function vmdToBvmd(vmd: Vmd, options: VmdToBvmdOptions = {}): Bvmd {
  reportLosses(vmd, options.onWarning ?? (() => undefined));
  return {
    ...emptyBvmd([3, 0, 0]),
    bones: bonesOf(vmd.bones),
    morphs: morphsOf(vmd.morphs),
    cameras: camerasOf(vmd.cameras),
    properties: propertiesOf(vmd.properties),
  };
}

type NamedKeys = Pick<Vmd['morphs'], 'count' | 'names' | 'nameIndex' | 'frames'>;

interface Keys {
  readonly count: number;
  readonly frames: Uint32Array;
}

function bonesOf(bones: Vmd['bones']): BvmdBones {
  const { names, nameIndex, order } = sortTracks(bones);
  const sorted = emptyBones(order.length);
  const movable = new Uint8Array(names.length);
  order.forEach((key, i) => {
    const position = bones.positions.subarray(3 * key, 3 * key + 3);
    if (position.some((value) => value !== 0)) movable[nameIndex[i]] = 1;
  });
  copyKeys(bones, sorted, { frames: 1, positions: 3, rotations: 4, curves: 16, physics: 1 }, order);
  return { ...sorted, names, nameIndex, movable };
}

function morphsOf(morphs: Vmd['morphs']): Bvmd['morphs'] {
  const { names, nameIndex, order } = sortTracks(morphs);
  const sorted = emptyMorphs(order.length);
  copyKeys(morphs, sorted, { frames: 1, weights: 1 }, order);
  return { ...sorted, names, nameIndex };
}

function camerasOf(cameras: Vmd['cameras']): BvmdCameras {
  const order = sortKeys(cameras, allKeys(cameras.count));
  const sorted = emptyBvmdCameras(order.length);
  copyKeys(cameras, sorted, { frames: 1, distances: 1, targets: 3, rotations: 3, curves: 24 }, order);
  sorted.fovs.set(order.map((key) => cameras.fovs[key]));
  return sorted;
}

/**
 * Several keys at one frame become one: the last visibility, and the last state of each switch. Every key has
 * all switches, as in a file, unless they were too many.
 */
function propertiesOf(properties: VmdProperties): VmdProperties {
  const { count, frames, ikStarts, ikNameIndex, ikEnabled } = properties;
  const { names, indexOf } = joinNames(properties.names);
  const hasAll = count * names.length <= MAX_SWITCHES;
  const order = allKeys(count).sort((a, b) => frames[a] - frames[b]); // stable
  const kept: number[] = [];
  const starts = [0];
  const switches: (readonly [name: number, enabled: number])[] = [];
  const state = new Map(hasAll ? names.map((_, name) => [name, 1]) : []);
  order.forEach((key, i) => {
    for (let at = ikStarts[key]; at < ikStarts[key + 1]; at++)
      state.set(indexOf[ikNameIndex[at]], ikEnabled[at]);
    if (frames[order[i + 1]] === frames[key]) return;
    kept.push(key);
    for (const entry of state) switches.push(entry);
    starts.push(switches.length);
    if (!hasAll) state.clear();
  });
  const sorted = emptyProperties(kept.length, 0);
  copyKeys(properties, sorted, { frames: 1, visible: 1 }, kept);
  return {
    ...sorted,
    names,
    ikStarts: Uint32Array.from(starts),
    ikNameIndex: Uint32Array.from(switches, ([name]) => name),
    ikEnabled: Uint8Array.from(switches, ([, enabled]) => enabled),
  };
}

/**
 * Joins names with the same text: in a BVMD, the text identifies a name. A cut name is another one than a
 * whole one.
 */
function joinNames(names: readonly MmdName[]): { names: MmdName[]; indexOf: number[] } {
  const marked = names.map((name) => markedName(name.text, endsInCharacter(name)));
  const keys = marked.map(({ text, bytes }) => `${bytes.length} ${text}`); // the mark makes a name longer
  const byKey = new Map(keys.map((key, i) => [key, marked[i]]));
  const indices = new Map([...byKey.keys()].map((key, i) => [key, i]));
  return { names: [...byKey.values()], indexOf: keys.map((key) => indices.get(key)!) };
}

/** The keys that stay, in the order of tracks and frames, and the track of each. */
function sortTracks(section: NamedKeys): { names: MmdName[]; nameIndex: Uint32Array; order: number[] } {
  const { names, indexOf } = joinNames(section.names);
  const tracks = names.map(() => [] as number[]);
  for (let key = 0; key < section.count; key++) tracks[indexOf[section.nameIndex[key]]].push(key);
  const sorted = tracks.map((keys) => sortKeys(section, keys));
  const used = sorted.flatMap((keys, track) => (keys.length > 0 ? [track] : []));
  return {
    names: used.map((track) => names[track]),
    nameIndex: Uint32Array.from(used.flatMap((track, name) => sorted[track].map(() => name))),
    order: used.flatMap((track) => sorted[track]),
  };
}

/** Sorts keys by frame. Of several keys at one frame, only the last stays. */
function sortKeys({ frames }: Keys, keys: number[]): number[] {
  const sorted = [...keys].sort((a, b) => frames[a] - frames[b]); // stable
  return sorted.filter((key, i) => i + 1 === sorted.length || frames[sorted[i + 1]] !== frames[key]);
}

function allKeys(count: number): number[] {
  return Array.from({ length: count }, (_, key) => key);
}

type Column = Float32Array | Uint32Array | Uint8Array;

/** Copies the keys in `order`. `perKey`: the numbers per key of each column. */
function copyKeys(
  from: object,
  to: object,
  perKey: Readonly<Record<string, number>>,
  order: readonly number[],
): void {
  for (const [name, size] of Object.entries(perKey)) {
    const source = Reflect.get(from, name) as Column;
    const target = Reflect.get(to, name) as Column;
    order.forEach((key, i) => target.set(source.subarray(size * key, size * (key + 1)), size * i));
  }
}

function reportLosses(vmd: Vmd, onWarning: OnWarning): void {
  const { bones, morphs, properties, lights, selfShadows, cameras } = vmd;
  const report = (section: string, count: number, one: string, several: string): void => {
    if (count === 0) return;
    const message = `${count} ${count === 1 ? one : several}: a BVMD cannot store ${count === 1 ? 'it' : 'them'}`;
    const warning: FormatWarning = { code: 'not-expressible', section, count, offset: 0, message };
    onWarning(warning);
  };
  report('light keys', lights.count, 'key of light is left out', 'keys of light are left out');
  const [shadow, shadows] = ['key of self shadow is left out', 'keys of self shadow are left out'];
  report('self shadow keys', selfShadows.count, shadow, shadows);
  const flat = cameras.perspective.subarray(0, cameras.count).filter((on) => on === 0).length;
  const become = 'orthographic camera keys become perspective';
  report('camera keys', flat, 'orthographic camera key becomes perspective', become);
  reportCutNames('bone keys', bones.names, onWarning);
  reportCutNames('morph keys', morphs.names, onWarning);
  reportCutNames('property keys', properties.names, onWarning);
}

function reportCutNames(section: string, names: readonly MmdName[], onWarning: OnWarning): void {
  const cut = names.filter(endsInCharacter);
  const count = cut.length;
  if (count === 0) return;
  const subject = count === 1 ? '1 name ends' : `${count} names end`;
  const message = `${subject} inside a character, such as ${JSON.stringify(cut[0].text)}: U+FFFD replaces its first half`;
  onWarning({ code: 'name-truncated', section, count, offset: 0, message });
}
