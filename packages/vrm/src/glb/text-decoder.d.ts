/** The part of the platform's TextDecoder that this folder uses: it compiles without the DOM's types. */
declare class TextDecoder {
  constructor(encoding: 'utf-8');
  decode(bytes: Uint8Array): string;
}
