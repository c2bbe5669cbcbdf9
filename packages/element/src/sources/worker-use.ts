import type { WorkerUse } from '@odori/runtime';

/** What the attribute `worker` says: `on`, `off`, or anything else for `'auto'`. */
export function workerUseOf(host: Element): WorkerUse {
  const value = host.getAttribute('worker');
  return value === 'on' ? true : value === 'off' ? false : 'auto';
}
