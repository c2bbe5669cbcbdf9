import { PMXLoader } from '@odori/model';
import { MotionPlayer, VMDLoader } from '@odori/runtime';
import { Box3, Vector3 } from 'three';
import { byId } from '../../shared/dom.js';
import { refuseFiles } from '../../shared/refuse-files.js';
import { runDemo } from '../../shared/run-demo.js';
import { GazeTarget } from './gaze-target.js';
import { Lips } from './lips.js';
import { LookAt } from './look-at.js';
import { LookPanel } from './look-panel.js';
import { addShading } from './shading.js';

/** The space that her head and arms need while she dances. */
const UPPER_HALF = new Box3(new Vector3(-5, 9.5, -2), new Vector3(5, 22, 2));

refuseFiles(byId('status', HTMLElement));

void runDemo(async ({ viewport, assets, options }) => {
  const [dancer, dance] = await Promise.all([
    assets.load(new PMXLoader(), 'dancer.pmx'),
    assets.load(new VMDLoader(), 'dance.vmd'),
  ]);
  viewport.add(dancer);
  viewport.lookAt(UPPER_HALF);
  addShading(viewport, dancer);

  const player = new MotionPlayer({ loop: true });
  const panel = new LookPanel(player, options, () => viewport.refresh());
  const target = new GazeTarget(byId('view', HTMLCanvasElement), viewport.camera, () => viewport.refresh());
  viewport.scene.add(target.lantern);
  panel.onGaze = (kind) => (target.kind = kind);
  const lookAt = new LookAt(dancer.rig);
  const lips = new Lips(dancer.rig);
  let seconds = 0; // since the last picture: she looks and speaks even while the dance is paused

  /*
   * Without a player, the loop is:
   *
   *     binding.sample(frame); // writes the whole pose, with the head and lips of the motion
   *     lookAt.write(target, seconds);
   *     lips.write(vowels);
   *     model.update(seconds); // IK, append, physics
   */
  player.add(dancer, dance, {
    adjust() {
      lookAt.write(target.at(player.currentTime, lookAt.eyes), seconds);
      const vowels = panel.vowels(seconds);
      if (vowels) lips.write(vowels, panel.influence); // else the lips follow the dance
    },
  });
  player.currentTime = options.seek;

  viewport.run((delta) => {
    seconds = delta;
    player.update(delta);
    panel.show(lips);
    return !player.paused || lookAt.isMoving || panel.isSpeaking;
  });
});
