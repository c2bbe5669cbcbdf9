import { Refusal } from '../documents/refusal.js';
import { serveTasks } from '../jobs/serve-tasks.js';
import type { IndexSettings, IndexTask } from './index-files.js';
import { indexFile } from './index-file.js';

serveTasks(async (settings: IndexSettings, console) => {
  const refusal = new Refusal(settings);
  return ({ file }: IndexTask) => indexFile(file, refusal, console);
});
