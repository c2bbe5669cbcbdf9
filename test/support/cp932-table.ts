/** A code of CP932 and its character. */
export interface Cp932Code {
  readonly bytes: Uint8Array;
  readonly text: string;
}

/** All codes of CP932: single bytes by rule, pairs from the platform's own decoder. */
export function cp932Table(): Cp932Code[] {
  const table: Cp932Code[] = [];
  for (let byte = 0; byte < 0x80; byte++)
    table.push({ bytes: Uint8Array.of(byte), text: String.fromCharCode(byte) });
  for (let byte = 0xa1; byte <= 0xdf; byte++) {
    table.push({ bytes: Uint8Array.of(byte), text: String.fromCharCode(0xff61 + byte - 0xa1) });
  }
  const decoder = new TextDecoder('shift_jis', { fatal: true });
  for (let lead = 0x81; lead <= 0xfc; lead++) {
    if (lead >= 0xa0 && lead <= 0xdf) continue;
    for (let trail = 0x40; trail <= 0xfc; trail++) {
      const bytes = Uint8Array.of(lead, trail);
      const text = trail === 0x7f ? undefined : decodedPair(decoder, bytes);
      if (text !== undefined) table.push({ bytes, text });
    }
  }
  return table;
}

function decodedPair(decoder: TextDecoder, bytes: Uint8Array): string | undefined {
  try {
    const text = decoder.decode(bytes);
    return text.length === 1 ? text : undefined;
  } catch {
    return undefined; // not a code of CP932
  }
}
