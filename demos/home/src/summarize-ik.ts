import type { VmdProperties } from '@odori/format';

/** The switches of one IK bone in time. */
export interface IkSummary {
  name: string;
  /** How many property keys say something of it. */
  keys: number;
  /** The first key and those that change what the one before said, in order of time. */
  changes: readonly IkChange[];
}

export interface IkChange {
  frame: number;
  enabled: boolean;
}

/** One summary per IK bone that a motion switches, in the order of the file's names. O(switches · log switches). */
export function summarizeIk(properties: VmdProperties): IkSummary[] {
  const switches: IkChange[][] = properties.names.map(() => []);
  for (let key = 0; key < properties.count; key++) {
    const frame = properties.frames[key];
    for (let entry = properties.ikStarts[key]; entry < properties.ikStarts[key + 1]; entry++) {
      switches[properties.ikNameIndex[entry]].push({ frame, enabled: properties.ikEnabled[entry] !== 0 });
    }
  }
  return switches
    .map((found, i) => ({ name: properties.names[i].text, keys: found.length, changes: changesOf(found) }))
    .filter(({ keys }) => keys > 0);
}

function changesOf(switches: readonly IkChange[]): IkChange[] {
  const sorted = switches.toSorted((a, b) => a.frame - b.frame);
  return sorted.filter(({ enabled }, i) => i === 0 || enabled !== sorted[i - 1].enabled);
}
