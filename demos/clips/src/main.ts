import { PMXLoader } from '@odori/model';
import { VMDLoader, VPDLoader } from '@odori/runtime';
import { checkBox } from '../../stage/src/check-box.js';
import { DANCER_BOX } from '../../stage/src/dancer-box.js';
import { PlayButton } from '../../stage/src/play-button.js';
import { runDemo } from '../../stage/src/run-demo.js';
import { ClipsPanel } from './clips-panel.js';
import { FootGoals } from './foot-goals.js';
import { Mix } from './mix.js';
import { nod } from './nod.js';

const FADE_SECONDS = 1.5;

void runDemo(async ({ stage, assets, options }) => {
  const [dancer, dance, heart] = await Promise.all([
    assets.load(new PMXLoader(), 'dancer.pmx'),
    assets.load(new VMDLoader(), 'dance.vmd'),
    assets.load(new VPDLoader(), 'pose-heart.vpd'),
  ]);
  stage.add(dancer);
  stage.lookAt(DANCER_BOX);

  const motions = [dance.slice(120, 360), dance.slice(600, 720), heart]; // loops of 8 and 4 seconds, and a pose
  const mix = new Mix(dancer.poseTarget, motions, nod);
  const feet = new FootGoals(dancer.rig);
  stage.scene.add(feet.root);
  const play = new PlayButton(options, () => stage.refresh());
  const panel = new ClipsPanel(mix, () => stage.refresh());
  panel.onCrossfade = () => mix.fadeTo((mix.strongest + 1) % motions.length, FADE_SECONDS);
  let isIkOn = true;
  checkBox('ik', (isOn) => {
    isIkOn = isOn;
    panel.refresh();
  });
  mix.update(options.seek, 0);

  stage.run((delta) => {
    mix.update(play.isPlaying ? delta : 0, delta);
    dancer.poseTarget.save(); // what is written from here on is for this frame
    if (!isIkOn) dancer.rig.pose.ikEnabled.fill(0);
    dancer.update(delta); // one solve, of the blended pose
    feet.update();
    panel.show(feet.distances, delta);
    return play.isPlaying || mix.isFading;
  });
});
