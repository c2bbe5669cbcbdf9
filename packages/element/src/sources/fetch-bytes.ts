import type { ProgressListener } from './load-events.js';
import { LoadError } from './problem.js';

/**
 * A file's bytes.
 *
 * @throws LoadError (as rejection) if it cannot be had, or is a web page: what servers send for addresses they don't know.
 */
export async function fetchBytes(
  url: string,
  signal: AbortSignal,
  onProgress: ProgressListener,
): Promise<Uint8Array<ArrayBuffer>> {
  const response = await reach(url, signal);
  if (!response.ok)
    throw new LoadError(`the server answers ${response.status} ${response.statusText}`.trimEnd() + '.');
  const total = Number(response.headers.get('content-length')) || 0;
  let loaded = 0;
  const counter = new TransformStream<Uint8Array, Uint8Array>({
    transform(chunk, controller) {
      loaded += chunk.length;
      onProgress(Math.min(loaded, total || loaded), total);
      controller.enqueue(chunk);
    },
  });
  const counted = new Response(response.body?.pipeThrough(counter as TransformStream, { signal }));
  const bytes = new Uint8Array(await counted.arrayBuffer());
  if (isWebPage(bytes))
    throw new LoadError('the server sends a web page instead of it; is the address right?');
  return bytes;
}

async function reach(url: string, signal: AbortSignal): Promise<Response> {
  try {
    return await fetch(url, { signal });
  } catch (error) {
    if (signal.aborted) throw error;
    throw new LoadError('it cannot be reached; the network or the rules of the page forbid it.', {
      cause: error,
    });
  }
}

const PAGE_START = /^\s*<(?:!doctype|html|\?xml)/i;

function isWebPage(bytes: Uint8Array): boolean {
  return PAGE_START.test(new TextDecoder('latin1').decode(bytes.subarray(0, 64)));
}
