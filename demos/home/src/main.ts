import { OdoriPlayerElement } from '@odori/element/define';
import { createFestivalStage } from '../../festival/src/festival-stage.js';
import { fitPlatform } from '../../festival/src/fit-platform.js';
import { ASSETS } from '../../shared/asset-loader.js';
import { byId } from '../../shared/dom.js';
import { onOpenedFiles } from '../../shared/files.js';
import { say } from '../../shared/language/texts.js';
import { loadLaterCode } from '../../shared/load-later-code.js';
import { ReadingNotice } from '../../shared/open/reading-notice.js';
import { songFile } from '../../shared/song.js';

/** Seconds after which a stranger has seen that she moves. */
const DANCED = 0.5;
const player = byId('show', OdoriPlayerElement);
const stage = createFestivalStage();
player.stage = stage;
fitPlatform(stage, player);
player.poster = byId('poster', HTMLImageElement).currentSrc; // by day or by night
player.model = `${ASSETS}dancer.zip`;
player.motion = `${ASSETS}dance.zip`;
player.camera = `${ASSETS}camera.vmd`;
player.audio = ASSETS + songFile();
player.addEventListener('canplaythrough', loadLaterCode, { once: true });
const waits = matchMedia('(prefers-reduced-motion: reduce)').matches; // for the viewer, who sees her already
for (const type of [waits ? 'canplay' : 'timeupdate', 'error']) player.addEventListener(type, showPictures);
if (player.error) showPictures(); // without WebGL, it has one from the start

/**
 * Lets the pictures of the demos load. On a slow line, they would keep the dancer waiting; `demo-list.css`
 * ends the wait.
 */
function showPictures(): void {
  if (player.error || waits || player.currentTime > DANCED)
    document.documentElement.classList.add('has-dancer');
}

onOpenedFiles(['folder', 'files'], (getFiles, given) => {
  player.scrollIntoView({ block: 'start' });
  const notice = new ReadingNotice(player.parentElement!, given);
  const files = notice.files(getFiles); // dropped files must be read at once
  files.catch(() => undefined); // reported when they are read
  byId('status', HTMLElement).textContent = say('Reading the files…');
  const code = import('./put-on-stage.js');
  void notice.until(code.then(({ putOnStage }) => putOnStage(player, () => files, notice)));
});
