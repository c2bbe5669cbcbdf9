import { MmdFormatError, transferables } from '@odori/format';

/** What a worker answers: a result, or what is wrong with the file; neither if it could not do the work. */
export interface Answer<T> {
  readonly result?: T;
  readonly problem?: FileProblem;
}

/** An {@link MmdFormatError} as plain data: of an error that is sent, only the message arrives. */
export type FileProblem = Pick<MmdFormatError, 'message' | 'code' | 'section' | 'offset' | 'line' | 'column'>;

/** What a worker does with the requests that its page sends. */
type Work = (request: never) => object | Promise<object>;

/**
 * In a worker: answers each request, such as the bytes of a file, with the result of `work`, whose buffers
 * are transferred, or with the `MmdFormatError` that `work` throws. After any other error, the main thread
 * does the work itself.
 */
export function answerRequests(work: Work): void {
  addEventListener('message', ({ data }: MessageEvent) => {
    void attempt(work, data as never).then((answer) =>
      postMessage(answer, { transfer: transferables(answer) }),
    );
  });
}

async function attempt(work: Work, request: never): Promise<Answer<object>> {
  try {
    return { result: await work(request) };
  } catch (error) {
    return error instanceof MmdFormatError ? { problem: problemOf(error) } : {};
  }
}

function problemOf({ message, code, section, offset, line, column }: MmdFormatError): FileProblem {
  return { message, code, section, offset, line, column };
}
