import {
  BONE_INDEX,
  MORPH_INDEX,
  readRecord,
  type RecordLayout,
  writeRecord,
} from '../binary/record-layout.js';
import type { PmxReader } from './pmx-reader.js';
import type { PmxWriter } from './pmx-writer.js';
import type { PmxDisplayElement, PmxDisplayFrame } from './pmx.js';

const FRAME_HEAD: RecordLayout<Omit<PmxDisplayFrame, 'elements'>> = [
  ['text', ['name', 'nameEn']],
  ['u8', ['special']],
];

export function readDisplayFrame(reader: PmxReader): PmxDisplayFrame {
  const frame = readRecord(reader, FRAME_HEAD) as PmxDisplayFrame;
  const elements: PmxDisplayElement[] = (frame.elements = []);
  const count = reader.count('elements', 2);
  while (elements.length < count) {
    const what = `elements[${elements.length}]`;
    const isMorph = reader.choice(what, 1);
    const index = reader.index(what, isMorph ? MORPH_INDEX : BONE_INDEX);
    elements.push({ type: isMorph ? 'morph' : 'bone', index });
  }
  return frame;
}

export function writeDisplayFrame(writer: PmxWriter, frame: PmxDisplayFrame): void {
  writeRecord(writer, FRAME_HEAD, frame);
  writer.count('count', frame.elements.length);
  frame.elements.forEach(({ type, index }, i) => {
    const what = `elements[${i}]`;
    if (type !== 'bone' && type !== 'morph') writer.refuse(what, `is a ${String(type)}, not a bone or morph`);
    writer.u8(what, type === 'morph' ? 1 : 0);
    writer.index(what, index, type === 'morph' ? MORPH_INDEX : BONE_INDEX);
  });
}
