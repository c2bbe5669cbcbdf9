import { PMXLoader } from '@odori/model';
import { VMDLoader } from '@odori/runtime';
import { onOpenedFiles } from '../../shared/files.js';
import { loadAvatar } from '../../shared/load-avatar.js';
import type { DemoStart } from '../../shared/run-demo.js';
import { bytesOf, MODEL } from './export/example-files.js';
import { VrmPage } from './vrm-page.js';

/** The avatar of the page itself. */
const AVATAR = 'dancer.vrm';

/** Loads both dancers and lets them dance. */
export async function startPage({ viewport, assets, options }: DemoStart): Promise<void> {
  const [model, dance, bytes] = await Promise.all([
    assets.load(new PMXLoader({ physics: true }), MODEL),
    assets.load(new VMDLoader(), 'dance.vmd'),
    bytesOf(AVATAR),
  ]);
  const avatar = await loadAvatar(new Blob([bytes]), AVATAR, model.rig.definition);
  const page = new VrmPage(viewport, { model, avatar, dance: { name: 'dance.vmd', motion: dance } }, options);
  onOpenedFiles(['files'], (getFiles) => page.openFiles(getFiles));
  viewport.isComplete = () => !model.isSettling;
  viewport.run((delta) => page.update(delta));
}
