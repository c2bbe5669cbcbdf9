import type { BodyChannel } from './body-score.js';
import type { PhraseTrack } from './phrase-track.js';
import type { Puppet } from './puppet.js';

const STAND = -0.34;
const BOUNCE = 0.2;
/** Parts that hang on others come a little later. */
const CHEST_LAG = 0.1;
const HEAD_LAG = 0.16;

/** Poses the trunk and the head. */
export function poseBody(
  puppet: Puppet,
  tracks: Readonly<Record<BodyChannel, PhraseTrack>>,
  beat: number,
): void {
  const at = (channel: BodyChannel, lag = 0): number => tracks[channel].at(beat - lag);
  const bounce = -BOUNCE * (0.5 + 0.5 * Math.cos(2 * Math.PI * (beat - 0.04)));
  puppet.move('センター', at('shift'), 0, at('forward'));
  puppet.turn('センター', 0, at('facing'), 0);
  puppet.move('グルーブ', 0, STAND + bounce + at('rise'), 0);
  puppet.turn('下半身', 0.03 - 0.3 * bounce, at('hipTurn'), -at('hip'));
  puppet.turn('上半身', 0.55 * at('bend'), 0.5 * at('twist'), 0.5 * at('lean') + 0.15 * at('hip'));
  puppet.turn(
    '上半身2',
    0.6 * at('bend', CHEST_LAG) - 0.35 * bounce - 0.04,
    0.5 * at('twist', CHEST_LAG),
    0.55 * at('lean', CHEST_LAG),
  );
  puppet.turn('首', 0.35 * at('nod'), 0.4 * at('look'), 0.35 * at('tilt', HEAD_LAG));
  puppet.turn('頭', 0.75 * at('nod', HEAD_LAG) + 0.04, 0.6 * at('look', 0.06), 0.65 * at('tilt', HEAD_LAG));
}
