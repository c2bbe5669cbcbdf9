/** The addresses of worker scripts of other origins, by that of the script. */
const ownAddresses = new Map<string, string>();

/**
 * Starts a worker of a kind, such as `model`, in the builds for pages without a bundler: its script lies
 * beside ours. `address`: that of our file.
 *
 * Browsers start no script of another origin, such as jsDelivr's, as a worker; but a script of the page may
 * import it.
 */
export function workerBeside(kind: string, address: string): Worker {
  // For the address of the package alone, jsDelivr sends its main file without redirecting to its folder.
  const isPackage = /\/@odori\/element(?:@[^/]*)?\/?$/.test(new URL(address).pathname);
  const base = isPackage ? address.replace(/\/?(?:[?#].*)?$/, '/dist/') : address;
  const script = new URL(`odori-player-${kind}-worker.js`, base);
  const isForeign = script.origin !== location.origin;
  return new Worker(isForeign ? importing(script.href) : script, { type: 'module', name: 'odori' });
}

function importing(script: string): string {
  const known = ownAddresses.get(script);
  if (known !== undefined) return known;
  const blob = new Blob([`import ${JSON.stringify(script)};`], { type: 'text/javascript' });
  const own = URL.createObjectURL(blob);
  ownAddresses.set(script, own);
  return own;
}
