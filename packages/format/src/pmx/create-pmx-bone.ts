import { PMX_BONE, type PmxBone } from './pmx.js';

/**
 * A bone, complete: without a parent, in layer 0, its tail where it is, unless given.
 *
 * Without `flags` it can be seen, used and turned. The bits of the optional members follow
 * from what is given in any case, except that an `append` is of the rotation if `flags` do not say otherwise.
 *
 * @example
 * createPmxBone({ name: '頭', position: [0, 17, 0], parent: 3 }).flags; // → 26: rotatable, visible, enabled
 */
export function createPmxBone(bone: Partial<PmxBone> = {}): PmxBone {
  const { rotatable, visible, enabled, appendRotation, appendTranslation } = PMX_BONE;
  const { flags = rotatable | visible | enabled } = bone;
  const appendBits = flags & (appendRotation | appendTranslation) || appendRotation;
  const members =
    (typeof bone.tail === 'number' ? PMX_BONE.tailIsBone : 0) |
    (bone.append ? appendBits : 0) |
    (bone.fixedAxis ? PMX_BONE.fixedAxis : 0) |
    (bone.localAxes ? PMX_BONE.localAxes : 0) |
    (bone.externalParentKey === undefined ? 0 : PMX_BONE.externalParent) |
    (bone.ik ? PMX_BONE.ik : 0);
  return {
    name: '',
    nameEn: '',
    position: [0, 0, 0],
    parent: -1,
    layer: 0,
    tail: [0, 0, 0],
    ...bone,
    flags: (flags & ~MEMBER_BITS) | members,
  };
}

/** They say whether an optional member is there. */
const MEMBER_BITS =
  PMX_BONE.tailIsBone |
  PMX_BONE.ik |
  PMX_BONE.appendRotation |
  PMX_BONE.appendTranslation |
  PMX_BONE.fixedAxis |
  PMX_BONE.localAxes |
  PMX_BONE.externalParent;
