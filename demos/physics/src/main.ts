import { PMXLoader } from '@odori/model';
import { createPhysicsWorld } from '@odori/physics';
import { VMDLoader } from '@odori/runtime';
import { onOpenedFiles } from '../../shared/files.js';
import { runDemo } from '../../shared/run-demo.js';
import { PhysicsPage } from './physics-page.js';

void runDemo(async ({ viewport, assets, options }) => {
  const world = await createPhysicsWorld();
  const [model, motion] = await Promise.all([
    assets.load(new PMXLoader({ physics: world }), 'dancer.pmx'),
    assets.load(new VMDLoader(), 'dance.vmd'),
  ]);
  const page = new PhysicsPage(viewport, world, { model, motion }, options);
  onOpenedFiles(['files', 'folder'], (getFiles) => page.openFiles(getFiles));
  viewport.isComplete = () => !page.isSettling;
  viewport.run((delta) => page.update(delta));
});
