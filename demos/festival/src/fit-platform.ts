import type { OdoriPlayerElement } from '@odori/element';
import type { FestivalStage } from './festival-stage.js';
import { platformRadius } from './platform-radius.js';

/** Makes the platform as large as the dance of a player needs, whenever that has another one. */
export function fitPlatform(stage: FestivalStage, player: OdoriPlayerElement): void {
  const fit = (): void => {
    stage.radius = platformRadius(player.loadedMotion);
  };
  for (const type of ['canplay', 'motionchange']) player.addEventListener(type, fit);
}
