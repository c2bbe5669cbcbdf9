import { PMXLoader } from '@odori/model';
import { type Motion, MotionPlayer, VPDLoader } from '@odori/runtime';
import { say } from '../../shared/language/texts.js';
import { runDemo } from '../../shared/run-demo.js';
import { DANCER_BOX } from '../../shared/viewport.js';
import { poseDocument } from './pose-document.js';
import { PosePanel } from './pose-panel.js';

void runDemo(async ({ viewport, assets }) => {
  const [dancer, wave, jump, heart] = await Promise.all([
    assets.load(new PMXLoader(), 'dancer.pmx'),
    assets.load(new VPDLoader(), 'pose-wave.vpd'), // a pose is a motion of one frame
    assets.load(new VPDLoader(), 'pose-jump.vpd'),
    assets.load(new VPDLoader(), 'pose-heart.vpd'),
  ]);
  viewport.add(dancer);
  viewport.lookAt(DANCER_BOX);

  const player = new MotionPlayer();
  let secondsLeft = 0;

  /**
   * Moves the dancer into a pose. The crossfade blends the input poses with their IK goals; IK and append are
   * solved after it.
   */
  function fadeTo(pose: Motion | undefined, seconds: number): void {
    player.crossfade(dancer, pose, seconds);
    secondsLeft = seconds;
    viewport.refresh();
  }

  const panel = new PosePanel(dancer.rig, {
    onPose: fadeTo,
    onSave: () => poseDocument(dancer.rig, 'dancer.osm'), // as she stands now, even during a transition
  });
  panel.add(say('Wave'), wave);
  panel.add(say('Jump'), jump);
  panel.add(say('Heart'), heart);
  panel.choose(say('Wave'), 0);

  viewport.run((delta) => {
    player.update(delta);
    secondsLeft -= delta;
    return secondsLeft > 0;
  });
});
