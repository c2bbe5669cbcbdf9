import { transferables } from '@odori/format';

/**
 * In a worker: answers each file with the result of `work`, whose buffers are transferred, or with undefined if `work` throws; the main
 * thread then tries itself and has the error.
 */
export function answerRequests(work: (bytes: Uint8Array) => object): void {
  addEventListener('message', ({ data }: MessageEvent<Uint8Array>) => {
    const result = attempt(work, data);
    postMessage(result, { transfer: result ? transferables(result) : [] });
  });
}

function attempt(work: (bytes: Uint8Array) => object, bytes: Uint8Array): object | undefined {
  try {
    return work(bytes);
  } catch {
    return undefined;
  }
}
