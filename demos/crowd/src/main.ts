import { PMXLoader } from '@odori/model';
import { FRAMES_PER_SECOND, VMDLoader } from '@odori/runtime';
import { checkBox, PlayButton, slider } from '../../shared/controls.js';
import { part } from '../../shared/dom.js';
import { countText } from '../../shared/number-text.js';
import { runDemo } from '../../shared/run-demo.js';
import { Crowd } from './crowd.js';
import { type FrameMeans, FrameTimes } from './frame-times.js';

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

/** Writes them where they are read, once a second. */
export function showTimes({ update, draw, framesPerSecond }: FrameMeans, size: number, calls: number): void {
  const show = (id: string, text: string): unknown => (part(id, HTMLElement).textContent = text);
  show('update', milliseconds(update));
  show('each', milliseconds(update / size));
  show('draw', milliseconds(draw));
  show('calls', countText(calls));
  show('rate', framesPerSecond.toFixed(framesPerSecond < 10 ? 1 : 0));
}

function milliseconds(value: number): string {
  return `${value.toFixed(3)} ms`;
}
