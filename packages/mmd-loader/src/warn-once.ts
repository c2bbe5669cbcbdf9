const said = /* @__PURE__ */ new Set<string>();

/**
 * Writes a warning to the console, once for each text: an old page does what the bridge cannot.
 *
 * No other file of our packages writes to the console. Here nothing else would reach the author of such a
 * page: the calls of r171 have no place for a report.
 */
export function warnOnce(message: string): void {
  if (said.has(message)) return;
  said.add(message);
  console.warn(`@odori/mmd-loader: ${message}`);
}
