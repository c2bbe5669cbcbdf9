/**
 * The buffers of a document, each once, to transfer it to a worker without a copy. The sender loses them.
 * O(document).
 *
 * @example
 * structuredClone(vmd, { transfer: transferables(vmd) }); // as postMessage does
 * vmd.bones.frames.length; // → 0: it belongs to the copy
 */
export function transferables(document: object): ArrayBuffer[] {
  const buffers = new Set<ArrayBuffer>();
  collect(document, buffers);
  return [...buffers];
}

function collect(value: unknown, buffers: Set<ArrayBuffer>): void {
  if (ArrayBuffer.isView(value)) {
    if (value.buffer instanceof ArrayBuffer) buffers.add(value.buffer);
  } else if (typeof value === 'object' && value !== null) {
    for (const entry of Object.values(value)) collect(entry, buffers);
  }
}
