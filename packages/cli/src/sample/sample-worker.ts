import { serveTasks } from '../jobs/serve-tasks.js';
import type { Failure } from './failures.js';
import { sampleTask } from './sample-files.js';
import { MotionSampler } from './sample-motions.js';
import type { SampleSettings, SampleTask } from './sample-settings.js';

serveTasks<SampleSettings, SampleTask, Failure | undefined>(async (settings, console) => {
  const sampler = await MotionSampler.open(settings, console);
  return (task) => sampleTask(task, sampler, settings, console);
});
