import {
  createServer,
  type IncomingMessage,
  type Server,
  type ServerResponse,
  STATUS_CODES,
} from 'node:http';
import type { AddressInfo } from 'node:net';
import { pipeline } from 'node:stream/promises';
import { describeError, FileError } from '../errors.js';
import { bytesContent, type Content } from '../files/content.js';
import { say } from '../language/message.js';
import { ENGLISH } from '../language/words.js';

/** What a server sends for a path. */
export interface Answer {
  readonly status: 200 | 404 | 500;
  /** The content type. */
  readonly type: string;
  readonly content: Content;
}

/** A page as an answer, or a text. */
export function textAnswer(text: string, type: string, status: Answer['status'] = 200): Answer {
  return { status, type: `${type}; charset=utf-8`, content: bytesContent(Buffer.from(text)) };
}

export interface LocalServer {
  /** Such as `http://127.0.0.1:5371/`. */
  readonly address: string;
  close(): Promise<void>;
}

const HOST = '127.0.0.1';

/**
 * Starts a server that only this computer reaches, on a port, or on a free one for 0. `answer` takes a
 * decoded path, such as `/model/顔.png`, and rejects only for an internal error.
 *
 * Requests need the server's own name in `Host`: a page on the web whose domain was made to point to this
 * computer (DNS rebinding) gets nothing. Other pages cannot embed or read the answers either. Nothing is
 * cached.
 *
 * @throws {@link FileError} (as rejection) if the port is in use or not allowed.
 */
export async function startLocalServer(
  port: number,
  answer: (path: string) => Promise<Answer>,
): Promise<LocalServer> {
  const server = createServer((request, response) => {
    respond(request, response, answer).catch((error: unknown) => {
      if (response.headersSent)
        response.destroy(); // the browser went away, or the file became shorter
      else refuse(response, 500, ENGLISH.tell(describeError(error) ?? String(error)));
    });
  });
  await listen(server, port);
  const { port: actual } = server.address() as AddressInfo;
  return {
    address: `http://${HOST}:${actual}/`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

function listen(server: Server, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', ({ code, message }: NodeJS.ErrnoException) => {
      const known = REASONS.get(code ?? '');
      const reason = known === undefined ? message : say(known);
      reject(new FileError(say('port-not-usable', { port, reason })));
    });
    server.listen(port, HOST, resolve);
  });
}

const REASONS: ReadonlyMap<string, 'port-in-use' | 'port-not-allowed'> = new Map([
  ['EADDRINUSE', 'port-in-use'],
  ['EACCES', 'port-not-allowed'],
]);

/**
 * Scripts, styles and files only from this server; no inline code, no frames, no forms. What encodes
 * transparent films starts a worker from a `Blob`.
 */
const POLICY = [
  "default-src 'none'",
  ...['script', 'style', 'connect', 'media', 'img'].map((kind) => `${kind}-src 'self'`),
  "worker-src 'self' blob:",
  ...['base-uri', 'form-action', 'frame-ancestors'].map((kind) => `${kind} 'none'`),
].join('; ');

const HEADERS = {
  'Cache-Control': 'no-store',
  'Content-Security-Policy': POLICY,
  'Cross-Origin-Opener-Policy': 'same-origin',
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Referrer-Policy': 'no-referrer',
  'X-Content-Type-Options': 'nosniff',
};

async function respond(
  request: IncomingMessage,
  response: ServerResponse,
  answer: (path: string) => Promise<Answer>,
): Promise<void> {
  for (const [name, value] of Object.entries(HEADERS)) response.setHeader(name, value);
  if (!isOwnHost(request)) return refuse(response, 403);
  if (request.method !== 'GET' && request.method !== 'HEAD') {
    response.setHeader('Allow', 'GET, HEAD');
    return refuse(response, 405);
  }
  const path = pathOf(request);
  if (path === undefined) return refuse(response, 400);
  await send(request, response, await answer(path));
}

function isOwnHost({ headers, socket }: IncomingMessage): boolean {
  const port = socket.localPort ?? 0;
  const names = [HOST, 'localhost'];
  const hosts =
    port === 80 ? [...names, ...names.map((name) => `${name}:80`)] : names.map((name) => `${name}:${port}`);
  return headers.host !== undefined && hosts.includes(headers.host.toLowerCase());
}

function refuse(response: ServerResponse, status: number, text = STATUS_CODES[status]): void {
  response.writeHead(status, { 'Content-Type': 'text/plain; charset=utf-8' }).end(`${text}
`);
}

function pathOf({ url = '/' }: IncomingMessage): string | undefined {
  try {
    return decodeURIComponent(url.replace(/[?#].*$/s, ''));
  } catch {
    return undefined;
  }
}

async function send(request: IncomingMessage, response: ServerResponse, answer: Answer): Promise<void> {
  const file = await answer.content.open();
  const range = answer.status === 200 ? requestedRange(request, file.bytes) : WHOLE;
  response.setHeader('Accept-Ranges', 'bytes');
  if (range === OUTSIDE) {
    response.setHeader('Content-Range', `bytes */${file.bytes}`);
    await file.close();
    return refuse(response, 416);
  }
  const { start, end } = range === WHOLE ? { start: 0, end: file.bytes } : range;
  response.writeHead(range === WHOLE ? answer.status : 206, {
    'Content-Type': answer.type,
    'Content-Length': end - start,
    ...(range !== WHOLE && { 'Content-Range': `bytes ${start}-${end - 1}/${file.bytes}` }),
  });
  if (request.method === 'GET' && start < end) return pipeline(file.stream(start, end), response);
  await file.close();
  response.end();
}

const WHOLE = 'whole';
const OUTSIDE = 'outside';

/** The range of a request for a part of a file. `end` is not included. */
interface Range {
  readonly start: number;
  readonly end: number;
}

/**
 * Several ranges, other units and `If-Range`, which needs a validator, give the whole file, as the standard
 * allows.
 */
function requestedRange({ headers }: IncomingMessage, bytes: number): Range | typeof WHOLE | typeof OUTSIDE {
  const [, first = '', last = ''] = /^bytes=(\d*)-(\d*)$/.exec(headers.range ?? '') ?? [];
  if (headers['if-range'] !== undefined || (first === '' && last === '')) return WHOLE;
  const start = first === '' ? Math.max(0, bytes - Number(last)) : Number(first);
  const end = first === '' || last === '' ? bytes : Math.min(bytes, Number(last) + 1);
  if (first !== '' && last !== '' && Number(last) < start) return WHOLE; // not a valid range
  return start < end ? { start, end } : OUTSIDE;
}
