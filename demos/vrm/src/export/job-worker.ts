import { type Job, runJob, type Step } from './jobs.js';

/** What the worker sends: steps, and then bytes or an error, which the page puts into words. */
export type Answer = { readonly step: Step } | { readonly bytes: Uint8Array } | { readonly problem: unknown };

const send: (answer: Answer, transfer?: Transferable[]) => void = (answer, transfer = []) =>
  postMessage(answer, { transfer });

addEventListener('message', ({ data }: MessageEvent<Job>) => void doJob(data));

async function doJob(job: Job): Promise<void> {
  try {
    const bytes = Uint8Array.from(await runJob(job, (step) => send({ step })));
    send({ bytes }, [bytes.buffer]);
  } catch (error) {
    // a message keeps only the text of an error, and not its code
    send({
      problem: error instanceof Error ? Object.assign({ message: error.message }, error) : String(error),
    });
  }
}
