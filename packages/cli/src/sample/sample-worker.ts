import { parentPort, workerData } from 'node:worker_threads';
import type { Console } from '../command.js';
import { sampleTask } from './sample-files.js';
import { MotionSampler } from './sample-motions.js';
import type { SampleWorkerData, SampleWorkerMessage } from './sample-pool.js';
import type { SampleTask } from './sample-settings.js';

const port = parentPort!;
const { settings, cwd } = workerData as SampleWorkerData;

const say = (message: SampleWorkerMessage): void => port.postMessage(message);

/** Only the main thread reads and writes the standard streams. */
const console: Console = {
  cwd,
  stdin: (async function* () {})(),
  write: () => Promise.reject(new Error('a worker thread has no stdout')),
  log: (line) => say({ line }),
};

const sampler = MotionSampler.open(settings, console);

port.on('message', async (task: SampleTask) =>
  say({ done: true, failure: await sampleTask(task, await sampler, settings, console) }),
);
