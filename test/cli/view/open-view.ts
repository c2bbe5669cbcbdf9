import { type ExitCode, runOdori } from '@odori/cli';
import { request } from 'node:http';
import { onTestFinished } from 'vitest';

/** A running `odori view`. */
export interface OpenView {
  readonly address: string;
  /** The lines on stderr, so far. */
  readonly messages: readonly string[];
  /** Stops it, as Ctrl-C does. Resolves to the exit code. */
  stop(): Promise<ExitCode>;
}

/** Runs `odori view --no-open` in this process until the test ends. */
export async function openView(args: readonly string[], cwd: string): Promise<OpenView> {
  const stopped = new AbortController();
  const messages: string[] = [];
  let started = (_address: string): void => undefined;
  const address = new Promise<string>((resolve) => (started = resolve));
  const code = runOdori(['view', '--no-open', ...args], {
    cwd,
    stdin: (async function* () {})(),
    write: async (data) => started(String(data).trim()),
    log: (line) => void messages.push(line),
    signal: stopped.signal,
  });
  const stop = (): Promise<ExitCode> => {
    stopped.abort();
    return code;
  };
  onTestFinished(async () => void (await stop()));
  const failed = code.then((number) => {
    throw new Error(`odori view ended with ${number}: ${messages.join('\n')}`);
  });
  return { address: await Promise.race([address, failed]), messages, stop };
}

/** The answer of a server. */
export interface Reply {
  readonly status: number | undefined;
  readonly headers: NodeJS.Dict<string | string[]>;
  readonly bytes: Buffer;
  readonly text: string;
}

/** Sends a request as it is written: unlike `fetch`, the path keeps its `..`, and `Host` can be chosen. */
export function ask(
  address: string,
  path: string,
  headers: Readonly<Record<string, string>> = {},
  method = 'GET',
): Promise<Reply> {
  const { hostname, port } = new URL(address);
  return new Promise((resolve, reject) => {
    const sent = request({ hostname, port, path, headers, method, agent: false }, (response) => {
      response.toArray().then((chunks: Buffer[]) => {
        const bytes = Buffer.concat(chunks);
        resolve({ status: response.statusCode, headers: response.headers, bytes, text: bytes.toString() });
      }, reject);
    });
    sent.on('error', reject).end();
  });
}
