import { PMXLoader } from '@odori/model';
import { type Motion, MotionPlayer, VPDLoader } from '@odori/runtime';
import { runDemo } from '../../shared/run-demo.js';
import { DANCER_BOX } from '../../shared/viewport.js';
import { poseDocument } from './pose-document.js';
import { PosePanel } from './pose-panel.js';

void runDemo(async ({ stage, assets }) => {
  const [dancer, wave, jump, heart] = await Promise.all([
    assets.load(new PMXLoader(), 'dancer.pmx'),
    assets.load(new VPDLoader(), 'pose-wave.vpd'), // a pose is a motion of one frame
    assets.load(new VPDLoader(), 'pose-jump.vpd'),
    assets.load(new VPDLoader(), 'pose-heart.vpd'),
  ]);
  stage.add(dancer);
  stage.lookAt(DANCER_BOX);

  const player = new MotionPlayer();
  let secondsLeft = 0;

  /** What is eased is the input pose, with the goals of the IK in it: IK and append are solved on what comes out. */
  function strike(pose: Motion | undefined, seconds: number): void {
    player.crossfade(dancer, pose, seconds);
    secondsLeft = seconds;
    stage.refresh();
  }

  const panel = new PosePanel(dancer.rig, {
    onPose: strike,
    onSave: () => poseDocument(dancer.rig, 'dancer.osm'), // as she stands, on the way too
  });
  panel.offer('Wave', wave);
  panel.offer('Jump', jump);
  panel.offer('Heart', heart);
  panel.strike('Wave', 0);

  stage.run((delta) => {
    player.update(delta);
    secondsLeft -= delta;
    return secondsLeft > 0;
  });
});
