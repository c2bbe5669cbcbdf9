import type { PhysicsWorldOptions, SharedWorld } from '@odori/physics';
import type * as code from './model-physics.js';

/** Loads the code of physics, once. */
export function loadPhysicsCode(): Promise<typeof code> {
  return import('./model-physics.js');
}

/**
 * Makes a world in which bodies of several models touch, as `createPhysicsWorld` of @odori/physics does, and
 * loads the code of physics only now: a page without rigid bodies needs none of it. Rejects if it cannot be
 * loaded.
 *
 * @example
 * const world = await loadPhysicsWorld();
 * const left = await loadModel('left.pmx', { physics: world });
 * const right = await loadModel('right.pmx', { physics: world });
 */
export async function loadPhysicsWorld(options: PhysicsWorldOptions = {}): Promise<SharedWorld> {
  const { createPhysicsWorld } = await loadPhysicsCode();
  return createPhysicsWorld(options);
}
