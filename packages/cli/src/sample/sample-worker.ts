import { serveTasks } from '../jobs/serve-tasks.js';
import { sampleTask } from './sample-files.js';
import { MotionSampler } from './sample-motions.js';
import type { SampleSettings, SampleTask } from './sample-settings.js';

serveTasks(async (settings: SampleSettings, console) => {
  const sampler = await MotionSampler.open(settings, console);
  return (task: SampleTask) => sampleTask(task, sampler, settings, console.quieted(settings.quiet));
});
