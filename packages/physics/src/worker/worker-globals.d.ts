// The only globals outside ECMAScript that this folder uses.
declare class Worker {
  constructor(url: URL, options: { type: 'module'; name: string });
  addEventListener(type: 'message', listener: (event: { data: unknown }) => void): void;
  addEventListener(type: 'error', listener: (event: { message?: string }) => void): void;
  postMessage(message: unknown, transfer?: ArrayBuffer[]): void;
  terminate(): void;
}

declare class URL {
  readonly href: string;
  constructor(url: string, base: string);
}

interface ImportMeta {
  readonly url: string;
}

declare function addEventListener(type: 'message', listener: (event: { data: unknown }) => void): void;
declare function postMessage(message: unknown, transfer: ArrayBuffer[]): void;
