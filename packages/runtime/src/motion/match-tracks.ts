import { createBoneTrack } from './create-tracks.js';
import { joinKeys, sortKeys } from './keys.js';
import { type FoundNames, ModelNames, type NameHelp, type NameRule } from './model-names.js';
import type { BoneTrack, MorphTrack, PropertyTrack } from './tracks.js';

/** Options of {@link matchTracks} and of all that binds a motion. @inline */
export interface NameOptions {
  /**
   * How names find bones: `'mmd'` as in MMD; `'help'` also where MMD finds no bone, but only one fits: see
   * {@link HelpedName}.
   */
  names?: NameRule; // 'help'
}

/** A name of a motion that moves a bone of another name, which MMD leaves at rest. */
export interface HelpedName {
  /** In the motion. */
  readonly name: string;
  /** In the model. */
  readonly target: string;
  /**
   * `truncated`: the model's name begins with the name, which fills its field; `not-cp932`: the name has `?`
   * or a NUL for characters that CP932 lacks; `encoding`: the names of the file are UTF-8 or GBK.
   */
  readonly help: NameHelp;
}

/** A name of a motion that several names of a model fit equally well: it moves none. */
export interface AmbiguousName {
  /** In the motion. */
  readonly name: string;
  /** In the model. */
  readonly targets: readonly string[];
}

/** How the names of a motion fit those of a model. */
export interface NameMatch {
  /** Names of the motion that move nothing, in its order. */
  readonly missing: readonly string[];
  readonly helped: readonly HelpedName[];
  /** They are among the missing ones, too. */
  readonly ambiguous: readonly AmbiguousName[];
}

/** The result of {@link matchTracks}. */
export interface TrackMatch<T> extends NameMatch {
  /** The track that moves each bone or morph; undefined if none does. */
  readonly tracks: readonly (T | undefined)[];
}

/**
 * The tracks that move the bones or the morphs of a model, by MMD's rule: the bytes of a name in a VMD are
 * all bytes of a name of the model in CP932, and of several such bones the first moves. Where no bone has
 * the name, one is helped to its track if it is the only one that fits. Several tracks of one bone are
 * joined. O(tracks + names).
 *
 * @see MMD 9.31, measured.
 * @example
 * const file = serializeVmd(createVmd({ bones: [{ name: 'スカート上着制服裾', frame: 0 }] }));
 * const motion = Motion.from(parseVmd(file)); // whose names have 15 bytes
 * const { tracks, helped } = matchTracks(motion.bones, ['頭', 'スカート上着制服裾']);
 * tracks.length; // → 2: the one of 頭 is undefined
 * helped;
 * // → [{ name: 'スカート上着制', target: 'スカート上着制服裾', help: 'truncated' }]
 */
export function matchTracks<T extends BoneTrack | MorphTrack>(
  tracks: ReadonlyMap<string, T>,
  names: readonly string[],
  { names: rule = 'help' }: NameOptions = {},
): TrackMatch<T> {
  const model = ModelNames.of(names);
  const all = [...tracks.values()];
  const { targets, ...match } = matchNames([...tracks.keys()], names, (i) => model.find(all[i].name, rule));
  const drivers = names.map((): T[] => []);
  targets.forEach((indices, i) => indices.forEach((index) => drivers[index].push(all[i])));
  return { ...match, tracks: drivers.map((own) => (own.length > 1 ? joined(own) : own.at(0))) };
}

/** The result of {@link matchSwitches}. */
interface SwitchMatch extends NameMatch {
  /** Per IK bone, the index of its switch among those of the track, −1 if it has none. */
  readonly switches: readonly number[];
}

/** The switches of a model's IK bones. The first switch of a bone counts. O(switches + IK bones). */
export function matchSwitches(
  { ikNames, ikFields }: Pick<PropertyTrack, 'ikNames' | 'ikFields'>,
  ikBones: readonly string[],
  { names: rule = 'help' }: NameOptions = {},
): SwitchMatch {
  const model = ModelNames.of(ikBones);
  const { targets, ...match } = matchNames(ikNames, ikBones, (i) => model.findIk(ikFields[i], rule));
  const switches = ikBones.map(() => -1);
  targets.forEach(([bone = -1], i) => {
    if (switches[bone] === -1) switches[bone] = i;
  });
  return { ...match, switches };
}

interface Matched extends NameMatch {
  /** Per name of the motion, the names of the model that it moves. */
  readonly targets: readonly (readonly number[])[];
}

function matchNames(
  keys: readonly string[],
  names: readonly string[],
  find: (index: number) => FoundNames,
): Matched {
  const found = keys.map((_, i) => find(i));
  const isAmbiguous = ({ targets, help }: FoundNames): boolean => help !== undefined && targets.length > 1;
  const targets = found.map((each) => (isAmbiguous(each) ? [] : each.targets));
  return {
    targets,
    missing: keys.filter((_, i) => targets[i].length === 0),
    helped: found.flatMap(({ help }, i) =>
      help === undefined || targets[i].length === 0
        ? []
        : [{ name: keys[i], target: names[targets[i][0]], help }],
    ),
    ambiguous: found.flatMap((each, i) =>
      isAmbiguous(each) ? [{ name: keys[i], targets: each.targets.map((target) => names[target]) }] : [],
    ),
  };
}

/** Several tracks of one bone or morph as one; of keyframes at one frame, that of the last track counts. */
function joined<T extends BoneTrack | MorphTrack>(tracks: readonly T[]): T {
  const { keys } = sortKeys(joinKeys(tracks));
  return 'rotations' in keys ? { ...keys, ...createBoneTrack(keys) } : keys;
}
