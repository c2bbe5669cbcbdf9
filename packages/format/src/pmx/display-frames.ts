import { BONE, MORPH } from './layout.js';
import type { PmxReader } from './pmx-reader.js';
import type { PmxDisplayElement, PmxDisplayFrame } from './pmx.js';

export function readDisplayFrame(reader: PmxReader): PmxDisplayFrame {
  const name = reader.text('name');
  const nameEn = reader.text('nameEn');
  const special = reader.u8('special');
  const elements: PmxDisplayElement[] = [];
  const leastBytes = 1 + Math.min(reader.sizes[BONE], reader.sizes[MORPH]);
  const count = reader.count('elements', leastBytes);
  while (elements.length < count) {
    const what = `elements[${elements.length}]`;
    const isMorph = reader.choice(what, 1);
    const index = reader.index(isMorph ? MORPH : BONE, what);
    elements.push({ type: isMorph ? 'morph' : 'bone', index });
  }
  return { name, nameEn, special, elements };
}
