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
  const state = new Map<string, number>(sorted.flatMap((key) => key.ik.map((ik) => [ik.name, 1] as const)));
  const frames: number[] = [];
  const visible: number[] = [];
  const ikEnabled: number[] = [];
  sorted.forEach((key, i) => {
    for (const { name, enabled } of key.ik) state.set(name, enabled ? 1 : 0);
    if (sorted[i + 1]?.frame === key.frame) return;
    frames.push(key.frame);
    visible.push(key.visible ? 1 : 0);
    for (const enabled of state.values()) ikEnabled.push(enabled);
  });
  return {
    frames: new Float64Array(frames),
    visible: new Uint8Array(visible),
    ikNames: [...state.keys()],
    ikEnabled: new Uint8Array(ikEnabled),
  };
}
