import type { MmdScene } from '@odori/model';
import { expect, test } from 'vitest';
import { ScenePhysicsSwitch } from '#demos/project/src/scene-physics-switch.js';

/** A scene whose models have physics of these modes; undefined: a model without physics. */
function sceneOf(...modes: (string | undefined)[]): { scene: MmdScene; now: () => unknown[] } {
  const models = modes.map((mode) => ({ physics: mode === undefined ? undefined : { mode } }));
  return {
    scene: { models: [...models, undefined] } as unknown as MmdScene, // and a model whose file is missing
    now: () => models.map(({ physics }) => physics?.mode),
  };
}

test('physics is turned off in all models, and back to what the project says', () => {
  const { scene, now } = sceneOf('always', undefined, 'keyframes');
  const physics = new ScenePhysicsSwitch(scene);
  expect(physics.isUseful).toBe(true);
  physics.set(false);
  expect(now()).toEqual(['off', undefined, 'off']);
  physics.set(true);
  expect(now()).toEqual(['always', undefined, 'keyframes']);
});

test('a switch is useless for a project without physics', () => {
  expect(new ScenePhysicsSwitch(sceneOf('off', undefined).scene).isUseful).toBe(false);
});
