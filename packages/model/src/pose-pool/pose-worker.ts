/**
 * The script of the workers of a `PosePool`. Only a bundler that does not know `new Worker(new URL(…,
 * import.meta.url))` needs this name: make it an entry, and open it in the option `createWorker`.
 *
 * @module @odori/model/pose-worker
 */
import type { PoolMessage } from './messages.js';
import { servePoses } from './serve-poses.js';

const serve = servePoses((message, transfer) => postMessage(message, { transfer }));
addEventListener('message', ({ data }: MessageEvent<PoolMessage>) => serve(data));
