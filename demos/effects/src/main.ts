import { focusOn, loadMotion, MotionPlayer } from '@odori/runtime';
import { ASSETS } from '../../shared/asset-loader.js';
import { PlayButton, checkBox } from '../../shared/controls.js';
import { byId } from '../../shared/dom.js';
import { millisecondsText } from '../../shared/number-text.js';
import { refuseFiles } from '../../shared/refuse-files.js';
import { hasWebGPU, openRenderer } from '../../shared/renderer-kind.js';
import { openWebGL, runDemo } from '../../shared/run-demo.js';
import { DANCER_BOX, type Viewport, type ViewRenderer } from '../../shared/viewport.js';
import type { WebGPURenderer } from 'three/webgpu';
import type { WebGLRenderer } from 'three';
import { measureCosts } from './costs.js';
import { EFFECTS, type EffectName, type Effects } from './effects.js';
import { addNight } from './night.js';

refuseFiles(byId('status', HTMLElement));

/** How many pictures a change takes: nodes of three learn their sizes from the picture before. */
const PICTURES = 4;

const kind = await chosenRenderer();
/** Draws in place of the renderer, once there is a model to focus on. */
let effects: Effects | undefined;

void runDemo(
  async ({ viewport, options }) => {
    const { loadModel } = await (kind === 'webgpu' ? import('@odori/model/webgpu') : import('@odori/model'));
    const [dancer, dance] = await Promise.all([
      loadModel(`${ASSETS}dancer.pmx`, { physics: true }),
      loadMotion(`${ASSETS}dance.vmd`),
    ]);
    viewport.hasFloor = false;
    addNight(viewport.scene);
    viewport.add(dancer);
    viewport.camera.position.set(0.28, 0.06, 1);
    viewport.lookAt(DANCER_BOX);
    dancer.surface.groundShadowBrightness = 0;

    const player = new MotionPlayer({ loop: true });
    player.add(dancer, dance);
    player.currentTime = options.seek;
    const button = new PlayButton(options, () => viewport.refresh());
    await player.play();
    effects = await createEffects(viewport, focusOn(dancer, '両目'));
    let coming = PICTURES;
    connectSwitches(viewport, effects, () => (coming = PICTURES));

    viewport.isComplete = () => coming === 0;
    viewport.run((delta) => {
      player.update(button.isPlaying ? delta : 0);
      if (coming > 0) coming--;
      return button.isPlaying || coming > 0;
    });
  },
  async (canvas, options) => {
    const open =
      kind === 'webgpu' ? await openRenderer(kind, !options.size, canvas) : await openWebGL(canvas, options);
    if (!open) return undefined;
    const draw: ViewRenderer['draw'] = (scene, camera) =>
      effects ? effects.draw() : open.draw(scene, camera);
    return { ...open, draw };
  },
);

/** That of the address, if the browser has it. Another choice loads the page again: models belong to one. */
async function chosenRenderer(): Promise<'webgl' | 'webgpu'> {
  const address = new URL(location.href);
  const isThere = await hasWebGPU();
  const chosen = isThere && address.searchParams.get('renderer') === 'webgpu' ? 'webgpu' : 'webgl';
  const list = byId('renderer', HTMLSelectElement);
  list.value = chosen;
  list.disabled = !isThere;
  byId('no-webgpu', HTMLElement).hidden = isThere;
  list.addEventListener('change', () => {
    address.searchParams.set('renderer', list.value);
    location.replace(address);
  });
  return chosen;
}

async function createEffects(
  { renderer, scene, camera }: Viewport,
  focus: ReturnType<typeof focusOn>,
): Promise<Effects> {
  if (kind === 'webgpu') {
    const { WebGPUEffects } = await import('./webgpu-effects.js');
    return new WebGPUEffects(renderer as WebGPURenderer, scene, camera, focus);
  }
  const { WebGLEffects } = await import('./webgl-effects.js');
  return new WebGLEffects(renderer as WebGLRenderer, scene, camera, focus);
}

/** The check boxes, and the button that measures what they cost. */
function connectSwitches(viewport: Viewport, drawn: Effects, onChange: () => void): void {
  const names = new Set<EffectName>();
  const show = (): void => {
    drawn.show(names);
    onChange();
    viewport.refresh();
  };
  for (const name of EFFECTS) {
    checkBox(name, (isOn) => {
      if (isOn) names.add(name);
      else names.delete(name);
      show();
    });
  }
  const button = byId('measure', HTMLButtonElement);
  button.addEventListener('click', () => {
    button.disabled = true;
    void measureCosts(drawn)
      .then((costs) => {
        for (const [name, milliseconds] of Object.entries(costs)) {
          byId(`cost-${name}`, HTMLElement).textContent = millisecondsText(milliseconds, 1);
        }
      })
      .finally(() => {
        button.disabled = false;
        show();
      });
  });
}
