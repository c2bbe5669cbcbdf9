import { PMXLoader } from '@odori/model';
import { MotionPlayer, VMDLoader } from '@odori/runtime';
import { PlayButton } from '../../shared/controls.js';
import { byId } from '../../shared/dom.js';
import { refuseFiles } from '../../shared/refuse-files.js';
import { runDemo } from '../../shared/run-demo.js';
import { DANCER_BOX } from '../../shared/viewport.js';
import { addShading } from './shading.js';

refuseFiles(byId('status', HTMLElement));

void runDemo(async ({ viewport, assets, options }) => {
  const [dancer, dance] = await Promise.all([
    assets.load(new PMXLoader(), 'dancer.pmx'),
    assets.load(new VMDLoader(), 'dance.vmd'),
  ]);
  viewport.add(dancer);
  viewport.lookAt(DANCER_BOX);
  addShading(viewport, dancer);

  const player = new MotionPlayer({ loop: true });
  player.add(dancer, dance);
  player.currentTime = options.seek;
  const button = new PlayButton(options, () => viewport.refresh());
  await player.play();

  viewport.run((delta) => {
    player.update(button.isPlaying ? delta : 0);
    return button.isPlaying;
  });
});
