import {
  BoxGeometry,
  BufferGeometry,
  DirectionalLight,
  Group,
  type Material,
  Mesh,
  MeshBasicMaterial,
  PerspectiveCamera,
  Scene,
  ShaderMaterial,
  Texture,
  type WebGLRenderer,
} from 'three';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { prepareDrawing } from '#src/element/graphics/webgl/prepare-drawing.js';

const scene = new Scene();
const camera = new PerspectiveCamera();

beforeEach(() => {
  vi.stubGlobal('document', { hidden: false });
  vi.stubGlobal('requestAnimationFrame', (callback: () => void) => {
    calls.push('frame');
    setTimeout(callback);
  });
  calls = [];
});

afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
  vi.useRealTimers();
});

let calls: string[];
/** How often a fence is looked at before the graphics card has come to it. */
let looks = 0;

const context = {
  fenceSync: (): object | null => ({ left: looks }),
  flush() {},
  getSyncParameter: (fence: { left: number }) => (fence.left-- > 0 ? 0 : context.SIGNALED),
  deleteSync: () => looks > 0 && calls.push('idle'),
  SIGNALED: 1,
};

interface Program {
  isReady(): boolean;
  getUniforms(): void;
}

/** Creates the shadow map of a light by drawing nothing into it. */
function createShadowMap([light]: readonly DirectionalLight[], { children }: Scene): void {
  expect([light.shadow.map, children]).toEqual([null, []]);
  calls.push('shadow map');
  Object.assign(light.shadow, { map: {} });
}

/** A renderer that notes what it is to do, with compiled shaders. */
function renderer(programs: readonly Program[] = [], { hasShadows = false } = {}): WebGLRenderer {
  const note =
    (name: string) =>
    (what: { name: string; material?: Material }, ...rest: unknown[]) => {
      const shader = what.material?.name ? ` with ${what.material.name}` : '';
      calls.push(`${name} ${what.name}${shader}${target ? ' off the screen' : ''}`);
      if (rest.length > 0) expect(rest).toEqual([camera, scene]);
    };
  let target: unknown = null;
  const all = {
    info: { programs },
    getContext: () => context,
    shadowMap: { enabled: hasShadows, render: createShadowMap },
    compile: note('compile'),
    initTexture: note('upload'),
    getRenderTarget: () => target,
    setRenderTarget: (next: unknown) => (target = next),
  };
  return all as unknown as WebGLRenderer;
}

function program(name: string, isReady: () => boolean = () => true): Program {
  return { isReady, getUniforms: () => calls.push(`use ${name}`) };
}

function mesh(
  name: string,
  material: Material | Material[],
  geometry: BufferGeometry = new BoxGeometry(),
): Mesh {
  const made = new Mesh(geometry, material);
  made.name = name;
  return made;
}

function texture(name: string, image: object | null = {}): Texture {
  const made = new Texture(image);
  made.name = name;
  return made;
}

const isOpen = (): boolean => false;

test('shaders are compiled first, then textures of materials and of their uniforms are uploaded, each once', async () => {
  const skin = texture('skin');
  const materials = [
    new MeshBasicMaterial({ map: skin }),
    new ShaderMaterial({
      uniforms: { toon: { value: texture('toon') }, again: { value: skin }, width: { value: 1 } },
    }),
  ];
  const root = new Group().add(mesh('body', materials));
  await prepareDrawing(renderer(), root, scene, camera, isOpen);
  expect(calls).toEqual(['frame', 'compile body', 'frame', 'upload skin', 'upload toon']);
});

test('what draws nothing is left out: hidden meshes and materials, meshes without groups, textures without an image', async () => {
  const hidden = mesh('hidden', new MeshBasicMaterial({ map: texture('hidden') }));
  hidden.visible = false;
  const clear = new MeshBasicMaterial();
  clear.visible = false;
  const root = new Group().add(
    hidden,
    mesh('clear', [clear]),
    mesh('empty', [new MeshBasicMaterial()], new BufferGeometry()),
    mesh('board', new MeshBasicMaterial({ map: texture('missing', null) })),
  );
  await prepareDrawing(renderer(), root, scene, camera, isOpen);
  expect(calls).toEqual(['frame', 'compile board']);
});

test('uploads that take long are spread over frames', async () => {
  let now = 0;
  vi.spyOn(performance, 'now').mockImplementation(() => (now += 5)); // each upload takes 5 ms
  const materials = ['a', 'b', 'c'].map((name) => new MeshBasicMaterial({ map: texture(name) }));
  await prepareDrawing(renderer(), new Group().add(mesh('body', materials)), scene, camera, isOpen);
  expect(calls.filter((call) => call === 'frame').length).toBe(3); // one of them before the shader
  expect(calls.filter((call) => call.startsWith('upload'))).toEqual(['upload a', 'upload b', 'upload c']);
});

test('where the browser compiles in the background, the page waits for that, and then reads what came out', async () => {
  let isReady = false;
  const root = new Group().add(mesh('body', new MeshBasicMaterial({ map: texture('skin') })));
  const shaders = [program('body', () => isReady)];
  const prepared = prepareDrawing(renderer(shaders), root, scene, camera, isOpen);
  await new Promise((resolve) => setTimeout(resolve, 30));
  expect(calls).toEqual(['frame', 'compile body']);
  isReady = true;
  await prepared;
  expect(calls).toEqual(['frame', 'compile body', 'frame', 'use body', 'upload skin']);
});

test('a shader that was freed meanwhile is left alone', async () => {
  const shaders: Program[] = [];
  const other = { isReady: () => true, getUniforms: () => shaders.pop() };
  shaders.push(other, program('freed'));
  const root = new Group().add(mesh('body', new MeshBasicMaterial()));
  await prepareDrawing(renderer(shaders), root, scene, camera, isOpen);
  expect(calls).toEqual(['frame', 'compile body', 'frame']);
});

test('what draws a mesh into shadow maps is compiled too, and the shadow map is created, if a light casts shadows', async () => {
  const body = mesh('body', new MeshBasicMaterial());
  body.customDepthMaterial = new MeshBasicMaterial();
  body.customDepthMaterial.name = 'depth';
  body.castShadow = true;
  const { material } = body;
  const root = new Group().add(body);
  await prepareDrawing(renderer([], { hasShadows: true }), root, scene, camera, isOpen);
  expect(calls).toEqual(['frame', 'compile body']);
  const light = new DirectionalLight();
  light.castShadow = true;
  scene.add(light);
  calls = [];
  await prepareDrawing(renderer([], { hasShadows: true }), root, scene, camera, isOpen);
  await prepareDrawing(renderer(), root, scene, camera, isOpen);
  scene.remove(light);
  const picture = ['frame', 'compile body'];
  expect(calls).toEqual([
    ...picture,
    'compile body with depth off the screen',
    'frame',
    'shadow map',
    ...picture,
  ]);
  expect(body.material).toBe(material);
});

test('the page waits until the graphics card has done what it was told, before it is asked about it', async () => {
  looks = 3;
  const shaders = [program('body')];
  await prepareDrawing(
    renderer(shaders),
    new Group().add(mesh('body', new MeshBasicMaterial())),
    scene,
    camera,
    isOpen,
  );
  looks = 0;
  expect(calls).toEqual(['idle', 'frame', 'compile body', 'idle', 'frame', 'use body']);
});

test('a graphics card that never gets done does not keep the picture away', async () => {
  vi.useFakeTimers();
  looks = Infinity;
  const root = new Group().add(mesh('body', new MeshBasicMaterial()));
  const prepared = prepareDrawing(renderer(), root, scene, camera, isOpen);
  await vi.advanceTimersByTimeAsync(8000);
  looks = 0;
  await expect(prepared).resolves.toBeUndefined();
});

test('a context that is lost has no fences', async () => {
  vi.spyOn(context, 'fenceSync').mockReturnValue(null);
  await prepareDrawing(
    renderer(),
    new Group().add(mesh('body', new MeshBasicMaterial())),
    scene,
    camera,
    isOpen,
  );
  expect(calls).toEqual(['frame', 'compile body']);
});

test('shaders that never get ready do not keep the picture away', async () => {
  vi.useFakeTimers();
  const root = new Group().add(mesh('body', new MeshBasicMaterial()));
  const shaders = [program('body', () => false)];
  const prepared = prepareDrawing(renderer(shaders), root, scene, camera, isOpen);
  await vi.advanceTimersByTimeAsync(4000);
  await expect(prepared).resolves.toBeUndefined();
});

test('without a context nothing is prepared; one that gets lost ends the uploads', async () => {
  const materials = ['a', 'b'].map((name) => new MeshBasicMaterial({ map: texture(name) }));
  const root = new Group().add(mesh('body', materials));
  await prepareDrawing(renderer(), root, scene, camera, () => true);
  expect(calls).toEqual([]);
  await prepareDrawing(renderer(), root, scene, camera, () => calls.includes('upload a'));
  expect(calls).toEqual(['frame', 'compile body', 'frame', 'upload a']);
});

test('a page in the background has no frames to wait for', async () => {
  vi.stubGlobal('document', { hidden: true });
  const root = new Group().add(mesh('body', new MeshBasicMaterial({ map: texture('skin') })));
  await prepareDrawing(renderer(), root, scene, camera, isOpen);
  expect(calls).toEqual(['compile body', 'upload skin']);
});
