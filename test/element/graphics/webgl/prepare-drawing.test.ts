import {
  BoxGeometry,
  BufferGeometry,
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

/** A renderer that notes what it is to do. */
function renderer({ isParallel = false, compileAsync = () => Promise.resolve() } = {}): WebGLRenderer {
  const note =
    (name: string, result?: () => Promise<void>) =>
    (what: { name: string }, ...rest: unknown[]) => {
      calls.push(`${name} ${what.name}`);
      if (rest.length > 0) expect(rest).toEqual([camera, scene]);
      return result?.();
    };
  const extensions = { has: (name: string) => isParallel && name === 'KHR_parallel_shader_compile' };
  const all = {
    extensions,
    compile: note('compile'),
    compileAsync: note('compileAsync', compileAsync),
    initTexture: note('upload'),
  };
  return all as unknown as WebGLRenderer;
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
  expect(calls).toEqual(['compile body', 'frame', 'upload skin', 'upload toon']);
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
  expect(calls).toEqual(['compile board']);
});

test('uploads that take long are spread over frames', async () => {
  let now = 0;
  vi.spyOn(performance, 'now').mockImplementation(() => (now += 5)); // each upload takes 5 ms
  const materials = ['a', 'b', 'c'].map((name) => new MeshBasicMaterial({ map: texture(name) }));
  await prepareDrawing(renderer(), new Group().add(mesh('body', materials)), scene, camera, isOpen);
  expect(calls.filter((call) => call === 'frame').length).toBe(2);
  expect(calls.filter((call) => call.startsWith('upload'))).toEqual(['upload a', 'upload b', 'upload c']);
});

test('where the browser compiles in the background, the page waits for that', async () => {
  let finish = (): void => {};
  const compileAsync = (): Promise<void> => new Promise((resolve) => (finish = resolve));
  const root = new Group().add(mesh('body', new MeshBasicMaterial({ map: texture('skin') })));
  const prepared = prepareDrawing(renderer({ isParallel: true, compileAsync }), root, scene, camera, isOpen);
  await new Promise((resolve) => setTimeout(resolve, 5));
  expect(calls).toEqual(['compileAsync body']);
  finish();
  await prepared;
  expect(calls).toEqual(['compileAsync body', 'frame', 'upload skin']);
});

test('shaders that never get ready do not keep the picture away', async () => {
  vi.useFakeTimers();
  const compileAsync = (): Promise<void> => new Promise(() => {});
  const root = new Group().add(mesh('body', new MeshBasicMaterial()));
  const prepared = prepareDrawing(renderer({ isParallel: true, compileAsync }), root, scene, camera, isOpen);
  await vi.advanceTimersByTimeAsync(3000);
  await expect(prepared).resolves.toBeUndefined();
});

test('without a context nothing is prepared; one that gets lost ends the uploads', async () => {
  const materials = ['a', 'b'].map((name) => new MeshBasicMaterial({ map: texture(name) }));
  const root = new Group().add(mesh('body', materials));
  await prepareDrawing(renderer(), root, scene, camera, () => true);
  expect(calls).toEqual([]);
  await prepareDrawing(renderer(), root, scene, camera, () => calls.includes('upload a'));
  expect(calls).toEqual(['compile body', 'frame', 'upload a']);
});

test('a page in the background has no frames to wait for', async () => {
  vi.stubGlobal('document', { hidden: true });
  const root = new Group().add(mesh('body', new MeshBasicMaterial({ map: texture('skin') })));
  await prepareDrawing(renderer(), root, scene, camera, isOpen);
  expect(calls).toEqual(['compile body', 'upload skin']);
});
