import type { SharedWorld } from '@odori/physics';
import { physicsScene, type PhysicsScene, rigidBody } from './physics-model.js';

/** A sphere of radius 1 that follows its bone (mode 0), or falls (1). It touches everything. */
export async function ball(
  world: SharedWorld | undefined,
  mode: number,
  position: [number, number, number],
): Promise<PhysicsScene> {
  const body = rigidBody({ bone: 0, mode, position, size: [1, 0, 0], collisionMask: 0xffff });
  const scene = await physicsScene([{ name: 'ball', position }], [body], [], { world, settleSeconds: 0 });
  scene.physics.onHold = () => scene.rig.solveAfterPhysics();
  scene.physics.reset();
  return scene;
}

/** Makes frames of all of them, in turns. */
export function update(scenes: readonly PhysicsScene[], frames = 1): void {
  for (let i = 0; i < frames; i++)
    for (const { physics, rig } of scenes) {
      physics.advance(1 / 60);
      rig.solveAfterPhysics();
    }
}

export function heightOf({ rig }: PhysicsScene): number {
  return rig.worldPositions[1];
}
