import { element } from '../../home/src/element.js';

/** Has the browser save a file. */
export function saveBytes(bytes: Uint8Array<ArrayBuffer>, name: string): void {
  const address = URL.createObjectURL(new Blob([bytes], { type: 'application/octet-stream' }));
  element('a', { href: address, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(address), 60_000); // browsers begin to read later
}
