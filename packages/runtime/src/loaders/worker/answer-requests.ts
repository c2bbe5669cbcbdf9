import { MmdFormatError, transferables } from '@odori/format';

/** What a worker answers: a result, or what is wrong with the file; neither if it could not do the work. */
export interface Answer<T> {
  readonly result?: T;
  readonly problem?: FileProblem;
}

/** An {@link MmdFormatError} as plain data: of an error that is sent, only the message arrives. */
export type FileProblem = Pick<MmdFormatError, 'message' | 'code' | 'section' | 'offset' | 'line' | 'column'>;

/**
 * In a worker: answers each file with the result of `work`, whose buffers are transferred, or with the
 * `MmdFormatError` that `work` throws. After any other error, the main thread does the work itself.
 */
export function answerRequests(work: (bytes: Uint8Array) => object): void {
  addEventListener('message', ({ data }: MessageEvent<Uint8Array>) => {
    const answer = attempt(work, data);
    postMessage(answer, { transfer: transferables(answer) });
  });
}

function attempt(work: (bytes: Uint8Array) => object, bytes: Uint8Array): Answer<object> {
  try {
    return { result: work(bytes) };
  } catch (error) {
    return error instanceof MmdFormatError ? { problem: problemOf(error) } : {};
  }
}

function problemOf({ message, code, section, offset, line, column }: MmdFormatError): FileProblem {
  return { message, code, section, offset, line, column };
}
