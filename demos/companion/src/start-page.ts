import { createMmdLight } from '@odori/model';
import { type Motion, VMDLoader } from '@odori/runtime';
import { Box3, Vector3 } from 'three';
import { selectBox } from '../../shared/controls.js';
import { byId } from '../../shared/dom.js';
import { say } from '../../shared/language/texts.js';
import { problemText } from '../../shared/problem-text.js';
import type { DemoStart } from '../../shared/run-demo.js';
import { type Body, loadAvatarBody, loadModelBody } from './body.js';
import { CompanionPage, GESTURES } from './companion-page.js';

const IDLES = ['calm', 'look', 'shift'];
/** The space that she needs, with her arms out to the sides. */
const BOX = new Box3(new Vector3(-5.5, -0.6, -2), new Vector3(5.5, 22.5, 2));

/** Loads the dancer and her motions, and lets her live on the page. */
export async function startPage({ viewport, assets, options }: DemoStart): Promise<void> {
  const loadMotion = (name: string): Promise<Motion> => assets.load(new VMDLoader(), `${name}.vmd`);
  const gestures = Object.keys(GESTURES);
  const [modelBody, dance, idle, gestureMotions] = await Promise.all([
    loadModelBody(assets),
    loadMotion('dance'),
    Promise.all(IDLES.map((name) => loadMotion(`idle-${name}`))),
    Promise.all(gestures.map((name) => loadMotion(`gesture-${name}`))),
  ]);
  const motions = {
    dance,
    idle,
    gestures: Object.fromEntries(gestures.map((name, i) => [name, gestureMotions[i]])),
  };
  const light = createMmdLight();
  light.castShadow = false;
  light.position.x *= 0.4; // so that her shadow stays within the narrow canvas
  viewport.scene.add(light);
  viewport.hasFloor = false;
  viewport.controls.enabled = false; // the pointer belongs to the page below her
  viewport.camera.position.set(0, 0.06, 1);
  viewport.lookAt(BOX);
  const page = new CompanionPage(viewport, motions, options.paused);
  page.live(modelBody);

  let avatarBody: Promise<Body> | undefined;
  const select = byId('body', HTMLSelectElement);
  const bodyOf = (kind: string): Promise<Body> =>
    kind === 'vrm'
      ? (avatarBody ??= loadAvatarBody(modelBody.model, viewport.scene, light))
      : Promise.resolve(modelBody);
  selectBox('body', async (kind) => {
    try {
      page.say(kind === 'vrm' && !avatarBody ? say('Loading the avatar…') : '');
      const body = await bodyOf(kind);
      if (kind !== select.value) return; // the visitor has chosen again
      page.live(body);
      page.say('');
    } catch (error) {
      avatarBody = undefined;
      select.value = 'pmx';
      page.say(problemText(error));
    }
  });
  viewport.isComplete = () => !page.isSettling;
  viewport.run((deltaSeconds) => page.update(deltaSeconds));
}
