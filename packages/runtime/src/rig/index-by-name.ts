/** Where each name stands; of several that are alike the first. O(names). */
export function indexByName(names: readonly string[]): Map<string, number> {
  const indices = new Map<string, number>();
  for (let i = names.length - 1; i >= 0; i--) indices.set(names[i], i);
  return indices;
}
