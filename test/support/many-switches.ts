import { createVmd, parseVmd, serializeVmd, type Vmd } from '@odori/format';

const HEADER_BYTES = 30 + 20;

/**
 * A VMD of 0.9 MB whose first property key switches 30,000 IK bones off, and 30,000 more keys that name the
 * bone `ik0` or none. As a table of all switches at all keys it would take 900 MB.
 */
export function manySwitches(count = 30_000): Vmd {
  const bytes = new Uint8Array(HEADER_BYTES + 6 * 4 + 9 + 21 * count + 9 * count + 21);
  bytes.set(serializeVmd(createVmd()).subarray(0, HEADER_BYTES));
  const view = new DataView(bytes.buffer);
  let at = HEADER_BYTES + 5 * 4; // five empty sections
  view.setUint32(at, count + 1, true);
  at += 4;
  for (let key = 0; key <= count; key++) {
    const names = key === 0 ? count : key === count ? 1 : 0;
    view.setUint32(at, key, true);
    view.setUint8(at + 4, key % 2);
    view.setUint32(at + 5, names, true);
    at += 9;
    for (let ik = 0; ik < names; ik++, at += 21) {
      bytes.set(new TextEncoder().encode(`ik${ik}`), at);
      view.setUint8(at + 20, key === 0 ? 0 : 1);
    }
  }
  return parseVmd(bytes);
}
