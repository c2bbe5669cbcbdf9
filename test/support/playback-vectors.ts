import vectors from '../vectors/playback-vectors.json' with { type: 'json' };

/** A group of the numeric vectors by its number. */
export function vector<T>(id: number): T {
  const found = vectors.vectors.find((entry) => entry.id === id);
  if (!found) throw new Error(`no vector ${id}`);
  return found as unknown as T;
}
