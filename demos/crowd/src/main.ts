import { PMXLoader } from '@odori/model';
import { FRAMES_PER_SECOND, VMDLoader } from '@odori/runtime';
import { checkBox } from '../../stage/src/check-box.js';
import { PlayButton } from '../../stage/src/play-button.js';
import { runDemo } from '../../stage/src/run-demo.js';
import { slider } from '../../stage/src/slider.js';
import { Crowd } from './crowd.js';
import { FrameTimes } from './frame-times.js';
import { showTimes } from './show-times.js';

void runDemo(async ({ stage, assets, options }) => {
  const [dancer, dance] = await Promise.all([
    assets.load(new PMXLoader(), 'dancer.pmx'),
    assets.load(new VMDLoader(), 'dance.vmd'),
  ]);
  const crowd = new Crowd(dancer, dance, stage);
  stage.camera.position.set(0.08, 0.32, 1); // from above: the last row is to be seen as well
  const times = new FrameTimes();
  const play = new PlayButton(options, () => refresh());
  let frame = options.seek * FRAMES_PER_SECOND;

  /** What was measured so far was another crowd. */
  function refresh(): void {
    times.restart();
    stage.refresh();
  }

  slider('size', String, (size) => {
    crowd.resize(size);
    stage.lookAt(crowd.bounds);
    refresh();
  });
  slider(
    'delay',
    (seconds) => `${seconds.toFixed(2)} s`,
    (seconds) => {
      crowd.delay = seconds * FRAMES_PER_SECOND;
      refresh();
    },
  );
  checkBox('outlines', (isShown) => {
    crowd.showOutlines(isShown);
    refresh();
  });
  checkBox('shadows', (isShown) => {
    crowd.showShadows(isShown);
    refresh();
  });

  stage.run((delta) => {
    if (play.isPlaying) frame = (frame + delta * FRAMES_PER_SECOND) % dance.lastFrame;
    const begin = performance.now();
    crowd.update(frame, delta);
    const means = times.take(begin, performance.now() - begin, stage.drawMilliseconds);
    if (means) showTimes(means, crowd.size, stage.renderer.info.render.calls);
    return play.isPlaying;
  });
});
