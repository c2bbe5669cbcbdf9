import type { OdoriPlayerElement } from '@odori/element';
import type { GetFiles } from '../open/sort-files.js';
import { PlayerShow, type ShowEvents } from './player-show.js';

const shows = new WeakMap<OdoriPlayerElement, PlayerShow>();

/** What a player shows. `events` count if it is asked for the first time. */
export function showOf(player: OdoriPlayerElement, events: ShowEvents = {}): PlayerShow {
  const show = shows.get(player) ?? new PlayerShow(player, events);
  shows.set(player, show);
  return show;
}

/**
 * Shows files of the user in a player: models, motions, cameras, poses, songs, and folders and zips of them.
 * What was opened before stays, unless the new files replace it.
 *
 * `getFiles` is called at once. A page that imports this function when files are dropped calls `getFiles`
 * itself before, and gives its result: dropped files must be read at once.
 *
 * @example
 * onOpenedFiles([], async (getFiles) => {
 *   const files = getFiles();
 *   const { openIntoPlayer } = await import('../../shared/show/open-into-player.js');
 *   await openIntoPlayer(player, () => files);
 * });
 */
export async function openIntoPlayer(
  player: OdoriPlayerElement,
  getFiles: GetFiles,
  events?: ShowEvents,
): Promise<PlayerShow> {
  const show = showOf(player, events);
  await show.open(getFiles);
  return show;
}
