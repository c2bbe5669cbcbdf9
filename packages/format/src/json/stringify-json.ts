import type { VmdJson } from './vmd-json.js';

/**
 * The text of a motion as JSON. As `JSON.stringify`, but −0 is written `-0`, which `JSON.parse` reads as −0;
 * the former writes `0`. O(keys).
 *
 * @example
 * const vmd = createVmd({ bones: [{ name: 'センター', frame: 0, position: [0, -0, 1.5] }] });
 * stringifyJson(toJson(vmd)).includes('"position":[0,-0,1.5]'); // → true
 */
export function stringifyJson(json: VmdJson): string {
  return textOf(json);
}

/** Recursion is safe: what `toJson` gives is six levels deep. */
function textOf(value: unknown): string {
  if (Object.is(value, -0)) return '-0';
  if (typeof value !== 'object' || value === null) return JSON.stringify(value);
  if (Array.isArray(value)) return `[${value.map(textOf).join()}]`;
  const entries = Object.entries(value).filter(([, each]) => each !== undefined);
  return `{${entries.map(([name, each]) => `${JSON.stringify(name)}:${textOf(each)}`).join()}}`;
}
