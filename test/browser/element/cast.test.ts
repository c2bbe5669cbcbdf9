import type {
  OdoriDancerElement,
  OdoriPlayerElement,
  OdoriStageElement,
  StageView,
  VrmModel,
} from '@odori/element';
import { AutoCamera, loadModel, type MmdModel, type MmdScene } from '@odori/model';
import {
  createPmm,
  createPmmModel,
  createVmd,
  serializePmm,
  serializePmx,
  serializeVmd,
} from '@odori/format';
import { serializeX } from '@odori/format/x';
import { zipSync } from 'fflate';
import {
  AnimationClip,
  Box3,
  BoxGeometry,
  Mesh,
  MeshStandardMaterial,
  Object3D,
  Vector3,
  VectorKeyframeTrack,
} from 'three';
import { GLTFExporter } from 'three/addons/exporters/GLTFExporter.js';
import { afterEach, expect, test, vi } from 'vitest';
import { expectCleanConsole } from '#test/support/clean-console.js';
import { frames } from '#test/support/frames.js';
import { ModelBuilder } from '#test/support/model-builder.js';
import { drawNothing } from '#test/support/open-page.js';
import { rigidBody } from '#test/support/physics-model.js';
import { XBuilder } from '#test/support/x-builder.js';
import { smallVrm } from '#test/vrm/small-vrm.js';
import {
  boardFile,
  clearPage,
  nextEvent,
  part,
  problemTexts,
  revokeUrls,
  showElement,
  songFile,
  urlOf,
  walk,
} from './show-element.js';

expectCleanConsole();
drawNothing();

afterEach(() => {
  clearPage();
  revokeUrls();
});

/** A dancer on the board. */
function dancer(
  attributes: Readonly<Record<string, string>> = {},
  model: File | null = boardFile(),
): OdoriDancerElement {
  const child = document.createElement('odori-dancer');
  for (const [name, value] of Object.entries(attributes)) child.setAttribute(name, value);
  if (model) child.model = model;
  return child;
}

function stage(src: File): OdoriStageElement {
  const child = document.createElement('odori-stage');
  child.src = src;
  return child;
}

/** A player with these children, when all of them are loaded. */
async function showCast(...children: Element[]): Promise<OdoriPlayerElement> {
  const element = showElement();
  element.append(...children);
  await nextEvent(element, 'canplaythrough');
  return element;
}

const xOf = (child: OdoriDancerElement): number => child.loadedModel!.rig.pose.translations[0];

test('children dance by the clock of the player, each with its own motion, where their attributes say', async () => {
  const [left, right] = [dancer({ position: '-4 0 1', turn: '90' }), dancer({ position: '4 0 0' })];
  left.motion = walk(2);
  right.motion = walk(3, 2);
  const element = await showCast(left, right);
  expect([element.readyState, element.duration, element.paused]).toEqual([4, 3, true]);
  element.currentTime = 1;
  await frames(2);
  expect([xOf(left), xOf(right)]).toEqual([1, 2]);
  const { root } = left.loadedModel!;
  expect([root.position.toArray(), root.rotation.y]).toEqual([[-4, 0, 1], Math.PI / 2]);
  expect(right.loadedModel!.root.position.toArray()).toEqual([4, 0, 0]);
});

test('a page may write its children before the player has started, and their URLs as text', async () => {
  const [model, motion] = [`${urlOf(boardFile())}#board.pmx`, urlOf(walk(2))];
  const holder = document.createElement('div');
  holder.innerHTML = `<odori-player style="width: 160px; height: 90px">
    <odori-dancer model="${model}" motion="${motion}" alt="Left"></odori-dancer>
    <odori-dancer model="${model}" motion="${motion}" alt="Right"></odori-dancer></odori-player>`;
  document.body.append(holder);
  const element = holder.querySelector('odori-player')!;
  await nextEvent(element, 'canplaythrough');
  const [a, b] = [...element.querySelectorAll('odori-dancer')].map(({ loadedModel }) => loadedModel!);
  expect(a).not.toBe(b);
  expect('mesh' in a && 'mesh' in b && a.mesh.geometry.attributes['uv']).toBe(
    b.mesh.geometry.attributes['uv'],
  );
  holder.remove();
});

test('bodies of dancers touch in the order of the markup, unless the player or the page says otherwise', async () => {
  const builder = new ModelBuilder();
  builder.material();
  builder.quad({ center: [0, 10, 0], width: 4, height: 4 });
  const pmx = { ...builder.build(), rigidBodies: [rigidBody({ bone: 0, mode: 0 })] };
  const moved = new File([Uint8Array.from(serializePmx(pmx))], 'moved.pmx');
  const load = async (): Promise<MmdModel> => loadModel(moved);
  const [own, mine] = [await load(), await load()];
  const [left, right] = [dancer({}, null), dancer({ position: '8 0 0' }, null)];
  left.model = moved;
  right.model = mine; // of the page
  const element = showElement();
  element.model = own;
  element.append(left, right);
  await nextEvent(element, 'canplaythrough');
  const world = (): unknown => (left.loadedModel as MmdModel).physics!.world;
  const shared = own.physics!.world!;
  expect([shared.modelCount, world(), mine.physics!.world]).toEqual([3, shared, shared]);
  element.sharing = 'none';
  await frames(1);
  expect([element.getAttribute('sharing'), shared.modelCount]).toEqual(['none', 0]);
  element.removeAttribute('sharing');
  await frames(1);
  expect(shared.modelCount).toBe(3);
  const added = vi.spyOn(shared, 'add');
  element.prepend(right);
  await frames(1);
  expect(added.mock.calls).toEqual([[mine.physics], [(left.loadedModel as MmdModel).physics]]);
  right.remove();
  await frames(1);
  expect([shared.modelCount, mine.physics!.world, world()]).toEqual([2, undefined, shared]);
  element.remove();
  await frames(1);
  expect([shared.modelCount, own.physics!.world]).toEqual([0, undefined]);
  for (const model of [own, mine]) model.dispose();
});

test('the description of the picture has those of the children, in the order of the markup', async () => {
  const [left, right] = [dancer({ alt: 'Aki' }), dancer({ alt: 'Haru' })];
  const element = await showCast(left, right);
  const label = (): string | null => part(element, '.picture').getAttribute('aria-label');
  expect(label()).toBe('Aki, Haru');
  element.prepend(right);
  await frames(1);
  expect(label()).toBe('Haru, Aki');
  element.alt = 'A duet';
  expect(label()).toBe('A duet, Haru, Aki');
  element.removeAttribute('alt');
  left.alt = right.alt = null;
  expect(label()).toBe('2 dancers');
  left.remove();
  await frames(1);
  expect(label()).toBe('A dancer');
});

test('a child that moves within the player is not loaded anew', async () => {
  const [left, right] = [dancer(), dancer()];
  const element = await showCast(left, right);
  const { loadedModel } = right;
  element.prepend(right);
  await frames(2);
  expect([right.loadedModel, element.readyState]).toEqual([loadedModel, 4]);
});

test('children come and go while the player plays; without any, nothing is loaded', async () => {
  const left = dancer();
  left.motion = walk(20);
  const element = await showCast(left);
  await element.play();
  const right = dancer();
  right.motion = walk(30);
  element.append(right);
  await nextEvent(right, 'load');
  expect([element.duration, element.paused]).toEqual([30, false]);
  left.remove();
  await nextEvent(element, 'canplaythrough');
  expect([left.loadedModel, element.paused]).toEqual([undefined, false]);
  right.remove();
  await nextEvent(element, 'emptied');
  expect([element.readyState, element.paused]).toEqual([0, true]);
});

test('a model and a motion of a child change alone', async () => {
  const child = dancer();
  child.motion = walk(2);
  const element = await showCast(child);
  const first = child.loadedModel;
  child.motion = walk(5);
  await nextEvent(child, 'load');
  expect([child.loadedModel, element.duration]).toEqual([first, 5]);
  child.model = boardFile('other.pmx');
  await nextEvent(child, 'load');
  expect(child.loadedModel).not.toBe(first);
  expect(element.duration).toBe(5);
});

test('a broken child leaves the others playing and says what is wrong', async () => {
  const good = dancer();
  good.motion = walk(2);
  const broken = dancer({}, new File(['no model'], 'broken.pmx'));
  const failed = nextEvent(broken, 'error');
  const element = await showCast(good, broken);
  await failed;
  expect(broken.error).toMatchObject({ code: 4, message: expect.stringContaining('broken.pmx') });
  expect([element.error, element.readyState, good.error]).toEqual([null, 4, null]);
  expect(problemTexts(element)).toEqual([broken.error!.message]);
  broken.model = boardFile();
  await nextEvent(broken, 'load');
  expect([broken.error, problemTexts(element)]).toEqual([null, []]);
});

test('if no child can be loaded, the player has an error', async () => {
  const element = showElement();
  element.append(dancer({}, new File(['no model'], 'broken.pmx')));
  await nextEvent(element, 'error');
  expect(element.error!.message).toContain('broken.pmx');
  element.append(dancer());
  await nextEvent(element, 'canplaythrough');
  expect([element.error, element.readyState]).toEqual([null, 4]);
});

test('a model of the page stands again where it stood when it is taken away', async () => {
  const first = dancer();
  await showCast(first);
  const model = first.loadedModel!;
  if (!('clone' in model)) throw new Error('no MMD model');
  const own = model.clone();
  own.root.position.set(1, 2, 3);
  const child = dancer({}, null);
  child.model = own;
  first.parentNode!.append(child);
  await nextEvent(child, 'load');
  expect([child.loadedModel, own.root.position.toArray()]).toEqual([own, [1, 2, 3]]);
  child.position = '5 0 0';
  expect(own.root.position.toArray()).toEqual([5, 0, 0]);
  child.remove();
  await frames(3);
  expect([own.root.parent, own.root.position.toArray()]).toEqual([null, [1, 2, 3]]);
  own.dispose();
});

test('a place that cannot be read is told in a sentence', async () => {
  const child = dancer({ position: '1 2', turn: 'left' });
  const element = await showCast(child);
  expect(problemTexts(element)).toEqual([
    '<odori-dancer> board.pmx: position="1 2" is not three numbers, for example "-4 0 0"',
    '<odori-dancer> board.pmx: turn="left" is not a number of degrees, for example "15"',
  ]);
  child.position = '1 2 3';
  child.turn = 10;
  expect(problemTexts(element)).toEqual([]);
});

test('the player with its own model has one dancer more', async () => {
  const child = dancer();
  child.motion = walk(4);
  const element = showElement({}, { model: boardFile(), motion: walk(2), audio: songFile(1) });
  element.append(child);
  await nextEvent(element, 'canplaythrough');
  expect(element.player.playables.length).toBe(2);
  expect(element.loadedModel).not.toBe(child.loadedModel);
});

test('the camera frames the group, and not its stage', async () => {
  const element = await showCast(dancer({ position: '-30 0 0' }), dancer({ position: '30 0 0' }));
  const { camera } = element.player;
  const [duet, target] = [camera!.distance, [...camera!.target.toArray()]];
  expect(target[0]).toBeCloseTo(0, 5);
  const child = stage(boardFile('stage.pmx'));
  element.append(child);
  await nextEvent(child, 'load');
  expect(element.player.camera!.distance).toBe(duet);
  element.querySelector('odori-dancer')!.position = '-60 0 0';
  expect(element.player.camera!.distance).toBeLessThan(duet); // further away: it is negative
  expect(element.player.camera!.target.x).toBeCloseTo(-15, 5);
});

test('a stage has no ground shadow, and takes the place of the floor', async () => {
  const child = stage(boardFile('stage.pmx'));
  const actor = dancer();
  const element = await showCast(actor, child);
  const shadows = (): boolean[] =>
    [actor, child].map(({ loadedModel }) => loadedModel!.surface.groundShadow.visible);
  expect(shadows()).toEqual([false, false]);
  element.setAttribute('stage', 'grid');
  expect(shadows()).toEqual([true, false]);
  expect(element.player.duration).toBe(0);
});

test('a camera in the motion of a child is the camera of the picture', async () => {
  const child = dancer();
  const bytes = serializeVmd(
    createVmd({ cameras: [{ frame: 0, distance: -33, target: [0, 5, 0], fov: 30 }] }),
  );
  child.motion = new File([Uint8Array.from(bytes)], 'camera.vmd');
  const element = await showCast(child);
  expect([element.cameraMode, element.player.camera!.distance]).toEqual(['motion', -33]);
});

test('more than 32 children are left out', async () => {
  const children = Array.from({ length: 33 }, () => dancer({}, null));
  const element = showElement();
  const failed = nextEvent(children[32], 'error');
  element.append(...children);
  await failed;
  expect(problemTexts(element)).toEqual(['a player shows at most 32 children: <odori-dancer> is left out']);
});

test('a stage may be an accessory of MMD, in a zip too; it has ten times the size in its file', async () => {
  const bytes = serializeX(new XBuilder().quad([0, 1, 0], 2).build());
  const zip = zipSync({ 'hall/stage.x': bytes });
  for (const file of [
    new File([Uint8Array.from(bytes)], 'stage.x'),
    new File([Uint8Array.from(zip)], 'hall.zip'),
  ]) {
    const child = stage(file);
    child.position = '0 1 0';
    const element = showElement({}, { model: boardFile() });
    element.append(child);
    let view: StageView | undefined;
    await nextEvent(element, 'canplaythrough');
    element.stage = { root: new Object3D(), update: (seen) => (view = seen) };
    await frames(2);
    const scene = view!.model!.root.parent!;
    const root = scene.children.find((object) => object.position.y === 1)!;
    const { x, y } = new Box3().setFromObject(root).getSize(new Vector3());
    expect([x, y, child.loadedModel]).toEqual([20, 20, undefined]);
    child.remove();
    await frames(3);
    expect(root.parent).toBeNull();
    clearPage();
  }
});

test('a stage may be a GLB, whose metres become units, and whose animation follows the time of the dance', async () => {
  const box = new Mesh(new BoxGeometry(), new MeshStandardMaterial());
  box.name = 'box';
  const clip = new AnimationClip('slide', 2, [
    new VectorKeyframeTrack('box.position', [0, 2], [0, 0, 0, 2, 0, 0]),
  ]);
  const glb = await new GLTFExporter().parseAsync(box, { binary: true, animations: [clip] });
  const child = stage(new File([glb as ArrayBuffer], 'stage.glb'));
  const element = showElement({}, { model: boardFile(), motion: walk(10) });
  element.append(child);
  await nextEvent(element, 'canplaythrough');
  element.currentTime = 1;
  let view: StageView | undefined;
  element.stage = { root: new Object3D(), update: (seen) => (view = seen) };
  await expect.poll(() => view).toBeDefined();
  const root = view!.model!.root.parent!.children.find((object) => object.scale.x === 12.5)!;
  expect(root.getObjectByName('box')!.position.x).toBeCloseTo(1, 5);
  expect(element.duration).toBe(10);
});

test('VRM avatars and MMD models dance side by side; the light of one avatar lights all', async () => {
  const vrm = new File([Uint8Array.from(smallVrm())], 'small.vrm');
  const [first, second, third] = [
    dancer({}, vrm),
    dancer({ position: '5 0 0' }),
    dancer({ position: '9 0 0' }, vrm),
  ];
  for (const child of [first, second, third]) child.motion = walk(2);
  const element = await showCast(first, second, third);
  element.currentTime = 1;
  await frames(2);
  const centers = [first, second, third].map(({ loadedModel }) => {
    const { rig } = loadedModel!;
    return rig.pose.translations[3 * rig.boneIndex('センター')];
  });
  expect(centers).toEqual([1, 1, 1]);
  expect('vrm' in second.loadedModel!).toBe(false);
  const lit = (): boolean[] =>
    [first, third].map(({ loadedModel }) => (loadedModel as VrmModel).lights.visible);
  expect(lit().filter(Boolean)).toEqual([true]);
  const [on, off] = lit()[0] ? [first, third] : [third, first];
  on.remove();
  await nextEvent(element, 'canplaythrough');
  expect((off.loadedModel as VrmModel).lights.visible).toBe(true);
});

/** A project with a board, or with these models. */
function projectBytes(...names: string[]): Uint8Array {
  const boneNames = ['センター', '頭'];
  const models = (names.length > 0 ? names : ['board']).map((name, number) =>
    createPmmModel({ number, name, path: `UserFile\\Model\\${name}.pmx`, boneNames }),
  );
  return serializePmm(createPmm({ models }));
}

test('a project plays with its models from a zip, and gives way to a model', async () => {
  const zip = zipSync({
    'show/concert.pmm': projectBytes(),
    'show/model/board.pmx': new Uint8Array(await boardFile().arrayBuffer()),
  });
  const element = showElement({}, { project: new File([Uint8Array.from(zip)], 'concert.zip') });
  await nextEvent(element, 'canplaythrough');
  expect([element.readyState, element.cameraMode, problemTexts(element)]).toEqual([4, 'motion', []]);
  expect(element.player.playables.length).toBe(1);
  expect('models' in element.player.playables[0]).toBe(true);
  element.project = null;
  element.model = boardFile();
  await nextEvent(element, 'canplaythrough');
  expect(element.player.playables).toEqual([element.loadedModel]);
});

test('the automatic camera films the dancers of a project, and not its stage', async () => {
  const floor = new ModelBuilder();
  floor.material();
  floor.quad({ center: [0, 0, 0], width: 400, height: 400 });
  const files = new Map([
    ['board.pmx', boardFile()],
    ['floor.pmx', new File([Uint8Array.from(floor.bytes())], 'floor.pmx')],
  ]);
  const project = new File([Uint8Array.from(projectBytes('floor', 'board'))], 'concert.pmm');
  const element = showElement({ camera: 'auto' }, { project, files });
  await nextEvent(element, 'canplaythrough');
  const [scene] = element.player.playables as unknown as readonly MmdScene[];
  await expect.poll(() => element.player.camera).toBeInstanceOf(AutoCamera);
  expect((element.player.camera as AutoCamera).models).toEqual([scene.models[1]]);
  element.camera = null;
  await expect.poll(() => element.player.camera).toBeUndefined(); // the project moves its own
});

test('a project says which of its files are missing, and a broken one why it cannot be shown', async () => {
  const element = showElement({}, { project: new File([Uint8Array.from(projectBytes())], 'concert.pmm') });
  await nextEvent(element, 'canplaythrough');
  expect(problemTexts(element)).toEqual(['The project lacks what could not be loaded: board']);
  element.files = new Map([['board.pmx', boardFile()]]);
  await nextEvent(element, 'canplaythrough');
  expect(problemTexts(element)).toEqual([]);
  element.project = new File(['no project'], 'broken.pmm');
  await nextEvent(element, 'error');
  expect(element.error!.message).toContain('broken.pmm');
});
