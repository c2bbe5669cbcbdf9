import type { StageView } from '@odori/element';
import {
  DirectionalLight,
  InstancedBufferGeometry,
  type Material,
  Mesh,
  type Object3D,
  PerspectiveCamera,
  Points,
  ShaderMaterial,
  Texture,
  type WebGLRenderer,
} from 'three';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { ConcertStage } from '#demos/concert/src/concert-stage.js';
import { rigPlace } from '#demos/concert/src/layout.js';
import { coverScale } from '#demos/concert/src/wall-color.js';

/** What the browser says of the user. */
const user = { isDark: false, isReduced: false };

beforeEach(() => {
  Object.assign(user, { isDark: false, isReduced: false });
  vi.stubGlobal('matchMedia', (query: string) => ({
    get matches() {
      return query.includes('dark') ? user.isDark : user.isReduced;
    },
    addEventListener() {},
  }));
});

afterEach(() => {
  vi.unstubAllGlobals();
});

type Drawn = Mesh | Points;

function drawnParts(stage: ConcertStage): Drawn[] {
  const parts: Drawn[] = [];
  stage.root.traverse((part: Object3D) => {
    if (part instanceof Mesh || part instanceof Points) parts.push(part);
  });
  return parts;
}

function triangles({ geometry }: Drawn): number {
  const count = (geometry.index ?? geometry.getAttribute('position')).count / 3;
  return geometry instanceof InstancedBufferGeometry ? count * geometry.instanceCount : count;
}

/** The values of a uniform in all materials that have it. */
function uniforms(stage: ConcertStage, name: string): unknown[] {
  const materials = drawnParts(stage).map(({ material }) => material);
  const owners = materials.filter((material) => material instanceof ShaderMaterial);
  return owners
    .filter((owner) => name in owner.uniforms)
    .map((owner) => owner.uniforms[name].value as unknown);
}

function view(z = 45, currentTime = 0): StageView {
  const camera = new PerspectiveCamera();
  camera.position.set(0, 10, z);
  camera.updateMatrixWorld();
  const renderer = { domElement: { height: 720 } } as WebGLRenderer;
  const light = new DirectionalLight('#ffffff');
  return { camera, light, model: undefined, models: [], renderer, currentTime, deltaSeconds: 0 };
}

test('the stage is at most 13 draw calls and 65,000 triangles, all drawn before the model', () => {
  const drawn = drawnParts(new ConcertStage());
  expect(drawn.length).toBeLessThanOrEqual(13);
  const meshes = drawn.filter((part) => part instanceof Mesh);
  expect(meshes.reduce((sum, mesh) => sum + triangles(mesh), 0)).toBeLessThanOrEqual(65_000);
  for (const part of drawn) {
    expect(!(part.material as Material).transparent || part.renderOrder < 0).toBe(true);
  }
});

test('wall, beams, deck and crowd beat with the song, and not for users who prefer reduced motion', () => {
  const stage = new ConcertStage();
  stage.update(view(45, 1.25));
  expect(new Set(uniforms(stage, 'beat'))).toEqual(new Set([2.5])); // 120 a minute
  expect(uniforms(stage, 'beat').length).toBeGreaterThanOrEqual(4);
  stage.beats = [0.5, 1, 1.5];
  expect(stage.isMoving).toBe(true);
  stage.update(view(45, 1.25));
  expect(new Set(uniforms(stage, 'beat'))).toEqual(new Set([1.5]));
  user.isReduced = true;
  const still = new ConcertStage();
  still.update(view(45, 1.25));
  expect(new Set(uniforms(still, 'beat'))).toEqual(new Set([0]));
});

test('from behind the dancer, nothing stands before her', () => {
  const stage = new ConcertStage();
  const isThere = (z: number): boolean => {
    stage.update(view(z));
    return stage.root.children.some(
      ({ scale, visible, position }) => scale.x === 1 && visible && position.z === -28,
    );
  };
  expect([45, -20, -40].map(isThere)).toEqual([true, true, false]);
});

test('a wider deck has a larger wall farther away, and a deck below it', () => {
  expect(rigPlace(15)).toEqual({ scale: 1, z: -28, halfWidth: 36, front: -8.25, back: -31 });
  expect(rigPlace(60)).toEqual({ scale: 2, z: -86, halfWidth: 72, front: -33, back: -92 });
  const stage = new ConcertStage();
  stage.radius = 60;
  expect(stage.root.children.some(({ position, scale }) => position.z === -86 && scale.y === 2)).toBe(true);
  expect(stage.isMoving).toBe(true);
});

test('a picture covers the wall as object-fit: cover does', () => {
  expect(coverScale(16 / 9, 16 / 9)).toEqual([1, 1]);
  expect(coverScale(1, 2)).toEqual([1, 0.5]); // a square on a wide wall: its upper and lower quarters are cut
  expect(coverScale(4, 2)).toEqual([0.5, 1]);
  const stage = new ConcertStage();
  stage.update(view());
  const picture = new Texture({ width: 900, height: 900 });
  stage.picture = picture;
  expect(stage.isMoving).toBe(true);
  expect(new Set(uniforms(stage, 'picture'))).toEqual(new Set([picture])); // also in the floor
  expect(uniforms(stage, 'cover')[0]).toEqual([1, 9 / 16]);
  const freed = vi.fn<() => void>();
  picture.addEventListener('dispose', freed);
  stage.picture = undefined;
  expect([freed.mock.calls.length, uniforms(stage, 'hasPicture')[0]]).toEqual([1, 0]);
});

test('dispose frees every geometry and material, and the picture', () => {
  const stage = new ConcertStage();
  const picture = (stage.picture = new Texture({ width: 1, height: 1 }));
  const freed = vi.fn<() => void>();
  const owned = [
    picture,
    ...drawnParts(stage).flatMap(({ geometry, material }) => [geometry, material as Material]),
  ];
  for (const part of owned) (part as Material).addEventListener('dispose', freed);
  stage.dispose();
  expect(freed).toHaveBeenCalledTimes(new Set(owned).size);
});
