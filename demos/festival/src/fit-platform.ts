import type { OdoriDancerElement, OdoriPlayerElement } from '@odori/element';
import type { Motion } from '@odori/runtime';
import type { DanceStage } from './part-stage.js';
import { LEAST_RADIUS, MOST_RADIUS, platformRadius } from './platform-radius.js';

/** Of dances: while a dancer is dragged, the platform follows her place. */
const radii = new WeakMap<Motion, number>();

/**
 * Makes the platform as large as the dances of a player and its children need, whenever these have others, or
 * other places.
 */
export function fitPlatform(stage: DanceStage, player: OdoriPlayerElement): void {
  const fit = (): void => {
    const needed = [...player.querySelectorAll<OdoriDancerElement>('odori-dancer')].map(
      ({ loadedMotion, position }) => {
        const [x = 0, , z = 0] = position.split(' ').map(Number);
        return radiusOf(loadedMotion) + Math.hypot(x, z);
      },
    );
    stage.radius = Math.min(Math.max(radiusOf(player.loadedMotion), ...needed), MOST_RADIUS);
  };
  for (const type of ['canplay', 'motionchange']) player.addEventListener(type, fit);
  player.addEventListener('load', fit, { capture: true }); // of its children
  new MutationObserver(fit).observe(player, { subtree: true, attributeFilter: ['position'] });
  fit(); // it may have them already
}

function radiusOf(motion: Motion | undefined): number {
  if (!motion) return LEAST_RADIUS;
  const radius = radii.get(motion) ?? platformRadius(motion);
  radii.set(motion, radius);
  return radius;
}
