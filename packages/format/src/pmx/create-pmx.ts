import type { Pmx, PmxVertices } from './pmx.js';

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
