const CHUNK = 8192; // well below the number of arguments that engines accept

/** A text from its UTF-16 units; of bytes, the text is Latin-1. O(length), in as much memory as the text. */
export function textOfUnits(units: Uint8Array | Uint16Array): string {
  let text = '';
  for (let at = 0; at < units.length; at += CHUNK) {
    text += String.fromCharCode(...units.subarray(at, at + CHUNK));
  }
  return text;
}
