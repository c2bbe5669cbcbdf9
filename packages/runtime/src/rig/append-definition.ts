import { finite } from '../checked-number.js';
import { findBoneCycles } from '@odori/format/internal';
import { type BoneOrder, hasBone, parentsFirst } from './bone-order.js';
import {
  APPEND_OWN_TRANSLATION,
  APPEND_ROTATION,
  APPEND_TRANSLATION,
  appendKind,
  isAfterPhysics,
  type RigBone,
  type RigDefinition,
} from './rig-definition.js';

/** What the bones of a skeleton append. */
export type Appends = Pick<
  RigDefinition,
  'appendKinds' | 'appendSources' | 'appendRatios' | 'appendCycles' | 'rotationAppends' | 'translationAppends'
>;

/**
 * Appends as in MMD: of rotations the source's whole rotation, wherever the source stands in the order; of
 * translations the whole translation only of a source that comes earlier and is in the same pass, otherwise
 * the source's own.
 *
 * In a circle of sources, the bone that MMD evaluates first appends no rotation. O(bones).
 *
 * @see Measured on MMD 9.31 with 242 append bones. While it plays, MMD reads a source that comes later as it
 * was one evaluation ago; this is the value that MMD reaches when it is stopped.
 */
export function createAppends(bones: readonly RigBone[], { sorted, ranks }: BoneOrder): Appends {
  const sourceOf = (bone: number): number => bones[bone].append?.parent ?? -1;
  const appendKinds = Uint8Array.from(bones, (bone, i) => {
    const source = sourceOf(i);
    if (!hasBone(bones, source)) return 0;
    const isWhole = ranks[source] < ranks[i] && isAfterPhysics(bones[source]) === isAfterPhysics(bone);
    const kind = appendKind(bone);
    return kind & APPEND_TRANSLATION && !isWhole ? kind | APPEND_OWN_TRANSLATION : kind;
  });
  const rotates = (bone: number): boolean => (appendKinds[bone] & APPEND_ROTATION) !== 0;
  const sources = Int32Array.from(bones, (_, bone) => (rotates(bone) ? sourceOf(bone) : -1));
  const appendCycles = findBoneCycles([...sources].map((parent) => ({ parent }))).map((bone) => {
    let first = bone;
    for (let next = sources[bone]; next !== bone; next = sources[next]) {
      if (ranks[next] < ranks[first]) first = next;
    }
    appendKinds[first] -= APPEND_ROTATION;
    sources[first] = -1;
    return first;
  });
  return {
    appendKinds,
    appendSources: Int32Array.from(appendKinds, (kind, bone) => (kind > 0 ? sourceOf(bone) : -1)),
    appendRatios: Float64Array.from(bones, ({ append }) => finite(append?.ratio ?? 0)),
    appendCycles,
    rotationAppends: Int32Array.from(parentsFirst(sorted.filter(rotates), sources, rotates)),
    translationAppends: Int32Array.from(sorted.filter((bone) => appendKinds[bone] & APPEND_TRANSLATION)),
  };
}
