import type { PropertyKey } from './parts.js';
import type { PropertyTrack } from './tracks.js';

/**
 * The keys of visibility and IK switches as columns, in order, each with the state of every IK bone that any names.
 *
 * A key that does not name a bone leaves it as it was; before its first naming it is on. Of keys at one frame the last
 * one's word counts, but what an earlier one says of other bones stays.
 */
export function createPropertyTrack(keys: readonly PropertyKey[]): PropertyTrack {
  const sorted = [...keys].sort((a, b) => a.frame - b.frame); // stable
  const ikNames = [...new Set(sorted.flatMap((key) => key.ik.map((ik) => ik.name)))];
  const indexOf = new Map(ikNames.map((name, i) => [name, i]));
  const state = new Uint8Array(ikNames.length).fill(1);
  const frames: number[] = [];
  const visible: number[] = [];
  const ikEnabled: number[] = [];
  sorted.forEach((key, i) => {
    for (const { name, enabled } of key.ik) state[indexOf.get(name)!] = enabled ? 1 : 0;
    if (sorted[i + 1]?.frame === key.frame) return;
    frames.push(key.frame);
    visible.push(key.visible ? 1 : 0);
    for (const enabled of state) ikEnabled.push(enabled);
  });
  return {
    frames: new Float64Array(frames),
    visible: new Uint8Array(visible),
    ikNames,
    ikEnabled: new Uint8Array(ikEnabled),
  };
}
