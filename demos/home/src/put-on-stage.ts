import type { OdoriPlayerElement } from '@odori/element';
import { byId } from '../../shared/dom.js';
import type { OpenedFiles } from '../../shared/open/opened-files.js';
import type { ReadingNotice } from '../../shared/open/reading-notice.js';
import type { GetFiles } from '../../shared/open/sort-files.js';
import { resultLines } from '../../shared/open/status-lines.js';
import { adviseFolder } from '../../shared/show/advise-folder.js';
import { EXAMPLE_NAMES } from '../../shared/show/example-names.js';
import { showOf } from '../../shared/show/show-of.js';
import type { PlayerShow } from '../../shared/show/player-show.js';
import { showCard } from '../../shared/show/show-card.js';

/**
 * Shows the files of the user in the masthead, where the dancer yields to them, and a card about them below
 * it.
 */
export function putOnStage(
  player: OdoriPlayerElement,
  getFiles: GetFiles,
  notice: ReadingNotice,
): Promise<void> {
  const show = showOf(player, { onChange: (changed, opened) => present(player, changed, opened) });
  return show.open(getFiles, notice);
}

/** A choice in the card makes a new card, and keeps the focus. */
function present(player: OdoriPlayerElement, show: PlayerShow, opened: OpenedFiles | undefined): void {
  adviseFolder(player.parentElement!, show, opened);
  const result = opened ? resultLines(opened).flat() : [];
  byId('status', HTMLElement).replaceChildren(...result);
  byId('names', HTMLElement).hidden = !show.isExample;
  const place = byId('card', HTMLElement);
  const focused = place.contains(document.activeElement) ? document.activeElement : null;
  place.replaceChildren();
  if (show.isExample && !opened?.problems.length) return;
  place.append(showCard(player, show, EXAMPLE_NAMES, opened));
  const name = focused?.getAttribute('name');
  if (name) place.querySelector<HTMLElement>(`[name="${name}"]`)?.focus();
}
