import { type MmdModel, ModelCrowd, PMXLoader } from '@odori/model';
import { FRAMES_PER_SECOND, VMDLoader } from '@odori/runtime';
import type { AssetLoader } from '../../shared/asset-loader.js';
import { checkBox, PlayButton, slider } from '../../shared/controls.js';
import { byId } from '../../shared/dom.js';
import { say } from '../../shared/language/texts.js';
import { countText, fixedText, millisecondsText, rateText } from '../../shared/number-text.js';
import { refuseFiles } from '../../shared/refuse-files.js';
import { openRenderer } from '../../shared/renderer-kind.js';
import { openWebGL, runDemo } from '../../shared/run-demo.js';
import { completeSizes, Crowd } from './crowd.js';
import { CrowdGrowth } from './crowd-growth.js';
import { CrowdView } from './crowd-view.js';
import { webgpuIsChosen } from './renderer-switch.js';
import { type FrameMeans, FrameTimes } from '../../shared/frame-times.js';

refuseFiles(byId('status', HTMLElement));

/** Does `WebGPURenderer` draw? */
const isWebGPU = await webgpuIsChosen();

const openView: typeof openWebGL = (canvas, options) =>
  isWebGPU ? openRenderer('webgpu', !options.size, canvas) : openWebGL(canvas, options);

void runDemo(async ({ viewport, assets, options }) => {
  const [[dancer, drawing], dance] = await Promise.all([
    isWebGPU ? openWebGPU() : openWebGLCrowd(assets),
    assets.load(new VMDLoader(), 'dance.vmd'),
  ]);
  viewport.add(drawing);
  const crowd = new Crowd(dancer, dance, drawing);
  viewport.camera.position.set(0.08, 0.32, 1); // from above, so that the last row is visible
  const times = new FrameTimes();
  const view = new CrowdView(viewport);
  const size = byId('size', HTMLInputElement);
  const growth = new CrowdGrowth(completeSizes(Number(size.max)));
  const wanted = Number(new URLSearchParams(location.search).get('dancers'));
  if (wanted > 0) chosen();
  // a browser that goes back to the page restores another one
  size.value = String(wanted > 0 ? wanted : growth.size);
  const play = new PlayButton(options, () => refresh());
  let frame = options.seek * FRAMES_PER_SECOND;

  /** Draws and measures again, because the crowd has changed. */
  function refresh(): void {
    times.restart();
    viewport.refresh();
  }

  /** The user, or the address, has chosen the number of dancers. */
  function chosen(): void {
    growth.stop();
    byId('growth', HTMLElement).hidden = true;
  }

  /** Lets more dancers join, or says that these are all. */
  function grow(interval: number, work: number): void {
    const count = growth.add(interval, work);
    if (count !== crowd.size) {
      size.value = String(count);
      showSize();
    }
    if (growth.isOver) byId('growth', HTMLElement).textContent = grownText(count, count === Number(size.max));
  }

  const showSize = slider('size', countText, (count) => {
    crowd.resize(count);
    view.show(crowd.bounds);
    refresh();
  });
  size.addEventListener('input', chosen);
  slider(
    'delay',
    (seconds) => `${fixedText(seconds, 2)} s`,
    (seconds) => {
      crowd.delay = seconds * FRAMES_PER_SECOND;
      refresh();
    },
  );
  checkBox('in-step', (isInStep) => {
    crowd.isInStep = isInStep;
    refresh();
  });
  checkBox('physics', (isUsed) => {
    crowd.usePhysics(isUsed);
    refresh();
  });
  checkBox('outlines', (isShown) => {
    drawing.surface.outline.visible = isShown;
    refresh();
  });
  checkBox('shadows', (isShown) => {
    drawing.surface.groundShadow.visible = isShown;
    refresh();
  });

  viewport.isComplete = () => !crowd.isSettling;
  viewport.run((delta) => {
    if (play.isPlaying) frame = (frame + delta * FRAMES_PER_SECOND) % dance.lastFrame;
    const begin = performance.now();
    crowd.update(frame, delta);
    const cost = performance.now() - begin;
    if (!growth.isOver) grow(1000 * delta, cost + viewport.drawMilliseconds);
    view.update(delta);
    const means = play.isPlaying ? times.add(begin, cost, viewport.drawMilliseconds) : undefined;
    if (means) showTimes(means, crowd, viewport.calls);
    return play.isPlaying || crowd.isSettling || view.isMoving || !growth.isOver;
  });
}, openView);

async function openWebGLCrowd(assets: AssetLoader): Promise<readonly [MmdModel, ModelCrowd]> {
  const dancer = await assets.load(new PMXLoader({ physics: true }), 'dancer.pmx');
  return [dancer, new ModelCrowd(dancer)];
}

async function openWebGPU(): Promise<readonly [MmdModel, ModelCrowd]> {
  const { openWebGPUCrowd } = await import('./webgpu-crowd.js');
  return openWebGPUCrowd();
}

function grownText(count: number, isLargest: boolean): string {
  if (isLargest) return say('All {count} dancers are here. Move the slider to choose.', { count });
  const text =
    count === 1
      ? 'One dancer is what this device shows smoothly. Move the slider to choose.'
      : '{count} dancers are what this device shows smoothly. Move the slider to choose.';
  return say(text, { count });
}

/** Shows the means, once a second. */
function showTimes(
  { update, draw, framesPerSecond }: FrameMeans,
  { size, rigs }: Crowd,
  calls: number,
): void {
  const show = (id: string, text: string): unknown => (byId(id, HTMLElement).textContent = text);
  show('update', millisecondsText(update));
  show('each', millisecondsText(update / size));
  show('draw', millisecondsText(draw));
  show('rigs', countText(rigs));
  show('calls', countText(calls));
  show('rate', rateText(framesPerSecond));
}
