import { type OdoriDancerElement, OdoriPlayerElement } from '@odori/element/define';
import { loadMotion } from '@odori/runtime';
import { createFestivalStage } from '../../festival/src/festival-stage.js';
import { ASSETS, withFileName } from '../../shared/asset-loader.js';
import { byId } from '../../shared/dom.js';
import { loadLaterCode } from '../../shared/load-later-code.js';
import { pageOptions } from '../../shared/page.js';
import { refuseFiles } from '../../shared/refuse-files.js';
import { songFile } from '../../shared/song.js';

const { seek, paused } = pageOptions();
const player = byId('view', OdoriPlayerElement);
const [left, right] = player.querySelectorAll<OdoriDancerElement>('odori-dancer');
const distance = byId('distance', HTMLInputElement);
const status = byId('status', HTMLElement);

player.addEventListener('canplay', () => (document.documentElement.dataset['ready'] = 'true'), {
  once: true,
});
player.addEventListener('canplaythrough', loadLaterCode, { once: true });
player.stage = createFestivalStage();
player.audio = ASSETS + songFile();
player.autoplay = !paused;
player.currentTime = seek;
place();
distance.addEventListener('input', place);
refuseFiles(status);
await dance();

/** The first dancer dances, the second one mirrors her. */
async function dance(): Promise<void> {
  try {
    const motion = await withFileName('dance.bvmd', () => loadMotion(`${ASSETS}dance.bvmd`));
    left.motion = motion;
    right.motion = motion.mirror();
    left.model = right.model = `${ASSETS}dancer.zip`;
  } catch (error) {
    status.textContent = (error as Error).message;
  }
}

function place(): void {
  const half = distance.valueAsNumber / 2;
  left.position = `${-half} 0 0`;
  right.position = `${half} 0 0`;
}
