import type { OdoriPlayerElement } from '@odori/element';
import { PlayerShow, type ShowEvents } from './player-show.js';

const shows = new WeakMap<OdoriPlayerElement, PlayerShow>();

/** What a player shows. `events` count if it is asked for the first time. */
export function showOf(player: OdoriPlayerElement, events: ShowEvents = {}): PlayerShow {
  const show = shows.get(player) ?? new PlayerShow(player, events);
  shows.set(player, show);
  return show;
}
