import { ARRAY_MEMORY } from '../binary/byte-reader.js';
import { readFloats } from '../binary/column-layout.js';
import {
  BODY_INDEX,
  BONE_INDEX,
  MATERIAL_INDEX,
  readRecord,
  type RecordLayout,
  VERTEX_INDEX,
  writeRecord,
} from '../binary/record-layout.js';
import { findVertexList, readVertexList, writeVertexList } from './element-lists.js';
import type { PmxReader } from './pmx-reader.js';
import type { PmxWriter } from './pmx-writer.js';
import type { PmxJoint, PmxRigidBody, PmxSoftBody } from './pmx.js';

export const RIGID_BODY: RecordLayout<PmxRigidBody> = [
  ['text', ['name', 'nameEn']],
  ['index', ['bone'], BONE_INDEX],
  ['u8', ['group'], 15],
  ['u16', ['collisionMask']],
  ['u8', ['shape'], 2],
  ['vector3', ['size', 'position', 'rotation']],
  ['f32', ['mass', 'linearDamping', 'angularDamping', 'restitution', 'friction']],
  ['u8', ['mode'], 2],
];

export const JOINT: RecordLayout<PmxJoint> = [
  ['text', ['name', 'nameEn']],
  ['u8', ['type']],
  ['index', ['bodyA', 'bodyB'], BODY_INDEX],
  ['vector3', ['position', 'rotation', 'linearLower', 'linearUpper', 'angularLower', 'angularUpper']],
  ['vector3', ['linearSpring', 'angularSpring']],
];

type SoftBodyHead = Omit<
  PmxSoftBody,
  'config' | 'cluster' | 'iterations' | 'stiffness' | 'anchors' | 'pinnedVertices'
>;

/** Version 2.1. No file that has one is known; the order is that of the published description of PMX 2.1. */
const SOFT_BODY_HEAD: RecordLayout<SoftBodyHead> = [
  ['text', ['name', 'nameEn']],
  ['u8', ['shape'], 1],
  ['index', ['material'], MATERIAL_INDEX],
  ['u8', ['group'], 15],
  ['u16', ['collisionMask']],
  ['u8', ['flags']],
  ['i32', ['bendingLinkDistance', 'clusterCount']],
  ['f32', ['totalMass', 'collisionMargin']],
  ['i32', ['aeroModel']],
];

const ANCHOR: RecordLayout<PmxSoftBody['anchors'][number]> = [
  ['index', ['rigidBody'], BODY_INDEX],
  ['index', ['vertex'], VERTEX_INDEX],
  ['u8', ['near']],
];

const PINNED = 'pinnedVertices';

export function readSoftBody(reader: PmxReader): PmxSoftBody {
  return {
    ...readRecord(reader, SOFT_BODY_HEAD),
    config: readVector(reader, 'config', 12),
    cluster: readVector(reader, 'cluster', 6),
    iterations: Int32Array.from({ length: 4 }, () => reader.i32('iterations')),
    stiffness: readVector(reader, 'stiffness', 3),
    anchors: readAnchors(reader),
    pinnedVertices: readVertexList(reader, findVertexList(reader, PINNED), PINNED),
  };
}

function readVector(reader: PmxReader, name: string, width: number): Float32Array {
  const starts = Uint32Array.of(reader.take(4 * width, name));
  reader.memory -= ARRAY_MEMORY + 4 * width;
  return readFloats(reader, { list: name, starts, offset: 0, perRecord: width });
}

function readAnchors(reader: PmxReader): PmxSoftBody['anchors'] {
  const anchors: PmxSoftBody['anchors'] = [];
  const count = reader.count('anchors', 3);
  while (anchors.length < count) anchors.push(readRecord(reader, ANCHOR, `anchors[${anchors.length}].`));
  return anchors;
}

export function writeSoftBody(writer: PmxWriter, body: PmxSoftBody): void {
  writeRecord(writer, SOFT_BODY_HEAD, body);
  writer.words(writer.wordsOf('config', body.config, 12), 0, 12);
  writer.words(writer.wordsOf('cluster', body.cluster, 6), 0, 6);
  writer.checkLength('iterations', body.iterations, 4);
  for (let i = 0; i < 4; i++) writer.i32('iterations', body.iterations[i]);
  writer.words(writer.wordsOf('stiffness', body.stiffness, 3), 0, 3);
  writer.count('count', body.anchors.length);
  body.anchors.forEach((anchor, i) => writeRecord(writer, ANCHOR, anchor, `anchors[${i}].`));
  writeVertexList(writer, body.pinnedVertices, PINNED);
}
