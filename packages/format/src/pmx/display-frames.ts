import { BONE, MORPH } from './layout.js';
import type { PmxReader } from './pmx-reader.js';
import type { PmxWriter } from './pmx-writer.js';
import type { PmxDisplayElement, PmxDisplayFrame } from './pmx.js';
import { readRecord, type RecordLayout, writeRecord } from './record-layout.js';

const FRAME_HEAD: RecordLayout<Omit<PmxDisplayFrame, 'elements'>> = [
  ['text', ['name', 'nameEn']],
  ['u8', ['special']],
];

export function readDisplayFrame(reader: PmxReader): PmxDisplayFrame {
  const head = readRecord(reader, FRAME_HEAD);
  const elements: PmxDisplayElement[] = [];
  const count = reader.count('elements', 2);
  while (elements.length < count) {
    const what = `elements[${elements.length}]`;
    const isMorph = reader.choice(what, 1);
    const index = reader.index(what, isMorph ? MORPH : BONE);
    elements.push({ type: isMorph ? 'morph' : 'bone', index });
  }
  return { ...head, elements };
}

export function writeDisplayFrame(writer: PmxWriter, frame: PmxDisplayFrame): void {
  writeRecord(writer, FRAME_HEAD, frame);
  writer.u32(frame.elements.length);
  frame.elements.forEach(({ type, index }, i) => {
    const what = `elements[${i}]`;
    if (type !== 'bone' && type !== 'morph') writer.refuse(what, `is a ${String(type)}, not a bone or morph`);
    writer.u8(what, type === 'morph' ? 1 : 0);
    writer.index(what, index, type === 'morph' ? MORPH : BONE);
  });
}
