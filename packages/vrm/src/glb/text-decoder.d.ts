/** The parts of the platform's text codecs that this package uses without the DOM's types. */
declare class TextDecoder {
  constructor(encoding: 'utf-8');
  decode(bytes: Uint8Array): string;
}

declare class TextEncoder {
  encode(text: string): Uint8Array<ArrayBuffer>;
}
