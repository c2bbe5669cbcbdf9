import { emptyKeys } from './empty-keys.js';
import { reportFrames } from '../columns/key-order.js';
import { readColumns, type RecordRange } from './record-fields.js';
import type { VmdLights, VmdSelfShadows } from './vmd.js';

/** Reads keys of which a file has nothing but the columns: of light and self shadow. */
export function readPlainKeys<K extends VmdLights | VmdSelfShadows>(range: RecordRange<K>): K {
  const keys = readColumns(range, emptyKeys(range.layout, range.count));
  reportFrames(range, keys);
  return keys;
}
