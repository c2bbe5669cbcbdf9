import { wordsOf } from '../binary/words-of.js';
import { readVertexList } from './elements.js';
import { BODY, MATERIAL, VERTEX } from './layout.js';
import type { PmxReader } from './pmx-reader.js';
import type { PmxSoftBody } from './pmx.js';

/** Version 2.1. No file that has one is known; the order is that of the published description of PMX 2.1. */
export function readSoftBody(reader: PmxReader): PmxSoftBody {
  return {
    name: reader.text('name'),
    nameEn: reader.text('nameEn'),
    shape: reader.u8('shape', 1),
    material: reader.index(MATERIAL, 'material'),
    group: reader.u8('group', 15),
    collisionMask: reader.u16('collisionMask'),
    flags: reader.u8('flags'),
    bendingLinkDistance: reader.i32('bendingLinkDistance'),
    clusterCount: reader.i32('clusterCount'),
    totalMass: reader.f32('totalMass'),
    collisionMargin: reader.f32('collisionMargin'),
    aeroModel: reader.i32('aeroModel'),
    config: readFloats(reader, 'config', 12),
    cluster: readFloats(reader, 'cluster', 6),
    iterations: readIterations(reader),
    stiffness: readFloats(reader, 'stiffness', 3),
    anchors: readAnchors(reader),
    pinnedVertices: readVertexList(reader, 'pinnedVertices'),
  };
}

function readFloats(reader: PmxReader, what: string, length: number): Float32Array {
  const column = new Float32Array(length);
  const at = reader.take(column.byteLength, what);
  if (!reader.gatherWords(at, column.byteLength, length, wordsOf(column))) {
    reader.warn('not-finite', what, 'are not finite', at);
  }
  return column;
}

function readIterations(reader: PmxReader): Int32Array {
  return Int32Array.from({ length: 4 }, () => reader.i32('iterations'));
}

function readAnchors(reader: PmxReader): PmxSoftBody['anchors'] {
  const anchors: PmxSoftBody['anchors'] = [];
  const count = reader.count('anchors', reader.sizes[BODY] + reader.sizes[VERTEX] + 1);
  while (anchors.length < count) {
    anchors.push({
      rigidBody: reader.index(BODY, 'anchors'),
      vertex: reader.index(VERTEX, 'anchors'),
      near: reader.u8('anchors'),
    });
  }
  return anchors;
}
