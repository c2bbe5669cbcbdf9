import type { MmdModel as Model, ModelPhysicsOptions } from '@odori/model';
import { createModel } from '@odori/model';
import { MmdLight, MmdModel, type MmdModelProps, MotionPlayer, useMmdModel } from '@odori/react';
import type { MotionPlayer as Player } from '@odori/runtime';
import {
  Activity,
  createRef,
  type ReactElement,
  startTransition,
  Suspense,
  useDeferredValue,
  useState,
} from 'react';
import { DefaultLoadingManager } from 'three';
import { expect, test } from 'vitest';
import { frames } from '#test/support/frames.js';
import { rigidBody } from '#test/support/physics-model.js';
import { ModelBuilder } from '#test/support/model-builder.js';
import { drawNothing, setDrawing } from '#test/support/open-page.js';
import {
  boardFile,
  canvas,
  eventually,
  files,
  find,
  inScene,
  later,
  motionOf,
  newCanvas,
  notInScene,
  pixel,
  preload,
  requests,
  setUpPage,
  show,
  showScene,
  text,
  walk,
} from './page.js';

const MOVED = { rigidBodies: [rigidBody({ bone: 0, mode: 1, position: [0, 10, 0] })] };

drawNothing();
const takeComplaints = setUpPage();

/** Shows the board, and resolves to the model when it is in the scene. */
async function showBoard(props: Partial<MmdModelProps> = {}, options = {}): Promise<Model> {
  const ref = createRef<Model>();
  await preload('board.pmx');
  showScene(<MmdModel model="board.pmx" {...props} ref={ref} />, options);
  await inScene('board');
  return ref.current!;
}

test('a viewer of a few lines shows a model in the light of MMD', async () => {
  setDrawing(window, true);
  files.set('board.pmx', boardFile());
  await preload('board.pmx');
  showScene(
    <>
      <MmdLight />
      <MmdModel model="board.pmx" />
    </>,
  );
  await inScene('board');
  await frames(2);
  expect(pixel(48, 32)[3]).toBe(255);
  expect(pixel(2, 32)[3]).toBe(0);
});

test('while a model loads, the fallback is shown, and the loading manager of three counts it', async () => {
  const { promise, resolve } = later();
  files.set('board.pmx', promise);
  const seen: unknown[] = [];
  const { onStart, onProgress, onLoad } = DefaultLoadingManager;
  DefaultLoadingManager.onStart = (url) => seen.push(`start ${url}`);
  DefaultLoadingManager.onProgress = (url, loaded, total) => seen.push(`${url}, ${total - loaded} left`);
  DefaultLoadingManager.onLoad = () => seen.push('load');
  showScene(<MmdModel model="board.pmx" />);
  await inScene('loading');
  await eventually(() => expect(seen).toEqual(['start board.pmx']));
  resolve(boardFile());
  await inScene('board');
  Object.assign(DefaultLoadingManager, { onStart, onProgress, onLoad });
  expect(seen).toEqual(['start board.pmx', 'board.pmx, 0 left', 'load']);
  expect(canvas().scene.getObjectByName('loading')).toBeUndefined();
});

test('a component that unmounts while its model loads leaves nothing behind, and shows it at once when it comes back', async () => {
  const { promise, resolve } = later();
  files.set('board.pmx', promise);
  showScene(<MmdModel model="board.pmx" />, { strict: true });
  await inScene('loading');
  showScene(<group name="empty" />, { strict: true });
  await inScene('empty');
  const before = { ...canvas().gl.info.memory };
  resolve(boardFile());
  await frames(3);
  expect({ ...canvas().gl.info.memory }).toEqual(before);
  expect(canvas().scene.getObjectByName('board')).toBeUndefined();
  showScene(<MmdModel model="board.pmx" />, { strict: true });
  await inScene('board');
  expect(requests).toEqual(['board.pmx']);
});

test('an error gives the nearest error boundary our sentence; a missing file loads again when that is reset later', async () => {
  const missing = 'missing.pmx: the server answered 404 Not Found';
  showScene(<MmdModel model="missing.pmx" />);
  await eventually(() => expect(text()).toBe(`LoadError: ${missing}`));
  expect(requests).toEqual(['missing.pmx']); // although React renders more than once
  files.set('missing.pmx', boardFile()).set('walk.vmd', walk(1));
  await new Promise((resolve) => setTimeout(resolve, 520)); // an error is kept for half a second
  find('button').click();
  await inScene('board');
  showScene(<MmdModel model="missing.pmx" motion="walk.vmd" />);
  await eventually(() => expect(text()).toBe('Error: <MmdModel motion> needs a <MotionPlayer> around it'));
  expect(takeComplaints().join()).toContain('404'); // React logs what a boundary has caught
});

test('clear lets the next render load a file anew', async () => {
  files.set('board.pmx', boardFile());
  await showBoard();
  files.set('board.pmx', boardFile('newer'));
  useMmdModel.clear('board.pmx');
  showScene(<MmdModel model="board.pmx" />);
  await inScene('newer');
  expect(requests).toEqual(['board.pmx', 'board.pmx']);
});

test('each prop sets its property, and gives back the value before when it is taken away', async () => {
  files.set('board.pmx', boardFile());
  const model = await showBoard();
  const { mesh, root, surface } = model;
  const values = (): unknown => [
    [surface.look, surface.shadows, surface.edgeWidth, surface.edgeColor?.getHex()],
    [shownParts(model), surface.groundShadowOpacity, surface.groundShadowBrightness],
    [mesh.castShadow, mesh.receiveShadow, root.position.x, root.scale.y],
  ];
  const before = values();
  const look = { look: 'plain', shadows: 'three', edgeWidth: 2, edgeColor: 'red' } as const;
  const shadow = { groundShadow: false, groundShadowOpacity: 1, groundShadowBrightness: 0, outline: false };
  const place = { castShadow: false, receiveShadow: false, position: [3, 0, 0], scale: 0.08 } as const;
  showScene(<MmdModel model="board.pmx" surface={{ ...look, ...shadow }} {...place} />);
  await eventually(() =>
    expect(values()).toEqual([
      ['plain', 'three', 2, 0xff0000],
      [['mesh'], 1, 0],
      [false, false, 3, 0.08],
    ]),
  );
  showScene(<MmdModel model="board.pmx" />);
  await eventually(() => expect(values()).toEqual(before));
});

test('the look of the scene has its settings, and the flat shadow only if it is asked for', async () => {
  files.set('board.pmx', boardFile());
  const { surface } = await showBoard({
    surface: { look: 'scene', shadeColor: 'blue', rampSoftness: 0.5, environmentShare: 0.25, rim: 0.75 },
  });
  await eventually(() => expect(surface.look).toBe('scene'));
  expect(surface).toMatchObject({ rampSoftness: 0.5, environmentShare: 0.25, rim: 0.75 });
  expect([surface.shadeColor?.getHex(), surface.groundShadow.visible]).toEqual([0x0000ff, false]);
  showScene(<MmdModel model="board.pmx" surface={{ look: 'scene', groundShadow: true }} />);
  await eventually(() => expect(surface.groundShadow.visible).toBe(true));
  expect([surface.shadeColor, surface.rim]).toEqual([undefined, 0]);
  showScene(<MmdModel model="board.pmx" />);
  await eventually(() => expect([surface.look, surface.groundShadow.visible]).toEqual(['auto', true]));
});

test('a model has physics from the beginning, as preloaded, with the options that its component has now', async () => {
  files.set('board.pmx', boardFile('board', MOVED));
  useMmdModel.preload('board.pmx', { physics: true });
  await eventually(() => expect(requests).toEqual(['board.pmx']));
  const undefinedOption = { wind: [20, 0, 0], gravity: undefined } as unknown as ModelPhysicsOptions;
  const model = await showBoard({ physics: undefinedOption });
  expect(requests).toEqual(['board.pmx']);
  const physics = model.physics!;
  expect(physics.bodyCount).toBe(1);
  await eventually(() => expect([...physics.wind]).toEqual([20, 0, 0]));
  expect(physics.gravity[1]).toBeCloseTo(-98, 5);
  showScene(<MmdModel model="board.pmx" physics={{ wind: [0, 0, 5], ground: false }} />);
  await eventually(() => expect([...physics.wind, physics.ground]).toEqual([0, 0, 5, false]));
  showScene(<MmdModel model="board.pmx" physics={false} />);
  await eventually(() => expect([...physics.wind, physics.mode]).toEqual([0, 0, 0, 'off']));
  showScene(<MmdModel model="board.pmx" physics />);
  await eventually(() => expect(physics.mode).toBe('keyframes'));
  showScene(<MmdModel model="board.pmx" />);
  await eventually(() => expect(physics.mode).toBe('off'));
});

test('a canvas that draws on demand draws a prop that changes, and physics when it has loaded', async () => {
  files.set('board.pmx', boardFile('board', MOVED));
  newCanvas();
  const options = { frameloop: 'demand' } as const;
  const model = await showBoard({}, options);
  await frames(4);
  const drawn: unknown[] = [];
  const { gl } = canvas();
  const draw = gl.render.bind(gl);
  gl.render = (...scene) => {
    drawn.push([model.surface.edgeWidth, model.physics !== undefined]);
    draw(...scene);
  };
  await frames(4);
  expect(drawn).toEqual([]);
  showScene(<MmdModel model="board.pmx" surface={{ edgeWidth: 2 }} />, options);
  await eventually(() => expect(drawn).toEqual([[2, false]]));
  showScene(<MmdModel model="board.pmx" surface={{ edgeWidth: 2 }} physics />, options);
  await eventually(() => expect(drawn).toContainEqual([2, true]));
  newCanvas();
});

test('without the prop physics a model has none, and gets it with the prop without being hidden', async () => {
  files.set('board.pmx', boardFile('board', MOVED));
  const model = await showBoard();
  await frames(2);
  expect(model.physics).toBeUndefined();
  showScene(<MmdModel model="board.pmx" physics />);
  await eventually(() => expect(model.physics).toBeDefined());
  expect(canvas().scene.getObjectByName('loading')).toBeUndefined();
});

test('parts that are switched off stay so when a motion hides the model and shows it again', async () => {
  files.set('board.pmx', boardFile());
  const model = createRef<Model>();
  const player = createRef<Player>();
  const hidden = motionOf({
    properties: [
      { frame: 0, visible: false },
      { frame: 30, visible: true },
    ],
  });
  const scene = (props: Partial<MmdModelProps>): ReactElement => (
    <MotionPlayer ref={player}>
      <MmdModel model="board.pmx" motion={hidden} ref={model} {...props} />
    </MotionPlayer>
  );
  await preload('board.pmx');
  showScene(scene({ surface: { outline: false } }));
  await inScene('board');
  expect(model.current!.mesh.visible).toBe(false);
  showScene(scene({ surface: { outline: false, groundShadow: false } }));
  await frames(3);
  player.current!.currentTime = 1;
  expect(shownParts(model.current!)).toEqual(['mesh']);
  showScene(scene({}));
  await eventually(() => expect(shownParts(model.current!)).toEqual(['mesh', 'outline', 'groundShadow']));
});

/** The parts of a model that a camera sees. */
function shownParts(model: Model): string[] {
  const names = ['mesh', 'outline', 'groundShadow'] as const;
  const { surface } = model;
  return names.filter((name) => surface[name].visible && surface[name].layers.test(canvas().camera.layers));
}

test('another model has physics as the options of the hook are by then', async () => {
  files.set('board.pmx', boardFile('board', MOVED)).set('other.pmx', boardFile('other', MOVED));
  await preload('board.pmx', 'other.pmx');
  const model = { current: undefined as Model | undefined };
  const Dancer = ({ url, physics }: { url: string; physics: boolean }): ReactElement => {
    model.current = useMmdModel(url, { physics });
    return <primitive object={model.current.root} />;
  };
  showScene(<Dancer url="board.pmx" physics={false} />);
  await inScene('board');
  expect(model.current!.physics).toBeUndefined();
  showScene(<Dancer url="other.pmx" physics />);
  await inScene('other');
  expect(model.current!.physics).toBeDefined();
});

test('components with the same URL load it once, share its vertices, have poses of their own, and end one by one', async () => {
  files.set('board.pmx', boardFile());
  await preload('board.pmx');
  const [left, right] = [createRef<Model>(), createRef<Model>()];
  const scene = (isLeft: boolean): ReactElement => (
    <>
      {isLeft && <MmdModel model="board.pmx" ref={left} />}
      <MmdModel model="board.pmx" ref={right} adjust={({ pose }) => pose.translations.set([5, 0, 0])} />
    </>
  );
  showScene(scene(true));
  await inScene('board');
  await frames(2);
  expect(requests).toEqual(['board.pmx']);
  const [a, b] = [left.current!, right.current!];
  expect(a).not.toBe(b);
  expect(a.mesh.geometry.index).toBe(b.mesh.geometry.index);
  expect([a.rig.worldMatrices[12], b.rig.worldMatrices[12]]).toEqual([0, 5]);
  showScene(scene(false));
  await eventually(() => expect(() => a.clone()).toThrow(TypeError));
  expect(right.current).toBe(b);
  b.clone().dispose();
  showScene(scene(true));
  await eventually(() => expect(left.current?.mesh.geometry.index).toBe(b.mesh.geometry.index));
  expect(requests).toEqual(['board.pmx']);
});

test('another URL shows another model, and disposes of the last one', async () => {
  files.set('board.pmx', boardFile()).set('other.pmx', boardFile('other'));
  const model = await showBoard();
  await preload('other.pmx');
  showScene(<MmdModel model="other.pmx" />);
  await inScene('other');
  expect(canvas().scene.getObjectByName('board')).toBeUndefined();
  await frames(2);
  expect(() => model.clone()).toThrow(TypeError);
});

function Deferred({ url }: { url: string }): ReactElement {
  return <MmdModel model={useDeferredValue(url)} />;
}

test('with useDeferredValue, the last model stays until the next one has loaded', async () => {
  const { promise, resolve } = later();
  files.set('board.pmx', boardFile()).set('other.pmx', promise);
  await preload('board.pmx');
  showScene(<Deferred url="board.pmx" />);
  await inScene('board');
  showScene(<Deferred url="other.pmx" />);
  await expect.poll(() => requests).toContain('other.pmx');
  expect(canvas().scene.getObjectByName('board')?.visible).toBe(true);
  resolve(boardFile('other'));
  await inScene('other');
});

test('in a transition, the last model stays until all of the next ones have loaded, each of them once', async () => {
  const { promise, resolve } = later();
  files.set('board.pmx', boardFile()).set('other.pmx', promise).set('third.pmx', boardFile('third'));
  await preload('board.pmx', 'third.pmx');
  let setUrls!: (urls: string[]) => void;
  const Dancers = (): ReactElement[] => {
    const [urls, set] = useState(['board.pmx']);
    setUrls = set;
    return urls.map((url) => <MmdModel key={url} model={url} />);
  };
  showScene(<Dancers />);
  await inScene('board');
  startTransition(() => setUrls(['other.pmx', 'third.pmx']));
  await eventually(() => expect(requests).toContain('other.pmx'));
  await frames(3);
  expect(canvas().scene.getObjectByName('board')?.visible).toBe(true);
  expect(canvas().scene.getObjectByName('third')).toBeUndefined();
  resolve(boardFile('other'));
  await inScene('other');
  await inScene('third');
  expect(requests.toSorted()).toEqual(['board.pmx', 'other.pmx', 'third.pmx']);
});

test.each([false, true])('unmounting frees all GPU memory and the file (StrictMode: %s)', async (strict) => {
  setDrawing(window, true);
  files.set('board.pmx', boardFile());
  const model = createRef<Model>();
  const nothing = <group name="nothing" />;
  showScene(nothing, { strict });
  await inScene('nothing');
  await frames(2);
  const before = { ...canvas().gl.info.memory };
  await preload('board.pmx');
  showScene(
    <>
      <MmdLight />
      <MmdModel model="board.pmx" physics ref={model} />
    </>,
    { strict },
  );
  await inScene('board');
  await frames(2);
  model.current!.clone().dispose(); // a model that has been disposed of would throw
  expect(canvas().gl.info.memory.geometries).toBeGreaterThan(before.geometries);
  expect(canvas().gl.info.memory.textures).toBeGreaterThan(before.textures);
  expect(pixel(48, 32)[3]).toBe(255);
  showScene(nothing, { strict });
  await eventually(() => expect({ ...canvas().gl.info.memory }).toEqual(before));
  showScene(<MmdModel model="board.pmx" />, { strict });
  await eventually(() => expect(requests).toEqual(['board.pmx', 'board.pmx']));
});

test('a model that React hides and shows again has not been disposed of', async () => {
  files.set('board.pmx', boardFile());
  await preload('board.pmx');
  const page = (mode: 'visible' | 'hidden'): ReactElement => (
    <Activity mode={mode}>
      <Suspense fallback={null}>
        <MmdModel model="board.pmx" ref={ref} />
      </Suspense>
    </Activity>
  );
  const ref = createRef<Model>();
  showScene(page('visible'));
  await inScene('board');
  await frames(2);
  const first = ref.current!;
  showScene(page('hidden'));
  await eventually(() => expect(() => first.clone()).toThrow(TypeError));
  showScene(page('visible'));
  await eventually(() => ref.current!.clone().dispose());
  expect(canvas().scene.getObjectByName('board')).toBe(ref.current!.root);
});

test('a model of the page stays the page’s when its component unmounts', async () => {
  const builder = new ModelBuilder();
  builder.material();
  builder.quad({ center: [0, 10, 0], width: 20, height: 20 });
  const own = createModel({ ...builder.build(), name: 'own' });
  showScene(<MmdModel model={own} surface={{ look: 'plain' }} />);
  await inScene('own');
  expect(own.surface.look).toBe('plain');
  showScene(null);
  await notInScene('own');
  await frames(2);
  expect(own.surface.look).toBe('auto');
  own.clone().dispose();
  own.dispose();
});

test('copies of renders that React has thrown away are disposed of', async () => {
  const { promise, resolve } = later();
  files.set('board.pmx', boardFile()).set('other.pmx', promise);
  const copies: WeakRef<Model>[] = [];
  const Both = (): ReactElement => {
    const board = useMmdModel('board.pmx');
    copies.push(new WeakRef(board));
    return <primitive object={[board.root, useMmdModel('other.pmx').root][0]} />;
  };
  showScene(<Both />);
  await eventually(() => expect(copies.length).toBeGreaterThan(0));
  resolve(boardFile('other'));
  await inScene('board');
  const thrownAway = copies.map((copy) => copy.deref()).filter((copy) => copy && copy.root.parent === null);
  expect(thrownAway.length).toBeGreaterThan(0);
  await eventually(() => {
    (globalThis as unknown as { gc: () => void }).gc();
    for (const copy of thrownAway) expect(() => copy!.clone()).toThrow(TypeError);
  });
});

test('a file, a zip and files by path are sources too, and path chooses one of several models', async () => {
  const folder = new Map([
    ['a/board.pmx', boardFile()],
    ['b/other.pmx', boardFile('other')],
  ]);
  showScene(
    <>
      <MmdModel model={folder} path="b/other.pmx" />
      <MmdModel model={folder.get('a/board.pmx')!} />
    </>,
  );
  await inScene('other');
  await inScene('board');
  expect(requests).toEqual([]);
});

test('model and motion of one component load at the same time', async () => {
  const { promise, resolve } = later();
  files.set('board.pmx', promise).set('walk.vmd', walk(1));
  showScene(
    <MotionPlayer>
      <MmdModel model="board.pmx" motion="walk.vmd" />
    </MotionPlayer>,
  );
  await eventually(() => expect(requests.toSorted()).toEqual(['board.pmx', 'walk.vmd']));
  resolve(boardFile());
  await inScene('board');
});

test('children move with the place of the model, and are not disposed of with it', async () => {
  files.set('board.pmx', boardFile());
  await preload('board.pmx');
  showScene(
    <MmdModel model="board.pmx" position={[1, 2, 3]}>
      <group name="hat" position={[0, 20, 0]} />
    </MmdModel>,
  );
  await inScene('hat');
  const hat = canvas().scene.getObjectByName('hat')!;
  hat.updateWorldMatrix(true, false);
  expect(hat.matrixWorld.elements.slice(12, 15)).toEqual([1, 22, 3]);
  show(null);
});
