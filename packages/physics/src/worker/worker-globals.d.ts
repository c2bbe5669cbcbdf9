// The only globals outside ECMAScript that this folder uses.
declare class Worker {
  onmessage: ((event: { data: unknown }) => void) | null;
  onerror: ((event: { message?: string }) => void) | null;
  constructor(url: URL, options: { type: 'module'; name: string });
  postMessage(message: unknown, transfer?: ArrayBuffer[]): void;
  terminate(): void;
}

declare class URL {
  constructor(url: string, base: string);
}

interface ImportMeta {
  readonly url: string;
}

declare let onmessage: ((event: { data: unknown }) => void) | null;
declare function postMessage(message: unknown, transfer: ArrayBuffer[]): void;
