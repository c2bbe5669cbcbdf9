import { MmdFormatError } from '../errors.js';
import type { VmdProperties } from '../vmd/vmd.js';

type Switches = Pick<VmdProperties, 'count' | 'names' | 'ikStarts' | 'ikNameIndex' | 'ikEnabled'>;

/** No real motion has as many switches in its keys: a hundred IK bones at ten thousand keys. */
export const MAX_SWITCHES = 1e6;

/**
 * The state of every IK bone at every key, one array per name, with one number per key. The next step
 * overwrites it.
 *
 * A key without a switch for a bone does not change its state. Before its first switch, the bone is on.
 * O(keys × names), in memory for the keys and the switches.
 */
export function* ikStates(properties: Switches): Generator<Uint8Array> {
  const { names, count, ikEnabled } = properties;
  const { starts, switches, keys } = switchesByName(properties);
  const states = new Uint8Array(count);
  for (let ik = 0; ik < names.length; ik++) {
    let next = 0;
    let now = 1;
    for (let i = starts[ik]; i < starts[ik + 1]; i++) {
      const key = keys[switches[i]];
      states.fill(now, next, key);
      next = key;
      now = ikEnabled[switches[i]];
    }
    yield states.fill(now, next);
  }
}

/** The switches of each name in the order of keys, and the key of each switch. */
function switchesByName({ count, names, ikStarts, ikNameIndex }: Switches): {
  starts: Uint32Array;
  switches: Uint32Array;
  keys: Uint32Array;
} {
  const total = ikStarts[count];
  const starts = new Uint32Array(names.length + 1);
  const switches = new Uint32Array(total);
  const keys = new Uint32Array(total);
  for (let key = 0; key < count; key++) keys.fill(key, ikStarts[key], ikStarts[key + 1]);
  for (let i = ikStarts[0]; i < total; i++) starts[ikNameIndex[i] + 1]++;
  for (let ik = 0; ik < names.length; ik++) starts[ik + 1] += starts[ik];
  const next = starts.slice();
  for (let i = ikStarts[0]; i < total; i++) switches[next[ikNameIndex[i]]++] = i;
  return { starts, switches, keys };
}

/**
 * Refuses a document that has few switches, but would become a file with millions: every key of a file has
 * the states of all IK bones.
 *
 * @throws {@link MmdFormatError} `too-large`.
 */
export function checkSwitches({ count, names, ikEnabled }: Switches): void {
  const needed = count * names.length;
  if (needed <= Math.max(MAX_SWITCHES, ikEnabled.length)) return;
  const message = `properties need ${needed} IK switches: ${count} keys × ${names.length} IK bones; at most ${MAX_SWITCHES} are written`;
  throw new MmdFormatError(message, { code: 'too-large', section: 'properties' });
}
