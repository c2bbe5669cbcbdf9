import { TaskQueue } from '@odori/runtime/internal/three';
import {
  BoxGeometry,
  BufferGeometry,
  Group,
  type Material,
  Mesh,
  MeshBasicMaterial,
  type Object3D,
  PerspectiveCamera,
  Scene,
  ShaderMaterial,
  Texture,
  type WebGLRenderer,
} from 'three';
import { afterEach, expect, test } from 'vitest';
import { prepareDrawing } from '#src/element/graphics/webgl/prepare-drawing.js';

const scene = new Scene();
const camera = new PerspectiveCamera();
const calls: string[] = [];
const ended = new AbortController();

afterEach(() => void calls.splice(0));

/** A renderer that notes what it is to do; the browser has compiled a shader when `compiled` resolves. */
function renderer(compiled: Promise<void> = Promise.resolve(), hasExtension = true): WebGLRenderer {
  const noted = {
    extensions: { has: () => hasExtension },
    compile: ({ name }: Mesh) => calls.push(`compile ${name} at once`),
    async compileAsync({ name }: Mesh, ...rest: unknown[]) {
      expect(rest).toEqual([camera, scene]);
      calls.push(`compile ${name}`);
      await compiled;
    },
    initTexture: ({ name }: Texture) => calls.push(`upload ${name}`),
  };
  return noted as unknown as WebGLRenderer;
}

function prepare(root: Object3D, by = renderer(), { signal } = new AbortController()): Promise<void> {
  return prepareDrawing(by, root, scene, camera, new TaskQueue(), signal);
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

test('shaders are compiled first, then textures of materials and of their uniforms are uploaded, each once', async () => {
  const skin = texture('skin');
  const materials = [
    new MeshBasicMaterial({ map: skin }),
    new ShaderMaterial({
      uniforms: { toon: { value: texture('toon') }, again: { value: skin }, width: { value: 1 } },
    }),
  ];
  await prepare(new Group().add(mesh('body', materials)));
  expect(calls).toEqual(['compile body', 'upload skin', 'upload toon']);
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
  await prepare(root);
  expect(calls).toEqual(['compile board']);
});

test('resolves when the browser has compiled the shaders', async () => {
  let finish: () => void = () => {};
  const compiled = new Promise<void>((resolve) => (finish = resolve));
  const root = new Group().add(mesh('body', new MeshBasicMaterial({ map: texture('skin') })));
  const prepared = prepare(root, renderer(compiled)).then(() => calls.push('prepared'));
  await new Promise((resolve) => setTimeout(resolve, 20));
  expect(calls).toEqual(['compile body', 'upload skin']);
  finish();
  await prepared;
  expect(calls).toEqual(['compile body', 'upload skin', 'prepared']);
});

test('an aborted signal ends it, and rejects nothing', async () => {
  const root = new Group().add(mesh('body', new MeshBasicMaterial({ map: texture('skin') })));
  ended.abort();
  await expect(prepare(root, renderer(), ended)).resolves.toBeUndefined();
  expect(calls).toEqual([]);
});

test('where the browser cannot compile in the background, the shaders are compiled at once', async () => {
  const root = new Group().add(mesh('body', new MeshBasicMaterial({ map: texture('skin') })));
  await prepare(root, renderer(Promise.resolve(), false));
  expect(calls).toEqual(['compile body at once', 'upload skin']);
});
