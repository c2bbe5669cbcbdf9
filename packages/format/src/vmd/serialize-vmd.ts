import { ByteReader } from '../binary/byte-reader.js';
import { ByteWriter } from '../binary/byte-writer.js';
import { sameBytes } from '../binary/bytes.js';
import { WarningList } from '../errors.js';
import type { OnWarning } from '../text/name.js';
import { readBones, writeBones } from './bone-keys.js';
import { readCameras, writeCameras } from './camera-keys.js';
import { checkVmd, type Vmd } from './vmd.js';
import type { Records, RecordTarget } from './columns.js';
import { writeHeader } from './header.js';
import { COUNT_BYTES } from './layout.js';
import { reportLosses } from './losses.js';
import { readMorphs, writeLights, writeMorphs, writeSelfShadows } from './plain-keys.js';
import { readProperties, writeProperties } from './property-keys.js';
import { fileOrder, type FilePlan, planFile, type SectionPlace } from './sections.js';
import type { OddRecords, SpelledKeys } from './source.js';

/** Options of {@link serializeVmd}. @inline */
export interface SerializeVmdOptions {
  /** The version to write. */
  version?: 1 | 2; // the document's
  /**
   * Called for each name that is truncated or not encodable in CP932, and for all else that the file cannot
   * hold.
   */
  onWarning?: OnWarning;
}

/**
 * Writes a VMD motion file.
 *
 * A parsed document gives the bytes that it came from; a key that was edited is written anew, the rest stays.
 * A document from `createVmd` is written as MMD 9 does it: frame-0 keys first, zero padding, all six counts.
 * Odd values are written as they are. O(keys).
 *
 * @throws RangeError if a column is shorter than the document's count says or of another kind, or if an index
 * is out of range.
 * @example
 * serializeVmd(parseVmd(bytes)); // → the same bytes
 * serializeVmd(vmd, { onWarning: (warning) => console.log(warning.message) });
 * // logs: name "スカート上着制服裾" (18 bytes) is truncated to 15 bytes: "スカート上着制"
 */
export function serializeVmd(vmd: Vmd, options: SerializeVmdOptions = {}): Uint8Array<ArrayBuffer> {
  const { version = vmd.version, onWarning } = options;
  if (version !== 1 && version !== 2) throw new RangeError(`version must be 1 or 2, not ${String(version)}`);
  checkVmd(vmd);
  const plan = planFile(vmd, version);
  if (onWarning) reportLosses(vmd, plan, onWarning);
  const writer = new ByteWriter(plan.byteLength);
  writeHeader(writer, vmd, version);
  writeSections(writer, vmd, plan);
  writer.seek(plan.byteLength - plan.trailing.length);
  writer.raw(plan.trailing);
  return writer.bytes;
}

function writeSections(writer: ByteWriter, vmd: Vmd, { places, spelling }: FilePlan): void {
  const begin = <F extends string>(place: SectionPlace<F>): RecordTarget<F> => {
    writer.seek(place.starts[0] - COUNT_BYTES);
    writer.u32(place.declaredCount);
    return { ...place, writer };
  };
  const { bones, morphs, cameras, lights, selfShadows, properties } = places;
  if (bones) writeSpelled(begin(bones), vmd.bones, spelling.bones, readBones, writeBones);
  if (morphs) writeSpelled(begin(morphs), vmd.morphs, spelling.morphs, readMorphs, writeMorphs);
  if (cameras) writeSpelled(begin(cameras), vmd.cameras, spelling.cameras, readCameras, writeCameras);
  if (lights) writeLights(begin(lights), vmd.lights);
  if (selfShadows) writeSelfShadows(begin(selfShadows), vmd.selfShadows);
  if (properties)
    writeSpelled(begin(properties), vmd.properties, spelling.properties, readProperties, writeProperties);
}

/**
 * Writes a section, then puts back the records that the parsed file spelled otherwise.
 *
 * Each of these is read and written plainly. If that gives what now stands in its place, the key was not
 * edited, and the raw record says the same.
 */
function writeSpelled<F extends string, K, S extends { readonly odd: OddRecords }>(
  target: RecordTarget<F>,
  keys: K,
  spelling: S,
  read: (records: Records<F>) => SpelledKeys<K, S>,
  write: (target: RecordTarget<F>, keys: K, spelling: S) => void,
): void {
  write(target, keys, spelling);
  const { indices, starts, bytes } = spelling.odd;
  if (indices.length === 0) return;
  const count = indices.length;
  const place = { layout: target.layout, starts };
  const odd = {
    ...place,
    reader: new ByteReader(bytes),
    warnings: new WarningList(),
    count,
    isLossless: false,
  };
  const plain = { ...place, writer: new ByteWriter(bytes.length), order: fileOrder(count) };
  write(plain, read(odd).keys, spelling);
  indices.forEach((key, i) => {
    if (key >= target.order.length) return;
    const [from, to] = [starts[i], starts[i + 1]];
    const at = target.starts[key];
    const written = target.writer.bytes.subarray(at, target.starts[key + 1]);
    if (sameBytes(plain.writer.bytes.subarray(from, to), written))
      target.writer.bytes.set(bytes.subarray(from, to), at);
  });
}
