import type { OdoriPlayerElement } from '@odori/element';
import { createVmd } from '@odori/format';
import { Motion } from '@odori/runtime';
import { type Camera, PerspectiveCamera, Vector3 } from 'three';
import type { FreeView } from './share-link.js';

/** The height of the middle of a dancer, in units. */
const MIDDLE = 10;
const MIN_DISTANCE = 1;

/**
 * The view of a free camera; its target is as far away as the dancer. Undefined if it is not a perspective
 * one.
 */
export function currentView(camera: Camera): FreeView | undefined {
  if (!(camera instanceof PerspectiveCamera)) return undefined;
  const position = camera.getWorldPosition(new Vector3());
  const forward = camera.getWorldDirection(new Vector3());
  const distance = new Vector3(0, MIDDLE, 0).sub(position).dot(forward);
  const target = position.clone().addScaledVector(forward, Math.max(distance, MIN_DISTANCE));
  return { position: position.toArray(), target: target.toArray(), fov: camera.fov };
}

/** Gives a player that is not loaded yet a free camera to begin with. */
export function beginWithView(player: OdoriPlayerElement, view: FreeView): void {
  const { camera } = player;
  player.camera = viewMotion(view); // the free camera begins where the camera of the motion is
  const begin = (): void => {
    player.cameraMode = 'orbit';
    player.camera = camera;
  };
  player.addEventListener('canplay', begin, { once: true });
}

/** A camera that stands still. */
export function viewMotion({ position, target, fov }: FreeView): Motion {
  const camera = new PerspectiveCamera();
  camera.position.fromArray(position);
  camera.lookAt(...target);
  camera.rotation.reorder('YXZ');
  const [x, y, z] = target;
  return Motion.from(
    createVmd({
      cameras: [
        {
          frame: 0,
          distance: -camera.position.distanceTo(new Vector3(...target)),
          target: [x, y, -z], // MMD's space is left-handed
          rotation: [camera.rotation.x, camera.rotation.y, 0],
          fov: Math.round(fov),
        },
      ],
    }),
  );
}
