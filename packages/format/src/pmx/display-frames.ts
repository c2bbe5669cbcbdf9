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
  const [boneBytes, morphBytes] = [reader.sizes[BONE_INDEX], reader.sizes[MORPH_INDEX]];
  for (let i = 0; i < count; i++) {
    const what = `elements[${i}]`;
    const type = reader.remaining > 0 ? reader.u8At(reader.offset) : 0;
    const length = type > 1 ? reader.lengthOfUnknown(`element ${type}`, [boneBytes, morphBytes]) : undefined;
    if (length !== undefined) {
      reader.skipUnknown(what, 1 + length, 1);
      continue;
    }
    const isMorph = reader.choice(what, 1);
    const index = reader.index(what, isMorph ? MORPH_INDEX : BONE_INDEX);
    elements.push({ type: isMorph ? 'morph' : 'bone', index });
  }
  return frame;
}

export function writeDisplayFrame(writer: PmxWriter, frame: PmxDisplayFrame): void {
  writeRecord(writer, FRAME_HEAD, frame);
  const skipped = countUnknown(writer, frame);
  writer.count('count', frame.elements.length + skipped);
  while (writer.unknown() > 0);
  frame.elements.forEach(({ type, index }, i) => {
    const what = `elements[${i}]`;
    if (type !== 'bone' && type !== 'morph') writer.refuse(what, `is a ${String(type)}, not a bone or morph`);
    writer.u8(what, type === 'morph' ? 1 : 0);
    writer.index(what, index, type === 'morph' ? MORPH_INDEX : BONE_INDEX);
    while (writer.unknown() > 0);
  });
}

/** How many elements of unknown type stood in the frame, if the file is as it was up to here. */
function countUnknown(writer: PmxWriter, { elements }: PmxDisplayFrame): number {
  const { sizes } = writer.spelling;
  let count = 0;
  let at = writer.offset + 4;
  const skip = (): void => {
    for (let bytes = writer.unknownAt(at); bytes > 0; bytes = writer.unknownAt(at)) {
      count++;
      at += bytes;
    }
  };
  skip();
  for (const { type } of elements) {
    at += 1 + sizes[type === 'morph' ? MORPH_INDEX : BONE_INDEX];
    skip();
  }
  return count;
}
