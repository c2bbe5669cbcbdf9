// The one global outside ECMAScript that this package touches. Nothing of the DOM, nothing of Node.
declare class TextDecoder {
  constructor(label?: string, options?: { fatal?: boolean; ignoreBOM?: boolean });
  decode(input?: Uint8Array): string;
}
