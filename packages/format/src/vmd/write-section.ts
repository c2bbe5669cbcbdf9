import { ByteReader } from '../binary/byte-reader.js';
import { ByteWriter } from '../binary/byte-writer.js';
import { sameBytes } from '../binary/bytes.js';
import { WarningList } from '../errors.js';
import { recordStart, type RecordTarget } from './record-fields.js';
import type { SectionPlan } from './section-plan.js';
import type { OddRecords } from './vmd-source.js';

/** Bytes of a section's records, without its count. */
export function sectionBytes(plan: SectionPlan): number {
  return plan.starts ? plan.starts[plan.count] : plan.count * plan.layout.recordBytes;
}

/** Where the records of a section go: `order` says which key each holds. */
export function sectionTarget(
  writer: ByteWriter,
  at: number,
  plan: SectionPlan,
  order: Uint32Array,
): RecordTarget {
  const { layout, starts } = plan;
  if (!starts) return { writer, at, layout, order };
  const inOrder = [at];
  for (const key of order) inOrder.push(inOrder.at(-1)! + starts[key + 1] - starts[key]);
  return { writer, at, layout, starts: inOrder, order };
}

/** Writes the records of a section, and leaves the writer behind them. */
export function writeSection(target: RecordTarget, plan: SectionPlan): void {
  plan.write(target);
  if (plan.odd && plan.odd.indices.length > 0) restoreOddRecords(target, plan, plan.odd);
  target.writer.seek(target.at + sectionBytes(plan));
}

/**
 * Puts back the records that the parsed file spelled otherwise.
 *
 * Each is read and written plainly: if that is what now stands in its place, the key was not edited and the raw
 * record says the same.
 */
function restoreOddRecords(target: RecordTarget, plan: SectionPlan, odd: OddRecords): void {
  const { writer } = target;
  const plainly = plainCopies(plan, odd);
  odd.indices.forEach((key, i) => {
    if (key >= plan.count) return;
    const at = recordStart(target, key);
    const copy = plainly.subarray(odd.starts[i], odd.starts[i + 1]);
    if (!sameBytes(copy, writer.bytes.subarray(at, recordStart(target, key + 1)))) return;
    writer.bytes.set(odd.bytes.subarray(odd.starts[i], odd.starts[i + 1]), at);
  });
}

function plainCopies(plan: SectionPlan, odd: OddRecords): Uint8Array {
  const { layout } = plan;
  const count = odd.indices.length;
  const starts = plan.starts ? { starts: Array.from(odd.starts) } : {};
  const place = { at: 0, layout, count, ...starts };
  const writer = new ByteWriter(odd.bytes.length);
  const reader = new ByteReader(odd.bytes);
  plan.rewrite!(
    { ...place, reader, warnings: new WarningList() },
    { ...place, writer, order: fileOrder(count) },
  );
  return writer.bytes;
}

/** Keys as they stand. */
export function fileOrder(count: number): Uint32Array {
  return Uint32Array.from({ length: count }, (_, i) => i);
}

/** Keys of frame 0 first, as MMD writes them; else as they stand. */
export function firstKeysFirst(frames: Uint32Array): Uint32Array {
  const order = fileOrder(frames.length);
  const isFirst = (key: number): boolean => frames[key] === 0;
  return Uint32Array.from([...order.filter(isFirst), ...order.filter((key) => !isFirst(key))]);
}
