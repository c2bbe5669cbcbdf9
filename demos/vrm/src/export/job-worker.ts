import { problemText } from '../../../shared/problem-text.js';
import { type Job, runJob, type Step } from './jobs.js';

/** What the worker sends: steps, and then bytes or a problem. */
export type Answer = { readonly step: Step } | { readonly bytes: Uint8Array } | { readonly problem: string };

const send: (answer: Answer, transfer?: Transferable[]) => void = (answer, transfer = []) =>
  postMessage(answer, { transfer });

addEventListener('message', ({ data }: MessageEvent<Job>) => void doJob(data));

async function doJob(job: Job): Promise<void> {
  try {
    const bytes = Uint8Array.from(await runJob(job, (step) => send({ step })));
    send({ bytes }, [bytes.buffer]);
  } catch (error) {
    send({ problem: problemText(error) });
  }
}
