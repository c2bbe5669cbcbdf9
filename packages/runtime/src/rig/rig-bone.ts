import type { Pmx, PMX_BONE, PmxBone } from '@odori/format';
import { APPEND_LOCAL, APPEND_ROTATION, APPEND_TRANSLATION } from './rig-definition.js';

/** What of a model's bone the solver reads. */
export type RigBone = Pick<
  PmxBone,
  'name' | 'position' | 'parent' | 'layer' | 'flags' | 'append' | 'fixedAxis' | 'ik'
>;

/** What of a model the solver reads: a `Pmx`, or as much of one. MMD's space. */
export interface RigSource {
  readonly bones: readonly RigBone[];
  readonly morphs: Pmx['morphs'];
  readonly fromPmd?: true;
}

/*
 * Of PMX_BONE, whose types pin them. A bundler puts plain numbers in place; of an object it would keep all members.
 */
const LOCAL_APPEND: typeof PMX_BONE.localAppend = 0x0080;
const ROTATION: typeof PMX_BONE.appendRotation = 0x0100;
const TRANSLATION: typeof PMX_BONE.appendTranslation = 0x0200;
const AFTER_PHYSICS: typeof PMX_BONE.afterPhysics = 0x1000;

export function isAfterPhysics({ flags }: RigBone): boolean {
  return (flags & AFTER_PHYSICS) !== 0;
}

/** What a bone appends: an or of the `APPEND_` bits. */
export function appendKind({ flags }: RigBone): number {
  return (
    (flags & ROTATION ? APPEND_ROTATION : 0) |
    (flags & TRANSLATION ? APPEND_TRANSLATION : 0) |
    (flags & LOCAL_APPEND ? APPEND_LOCAL : 0)
  );
}
