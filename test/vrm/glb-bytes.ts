/** A GLB file with these chunks. `json`: an object, or a text as it is. */
export function glbBytes(json: unknown, bin?: Uint8Array): Uint8Array {
  const text = new TextEncoder().encode(typeof json === 'string' ? json : JSON.stringify(json));
  const chunks = [chunk(0x4e4f534a, text, 0x20), ...(bin ? [chunk(0x004e4942, bin, 0)] : [])];
  const length = 12 + chunks.reduce((sum, { length: each }) => sum + each, 0);
  const bytes = new Uint8Array(length);
  const view = new DataView(bytes.buffer);
  [0x46546c67, 2, length].forEach((value, i) => view.setUint32(4 * i, value, true));
  let offset = 12;
  for (const each of chunks) {
    bytes.set(each, offset);
    offset += each.length;
  }
  return bytes;
}

function chunk(type: number, data: Uint8Array, filler: number): Uint8Array {
  const length = 4 * Math.ceil(data.length / 4);
  const bytes = new Uint8Array(8 + length).fill(filler, 8);
  const view = new DataView(bytes.buffer);
  view.setUint32(0, length, true);
  view.setUint32(4, type, true);
  bytes.set(data, 8);
  return bytes;
}
