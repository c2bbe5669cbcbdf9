import { type Pmx, PMX_BONE, type PmxBone, type PmxVertices } from './pmx.js';

/**
 * A new PMX model of version 2, empty but for what is given.
 *
 * What is given becomes part of the document; nothing is copied.
 *
 * @example
 * const pmx = createPmx({ name: '棒', bones: [createPmxBone({ name: 'センター', position: [0, 8, 0] })] });
 * serializePmx(pmx).length; // → 118
 */
export function createPmx(content: Partial<Pmx> = {}): Pmx {
  return {
    format: 'pmx',
    version: 2,
    encoding: 'utf-16le',
    name: '',
    nameEn: '',
    comment: '',
    commentEn: '',
    vertices: emptyVertices(),
    indices: new Uint32Array(0),
    textures: [],
    materials: [],
    bones: [],
    morphs: [],
    displayFrames: [],
    rigidBodies: [],
    joints: [],
    softBodies: [],
    trailing: new Uint8Array(0),
    warnings: [],
    ...content,
  };
}

function emptyVertices(): PmxVertices {
  return {
    count: 0,
    positions: new Float32Array(0),
    normals: new Float32Array(0),
    uvs: new Float32Array(0),
    additionalUvCount: 0,
    additionalUvs: new Float32Array(0),
    weightTypes: new Uint8Array(0),
    boneIndices: new Int32Array(0),
    boneWeights: new Float32Array(0),
    sdefVertices: new Uint32Array(0),
    sdefVectors: new Float32Array(0),
    edgeScales: new Float32Array(0),
  };
}

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
