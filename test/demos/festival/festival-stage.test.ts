import type { StageView } from '@odori/element';
import type { MmdModel } from '@odori/model';
import {
  DirectionalLight,
  InstancedBufferGeometry,
  LineSegments,
  type Material,
  Matrix4,
  Mesh,
  PerspectiveCamera,
  Points,
  ShaderMaterial,
  Vector3,
  type WebGLRenderer,
} from 'three';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { beatAt } from '#demos/festival/src/crowd.js';
import { createFestivalStage } from '#demos/festival/src/festival-stage.js';
import type { DanceStage } from '#demos/festival/src/part-stage.js';

type Listener = () => void;

/** What the browser says of the user, and who listens to changes of the color scheme. */
const user = { isDark: false, isReduced: false, listeners: new Set<Listener>() };

beforeEach(() => {
  Object.assign(user, { isDark: false, isReduced: false, listeners: new Set<Listener>() });
  vi.stubGlobal('matchMedia', (query: string) => ({
    get matches() {
      return query.includes('dark') ? user.isDark : user.isReduced;
    },
    addEventListener(_type: string, listener: Listener, options?: { signal?: AbortSignal }) {
      user.listeners.add(listener);
      options?.signal?.addEventListener('abort', () => user.listeners.delete(listener));
    },
  }));
});

afterEach(() => {
  vi.unstubAllGlobals();
});

type Drawn = Mesh | LineSegments | Points;

function drawnParts(stage: DanceStage): Drawn[] {
  const parts: Drawn[] = [];
  stage.root.traverse((part) => {
    if (part instanceof Mesh || part instanceof LineSegments || part instanceof Points) parts.push(part);
  });
  return parts;
}

function triangles({ geometry }: Drawn): number {
  const count = (geometry.index ?? geometry.getAttribute('position')).count / 3;
  return geometry instanceof InstancedBufferGeometry ? count * geometry.instanceCount : count;
}

/** The value of a uniform of the first material that has it. */
function uniform(stage: DanceStage, name: string): unknown {
  const materials = drawnParts(stage).map(({ material }) => material);
  const owner = materials.find((material) => material instanceof ShaderMaterial && name in material.uniforms);
  return (owner as ShaderMaterial).uniforms[name].value;
}

function view(changes: Partial<StageView> = {}): StageView {
  const renderer = { domElement: { height: 720 } } as WebGLRenderer;
  const camera = new PerspectiveCamera();
  const light = new DirectionalLight('#ffffff');
  return {
    camera,
    light,
    model: undefined,
    models: [],
    renderer,
    currentTime: 0,
    deltaSeconds: 0,
    ...changes,
  };
}

/** A model with its ankles at two places, moved 1 unit to its left. */
function modelWithAnkles(left: readonly number[], right: readonly number[]): MmdModel {
  const rig = {
    worldPositions: new Float64Array([9, 9, 9, ...left, ...right]),
    boneIndex: (name: string) => ['センター', '左足首', '右足首'].indexOf(name),
  };
  return {
    rig,
    root: { matrixWorld: new Matrix4().makeTranslation(1, 0, 0), scale: new Vector3(1, 1, 1) },
    surface: { groundShadowBrightness: 1, groundShadowOpacity: 1 },
  } as unknown as MmdModel;
}

test('the stage is at most 15 draw calls and 65,000 triangles', () => {
  const drawn = drawnParts(createFestivalStage());
  expect(drawn.length).toBeGreaterThan(8);
  expect(drawn.length).toBeLessThanOrEqual(15);
  const meshes = drawn.filter((part) => part instanceof Mesh);
  expect(meshes.reduce((sum, mesh) => sum + triangles(mesh), 0)).toBeLessThanOrEqual(65_000);
});

test('every part is drawn before the model, whose materials are transparent to three.js', () => {
  for (const part of drawnParts(createFestivalStage())) {
    const isOpaque = !(part.material as Material).transparent;
    expect(isOpaque || part.renderOrder < 0).toBe(true);
  }
});

test('soft shadows follow both ankles', () => {
  const stage = createFestivalStage();
  stage.update!(view({ model: modelWithAnkles([1, 2, 3], [-1, 4, 0]) }));
  const feet = uniform(stage, 'feet') as Vector3[];
  expect(feet.map((foot) => foot.toArray())).toEqual([
    [2, 2, 3],
    [0, 4, 0],
  ]);
  stage.update!(view());
  expect(feet.every(({ y }) => y > 100)).toBe(true); // without a model, too high for a shadow
});

test("MMD's ground shadow of each dancer is black and lets the floor show through", () => {
  const stage = createFestivalStage();
  const models = [0, 5].map((x) => modelWithAnkles([x, 0, 0], [x, 0, 0]));
  stage.update!(view({ model: models[0], models }));
  for (const { surface } of models) {
    expect(surface.groundShadowBrightness).toBe(0);
    expect(surface.groundShadowOpacity).toBeGreaterThan(0.1);
    expect(surface.groundShadowOpacity).toBeLessThan(0.6);
  }
});

test('the stage follows the color scheme, and draws a picture when it changes', () => {
  const stage = createFestivalStage();
  stage.update!(view());
  expect(uniform(stage, 'stars')).toBe(0);
  expect(stage.isMoving).toBe(false);
  user.isDark = true;
  for (const listener of user.listeners) listener();
  expect(uniform(stage, 'stars')).toBe(1);
  expect(stage.isMoving).toBe(true);
});

test('people move on the beats of the song, or on those of our own song, and not at all without a beat', () => {
  expect(beatAt([0.5, 1, 1.5, 2.5], 1.25)).toBe(1.5);
  expect(beatAt([0.5, 1, 1.5, 2.5], 2)).toBe(2.5);
  expect(beatAt([0.5, 1, 1.5, 2.5], 0.25)).toBe(-0.5); // as fast as at the beginning
  expect(beatAt([0.5, 1, 1.5, 2.5], 3.5)).toBe(4); // as fast as at the end
  expect(beatAt([0.5], 3)).toBe(0);
  expect(beatAt(undefined, 3)).toBe(6); // 120 a minute
  const stage = createFestivalStage();
  stage.update!(view({ currentTime: 1.25 }));
  expect(uniform(stage, 'beat')).toBe(2.5);
  stage.beats = [0.5, 1, 1.5];
  expect(stage.isMoving).toBe(true);
  stage.update!(view({ currentTime: 1.25 }));
  expect(uniform(stage, 'beat')).toBe(1.5);
});

test('the light on the dancer is warm by day, and warmer among the lanterns by night', () => {
  const [day, night] = [false, true].map((isDark) => {
    user.isDark = isDark;
    const frame = view();
    createFestivalStage().update!(frame);
    return frame.light.color.r / frame.light.color.b;
  });
  expect(day).toBeGreaterThan(1);
  expect(night).toBeGreaterThan(day);
});

test('the pillars of the gate stand on the ground, on stones that are wider than they are', () => {
  const gate = drawnParts(createFestivalStage()).find(
    ({ material }) => material instanceof ShaderMaterial && 'roof' in material.uniforms,
  )!;
  const { position } = gate.geometry.attributes;
  const places = Array.from({ length: position.count }, (_, i) =>
    new Vector3().fromBufferAttribute(position, i),
  );
  const widthAt = (height: number): number => {
    const xs = places.filter(({ x, y }) => x > 0 && Math.abs(y - height) < 0.1).map(({ x }) => x);
    return Math.max(...xs) - Math.min(...xs);
  };
  expect(gate.position.y).toBe(-16); // the ground around the platform
  expect(widthAt(0)).toBeCloseTo(12, 0); // the lower stone; a pillar is 5 wide at its foot
});

test('each of the 24 strings of lanterns hangs from a pole that fades away above the crowd, not across the picture', () => {
  const cords = drawnParts(createFestivalStage()).find((part) => part instanceof LineSegments)!;
  const { position } = cords.geometry.attributes;
  const heights = Array.from({ length: position.count }, (_, i) => position.getY(i));
  const feet = heights.flatMap((y, i) => (y === 13 ? [i] : []));
  expect(feet).toHaveLength(10 + 14);
  for (const foot of feet) {
    expect(position.getX(foot)).toBe(position.getX(foot - 1));
    expect(position.getZ(foot)).toBe(position.getZ(foot - 1));
    expect([25, 33]).toContain(heights[foot - 1]); // the heights of the two circles
  }
  expect(Math.min(...heights)).toBe(13);
});

test('the crowd bobs twice a second, and not for users who prefer reduced motion', () => {
  for (const [isReduced, beat] of [
    [false, 21],
    [true, 0],
  ] as const) {
    user.isReduced = isReduced;
    const stage = createFestivalStage();
    stage.update!(view({ currentTime: 10.5 }));
    expect(uniform(stage, 'beat')).toBe(beat);
  }
});

test('fireworks burn only in the last chorus, and not for users who prefer reduced motion', () => {
  const burns = (seconds: number): boolean => {
    const stage = createFestivalStage();
    stage.update!(view({ currentTime: seconds }));
    return drawnParts(stage).find((part) => part instanceof Points)!.visible;
  };
  expect([47.9, 50, 61, 63].map(burns)).toEqual([false, true, true, false]);
  user.isReduced = true;
  expect(burns(50)).toBe(false);
});

test('two stages are the same in every number', () => {
  const numbers = (): number[][] =>
    drawnParts(createFestivalStage()).flatMap(({ geometry }) =>
      Object.values(geometry.attributes).map((attribute) => [...attribute.array]),
    );
  expect(numbers()).toEqual(numbers());
});

test('dispose frees every geometry and material, and stops listening', () => {
  const stage = createFestivalStage();
  const freed = vi.fn<() => void>();
  const owned = drawnParts(stage).flatMap(({ geometry, material }) => [geometry, material as Material]);
  for (const part of owned) (part as Material).addEventListener('dispose', freed);
  stage.dispose();
  expect(freed).toHaveBeenCalledTimes(new Set(owned).size);
  expect(user.listeners.size).toBe(0);
});
