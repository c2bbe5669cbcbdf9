/** A computed colour without its alpha; undefined if nothing of it is to be seen. */
export function opaqueColor(color: string): string | undefined {
  const [red, green, blue, alpha = 1] = (color.match(/[\d.]+/g) ?? []).map(Number);
  return color.startsWith('rgb') && alpha > 0 ? `rgb(${red}, ${green}, ${blue})` : undefined;
}
