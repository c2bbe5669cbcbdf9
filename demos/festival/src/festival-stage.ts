import { Crowd } from './crowd.js';
import { Fireworks } from './fireworks.js';
import { Gate } from './gate.js';
import { Ground } from './ground.js';
import { Hills } from './hills.js';
import { Lanterns } from './lanterns.js';
import { Lights } from './lights.js';
import { Motes } from './motes.js';
import { type DanceStage, PartStage } from './part-stage.js';
import { Sky } from './sky.js';
import { DAY, NIGHT } from './theme.js';

/**
 * Makes a summer festival around the dancer, for the property `stage` of an `<odori-player>`: by day, or by
 * night if the user prefers a dark color scheme, also when that changes. What moves is a function of the
 * playback time; with `prefers-reduced-motion`, nothing moves.
 *
 * @example
 * player.stage = createFestivalStage();
 */
export function createFestivalStage(): DanceStage {
  return new PartStage('festival', DAY, NIGHT, [
    new Sky(),
    new Hills(),
    new Fireworks(),
    new Gate(),
    new Crowd(),
    new Lanterns(),
    new Ground(),
    new Lights(),
    new Motes(),
  ]);
}
