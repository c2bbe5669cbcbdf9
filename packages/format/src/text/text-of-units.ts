const CHUNK = 8192; // well below what engines take as arguments

/** A text from its UTF-16 units; bytes as units give Latin-1. O(length), and as much memory as the text. */
export function textOfUnits(units: Uint8Array | Uint16Array): string {
  let text = '';
  for (let at = 0; at < units.length; at += CHUNK) {
    text += String.fromCharCode(...units.subarray(at, at + CHUNK));
  }
  return text;
}
