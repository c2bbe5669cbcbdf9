import vectors from '#test/vectors/playback-vectors.json' with { type: 'json' };

/** A group of the expected values in `playback-vectors.json`, by its number. */
export function vector(id: number): unknown {
  const found = vectors.vectors.find((entry) => entry.id === id);
  if (!found) throw new Error(`no vector ${id}`);
  return found;
}
