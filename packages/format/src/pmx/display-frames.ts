import { BONE, MORPH } from './layout.js';
import type { PmxReader } from './pmx-reader.js';
import type { PmxDisplayElement, PmxDisplayFrame } from './pmx.js';
import { readRecord, type RecordLayout } from './record-layout.js';

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
