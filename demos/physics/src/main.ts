import { PMXLoader } from '@odori/model';
import { VMDLoader } from '@odori/runtime';
import { onOpenedFiles } from '../../shared/files.js';
import { runDemo } from '../../shared/run-demo.js';
import { PhysicsPage } from './physics-page.js';
import { StepTimer } from './step-timer.js';

void runDemo(async ({ viewport, assets, options }) => {
  const timer = new StepTimer();
  const [model, motion] = await Promise.all([
    assets.load(new PMXLoader({ physics: { backend: timer } }), 'dancer.pmx'),
    assets.load(new VMDLoader(), 'dance.vmd'),
  ]);
  const page = new PhysicsPage(viewport, timer, { model, motion }, options);
  onOpenedFiles(['files', 'folder'], (getFiles) => page.openFiles(getFiles));
  viewport.isComplete = () => !page.isSettling;
  viewport.run((delta) => page.update(delta));
});
