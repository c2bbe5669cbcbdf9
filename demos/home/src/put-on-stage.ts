import type { OdoriPlayerElement } from '@odori/element';
import { byId, element } from '../../shared/dom.js';
import { visibleText } from '../../shared/file-text.js';
import type { OpenedFiles } from '../../shared/open/opened-files.js';
import type { GetFiles } from '../../shared/open/sort-files.js';
import { openIntoPlayer } from '../../shared/show/open-into-player.js';
import type { PlayerShow } from '../../shared/show/player-show.js';
import { showCard } from '../../shared/show/show-card.js';

const EXAMPLE = { dance: 'Lantern Night 提灯の夜', song: 'Lantern Night 提灯の夜' };

/** Shows the files of the user in the masthead, where the dancer yields to them, and a card about them below it. */
export async function putOnStage(player: OdoriPlayerElement, getFiles: GetFiles): Promise<void> {
  const opening = openIntoPlayer(player, getFiles, {
    onReading: () => say('Reading the files…'),
    onChange: (show, opened) => present(player, show, opened),
  });
  player.scrollIntoView({ block: 'start' });
  await opening;
}

function say(text: string): void {
  byId('status', HTMLElement).textContent = text;
}
