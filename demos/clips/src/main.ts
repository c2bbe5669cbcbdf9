import { createVmd, type Quaternion } from '@odori/format';
import { PMXLoader } from '@odori/model';
import { Motion, VMDLoader, VPDLoader } from '@odori/runtime';
import { checkBox, PlayButton } from '../../shared/controls.js';
import { runDemo } from '../../shared/run-demo.js';
import { DANCER_BOX } from '../../shared/viewport.js';
import { ClipsPanel } from './clips-panel.js';
import { FootGoals } from './foot-goals.js';
import { Mix } from './mix.js';

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

const DEGREES = 16;
const half = (DEGREES / 2) * (Math.PI / 180);
const down: Quaternion = [-Math.sin(half), 0, 0, Math.cos(half)];

/** 頭 (head) goes down and up again, in a second. */
export const nod: Motion = Motion.from(
  createVmd({
    bones: [
      { name: '頭', frame: 0 },
      { name: '頭', frame: 12, rotation: down, curves: [64, 0, 64, 127] },
      { name: '頭', frame: 30, curves: [64, 0, 64, 127] },
    ],
  }),
);
