import { BONE, type FieldReader } from './field-reader.js';
import type { FieldWriter } from './field-writer.js';
import { IK_BYTES, LINK_BYTES } from './layout.js';
import type { PmdIk } from './pmd.js';

/** Reads the IK list. */
export function readIks(reader: FieldReader): PmdIk[] {
  const section = 'iks';
  const count = reader.count(section, 2, IK_BYTES);
  return Array.from({ length: count }, (_, i) => {
    reader.enter(section, `[${i}]`);
    const bone = reader.i16('bone', BONE);
    const effector = reader.i16('effector', BONE);
    const linkCount = reader.u8();
    const loopCount = reader.u16();
    const limitAngle = reader.f32('limitAngle');
    const links = Uint16Array.from({ length: linkCount }, (_unused, link) =>
      reader.i16(`links[${link}]`, BONE),
    );
    return { bone, effector, loopCount, limitAngle, links };
  });
}

/** Writes the IK list. */
export function writeIks(writer: FieldWriter, iks: readonly PmdIk[]): void {
  writer.count('iks', iks.length, 2);
  iks.forEach(({ bone, effector, loopCount, limitAngle, links }, i) => {
    writer.part = `[${i}]`;
    writer.i16(bone);
    writer.i16(effector);
    writer.u8(links.length);
    writer.u16(loopCount);
    writer.f32(limitAngle);
    for (const link of links) writer.u16(link);
  });
}

/** Of the whole list, without its count. */
export function ikBytes(iks: readonly PmdIk[]): number {
  return iks.reduce((sum, { links }) => sum + IK_BYTES + LINK_BYTES * links.length, 0);
}
