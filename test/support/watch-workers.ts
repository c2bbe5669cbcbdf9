import { vi } from 'vitest';

/** The workers that a test starts, by name, and how many were ended. The test restores mocks and globals. */
export function watchWorkers(): { readonly started: string[]; readonly ended: () => number } {
  const started: string[] = [];
  const Original = Worker;
  vi.stubGlobal(
    'Worker',
    class extends Original {
      constructor(url: string | URL, options?: WorkerOptions) {
        super(url, options);
        started.push(options?.name ?? '');
      }
    },
  );
  const terminate = vi.spyOn(Original.prototype, 'terminate');
  return { started, ended: () => terminate.mock.calls.length };
}
