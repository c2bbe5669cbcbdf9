import type { Readable, Writable } from 'node:stream';
import { FileError } from '../errors.js';
import { say } from '../language/message.js';

/** A message of the DevTools protocol, from the browser. */
interface Message {
  readonly id?: number;
  readonly method?: string;
  readonly sessionId?: string;
  readonly params?: Readonly<Record<string, unknown>>;
  readonly result?: unknown;
  readonly error?: { readonly message: string };
}

interface Call {
  readonly resolve: (result: never) => void;
  readonly reject: (error: Error) => void;
}

const END = 0;

/**
 * Calls a browser by its DevTools protocol, over two pipes: each message is JSON and a zero byte. Unlike a
 * port, pipes are open to nobody else, and the browser ends with them.
 *
 * @see https://chromedevtools.github.io/devtools-protocol/
 */
export class DevTools {
  readonly #out: Writable;
  readonly #calls = new Map<number, Call>();
  readonly #listeners = new Map<string, (params: Readonly<Record<string, unknown>>) => void>();
  /** The parts of a message that has not ended yet. */
  #parts: Buffer[] = [];
  #lastId = 0;
  #end: Error | undefined;

  constructor(out: Writable, incoming: Readable) {
    this.#out = out;
    out.on('error', () => undefined); // the browser has ended: `close` tells the callers
    incoming.on('error', () => undefined);
    incoming.on('data', (bytes: Buffer) => this.#receive(bytes));
  }

  /** Calls a method of the browser, or of the page of a session. Rejects with the browser's message. */
  call<T>(method: string, params: object = {}, sessionId?: string): Promise<T> {
    if (this.#end) return Promise.reject(this.#end);
    const id = ++this.#lastId;
    return new Promise((resolve, reject) => {
      this.#calls.set(id, { resolve, reject });
      this.#out.write(`${JSON.stringify({ id, method, params, sessionId })}\0`);
    });
  }

  /** Calls `listener` for each event of a name. */
  on(event: string, listener: (params: Readonly<Record<string, unknown>>) => void): void {
    this.#listeners.set(event, listener);
  }

  /** Rejects all calls, also later ones. */
  close(reason: Error): void {
    this.#end ??= reason;
    for (const { reject } of this.#calls.values()) reject(reason);
    this.#calls.clear();
  }

  #receive(bytes: Buffer): void {
    let start = 0;
    for (let end = bytes.indexOf(END); end >= 0; end = bytes.indexOf(END, start)) {
      this.#parts.push(bytes.subarray(start, end));
      this.#take(JSON.parse(Buffer.concat(this.#parts).toString()) as Message);
      this.#parts = [];
      start = end + 1;
    }
    if (start < bytes.length) this.#parts.push(bytes.subarray(start));
  }

  #take({ id, method, params = {}, result, error }: Message): void {
    if (id === undefined) {
      if (method !== undefined) this.#listeners.get(method)?.(params);
      return;
    }
    const call = this.#calls.get(id);
    this.#calls.delete(id);
    if (error) call?.reject(new FileError(say('browser-refuses', { text: error.message })));
    else call?.resolve(result as never);
  }
}
