import type { FieldReader } from './field-reader.js';
import type { FieldWriter } from './field-writer.js';
import { IK_BYTES, LINK_BYTES } from './layout.js';
import type { PmdIk } from './pmd.js';

/** Reads the IK list. */
export function readIks(fields: FieldReader, boneCount: number): PmdIk[] {
  const section = 'iks';
  const count = fields.count(section, 2);
  const iks: PmdIk[] = [];
  for (let i = 0; i < count; i++) {
    fields.claim(section, IK_BYTES, i);
    iks.push(readIk(fields, i, boneCount));
  }
  return iks;
}

function readIk(fields: FieldReader, i: number, boneCount: number): PmdIk {
  const target = fields.index16();
  fields.checkIndex(target, boneCount, 'target', fields.at - 2);
  const effector = fields.index16();
  fields.checkIndex(effector, boneCount, 'effector', fields.at - 2);
  const linkCount = fields.u8();
  const iterations = fields.u16();
  const limit = fields.f32('limit');
  fields.claim('iks', linkCount * LINK_BYTES, i);
  const links = new Uint16Array(linkCount);
  for (let link = 0; link < linkCount; link++) {
    links[link] = fields.u16();
    fields.checkIndex(links[link], boneCount, `links[${link}]`, fields.at - LINK_BYTES);
  }
  return { target, effector, iterations, limit, links };
}

/** Writes the IK list. */
export function writeIks(fields: FieldWriter, iks: readonly PmdIk[]): void {
  fields.count('iks', iks.length, 2);
  for (const { target, effector, iterations, limit, links } of iks) {
    fields.u16(target);
    fields.u16(effector);
    fields.u8(links.length);
    fields.u16(iterations);
    fields.f32(limit);
    for (const link of links) fields.u16(link);
  }
}
