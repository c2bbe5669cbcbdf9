import { createVmd, type Quaternion } from '@odori/format';
import { PMXLoader } from '@odori/model';
import { Motion, VMDLoader, VPDLoader } from '@odori/runtime';
import { checkBox, PlayButton } from '../../shared/controls.js';
import { byId } from '../../shared/dom.js';
import { refuseFiles } from '../../shared/refuse-files.js';
import { runDemo } from '../../shared/run-demo.js';
import { DANCER_BOX } from '../../shared/viewport.js';
import { ClipsPanel } from './clips-panel.js';
import { FootGoals } from './foot-goals.js';
import { Mix } from './mix.js';

const FADE_SECONDS = 1.5;

refuseFiles(byId('status', HTMLElement));

void runDemo(async ({ viewport, assets, options }) => {
  const [dancer, dance, heart] = await Promise.all([
    assets.load(new PMXLoader(), 'dancer.pmx'),
    assets.load(new VMDLoader(), 'dance.vmd'),
    assets.load(new VPDLoader(), 'pose-heart.vpd'),
  ]);
  viewport.add(dancer);
  viewport.lookAt(DANCER_BOX);

  // loops of 8 and 4 seconds, and a pose
  const motions = [dance.slice(120, 360), dance.slice(600, 720), heart];
  const mix = new Mix(dancer.poseTarget, motions, nod);
  const feet = new FootGoals(dancer.rig);
  viewport.scene.add(feet.root);
  const play = new PlayButton(options, () => viewport.refresh());
  const panel = new ClipsPanel(mix, () => viewport.refresh());
  panel.onCrossfade = () => mix.fadeTo((mix.strongest + 1) % motions.length, FADE_SECONDS);
  let isIkOn = true;
  checkBox('ik', (isOn) => {
    isIkOn = isOn;
    panel.refresh();
  });
  mix.update(options.seek, 0);

  viewport.run((delta) => {
    mix.update(play.isPlaying ? delta : 0, delta);
    dancer.poseTarget.save(); // changes after this hold for this frame only
    if (!isIkOn) dancer.rig.pose.ikEnabled.fill(0);
    dancer.update(delta); // solves the blended pose once
    feet.update();
    panel.show(feet.distances, delta);
    return play.isPlaying || mix.isFading;
  });
});

const DEGREES = 16;
const half = (DEGREES / 2) * (Math.PI / 180);
const down: Quaternion = [-Math.sin(half), 0, 0, Math.cos(half)];

/** Moves 頭 (head) down and up again within one second. */
const nod: Motion = Motion.from(
  createVmd({
    bones: [
      { name: '頭', frame: 0 },
      { name: '頭', frame: 12, rotation: down, curves: [64, 0, 64, 127] },
      { name: '頭', frame: 30, curves: [64, 0, 64, 127] },
    ],
  }),
);
