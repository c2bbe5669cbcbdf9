import { PMXLoader } from '@odori/model';
import { MotionPlayer, VMDLoader } from '@odori/runtime';
import { Box3, Vector3 } from 'three';
import { part } from '../../shared/dom.js';
import { runDemo } from '../../shared/run-demo.js';
import { GazeTarget } from './gaze-target.js';
import { Lips } from './lips.js';
import { LookAt } from './look-at.js';
import { LookPanel } from './look-panel.js';

/** Her head and arms, wherever the dance takes them. */
const UPPER_HALF = new Box3(new Vector3(-5, 9.5, -2), new Vector3(5, 22, 2));

void runDemo(async ({ stage, assets, options }) => {
  const [dancer, dance] = await Promise.all([
    assets.load(new PMXLoader(), 'dancer.pmx'),
    assets.load(new VMDLoader(), 'dance.vmd'),
  ]);
  stage.add(dancer);
  stage.lookAt(UPPER_HALF);

  const player = new MotionPlayer({ loop: true });
  const panel = new LookPanel(player, options, () => stage.refresh());
  const target = new GazeTarget(part('view', HTMLCanvasElement), stage.camera, () => stage.refresh());
  stage.scene.add(target.lantern);
  panel.onGaze = (kind) => (target.kind = kind);
  const lookAt = new LookAt(dancer.rig);
  const lips = new Lips(dancer.rig);
  let seconds = 0; // of the picture: she looks and speaks while the dance pauses, too

  /*
   * Without a player, this is the loop:
   *
   *     binding.sample(frame); // the whole pose, with its own head and lips
   *     lookAt.write(target, seconds);
   *     lips.write(vowels);
   *     model.update(seconds); // IK, append, physics
   */
  player.add(dancer, dance, {
    adjust() {
      lookAt.write(target.at(player.currentTime, lookAt.eyes), seconds);
      const vowels = panel.vowels(seconds);
      if (vowels) lips.write(vowels); // else the dance sings on
    },
  });
  player.currentTime = options.seek;

  stage.run((delta) => {
    seconds = delta;
    player.update(delta);
    panel.show(lips);
    return !player.paused || lookAt.isMoving || panel.isSpeaking;
  });
});
