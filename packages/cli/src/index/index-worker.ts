import { Refusal } from '../documents/refusal.js';
import { serveTasks } from '../jobs/serve-tasks.js';
import type { IndexSettings, IndexTask } from './index-files.js';
import { indexFile } from './index-file.js';
import type { IndexRow } from './index-row.js';

serveTasks<IndexSettings, IndexTask, IndexRow[]>(async (settings, console) => {
  const refusal = new Refusal(settings);
  return ({ file }) => indexFile(file, refusal, console);
});
