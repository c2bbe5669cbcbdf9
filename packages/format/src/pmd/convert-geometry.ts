import { BDEF1, BDEF2, type PmxVertices } from '../pmx/pmx.js';
import type { Pmd } from './pmd.js';

/** The vertices of a PMD; one that follows a bone which is not there follows the first. */
export function convertVertices({ vertices, bones }: Pmd): PmxVertices {
  const { count } = vertices;
  const result: PmxVertices = {
    count,
    positions: vertices.positions.slice(),
    normals: vertices.normals.slice(),
    uvs: vertices.uvs.slice(),
    additionalUvCount: 0,
    additionalUvs: new Float32Array(0),
    weightTypes: new Uint8Array(count),
    boneIndices: new Int32Array(4 * count),
    boneWeights: new Float32Array(4 * count),
    sdefVertices: new Uint32Array(0),
    sdefVectors: new Float32Array(0),
    edgeScales: new Float32Array(count),
  };
  const soundBone = (i: number): number => {
    const bone = vertices.boneIndices[i];
    return bone < bones.length ? bone : Math.min(0, bones.length - 1);
  };
  for (let i = 0; i < count; i++) {
    result.edgeScales[i] = vertices.edgeFlags[i] === 0 ? 1 : 0;
    const weight = Math.min(100, vertices.weights[i]) / 100;
    setWeights(result, i, soundBone(2 * i), soundBone(2 * i + 1), weight);
  }
  return result;
}

function setWeights(
  { weightTypes, boneIndices, boneWeights }: PmxVertices,
  i: number,
  first: number,
  second: number,
  weight: number,
): void {
  const isShared = weight > 0 && weight < 1;
  weightTypes[i] = isShared ? BDEF2 : BDEF1;
  boneIndices[4 * i] = weight > 0 ? first : second;
  boneWeights[4 * i] = isShared ? weight : 1;
  if (!isShared) return;
  boneIndices[4 * i + 1] = second;
  boneWeights[4 * i + 1] = 1 - boneWeights[4 * i];
}

/** The triangles; what points at no vertex points at the first. Without vertices there are none. */
export function convertIndices({ indices, vertices: { count } }: Pmd): Uint32Array {
  return new Uint32Array(count > 0 ? indices : []).map((vertex) => (vertex < count ? vertex : 0));
}
