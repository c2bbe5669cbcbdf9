import { OdoriPlayerElement } from '@odori/element/define';
import { createFestivalStage } from '../../festival/src/festival-stage.js';
import { fitPlatform } from '../../festival/src/fit-platform.js';
import { followSong } from '../../festival/src/follow-song.js';
import { ASSETS } from '../../shared/asset-loader.js';
import { byId } from '../../shared/dom.js';
import { onOpenedFiles } from '../../shared/files.js';
import { loadLaterCode } from '../../shared/load-later-code.js';
import { ReadingNotice } from '../../shared/open/reading-notice.js';
import { pageOptions } from '../../shared/page.js';
import { remembered } from '../../shared/remembered.js';
import { songFile } from '../../shared/song.js';
import type { DancePage } from './page/dance-page.js';
import { WatchedStage } from './page/watched-stage.js';
import { beginWithView } from './share/free-view.js';
import { type LinkedFiles, linkedFiles, MOMENT, viewOf } from './share/share-link.js';

const options = pageOptions();
const player = byId('view', OdoriPlayerElement);
const festival = createFestivalStage();
fitPlatform(festival, player);
const stage = new WatchedStage(festival, () => player.readyState === OdoriPlayerElement.HAVE_ENOUGH_DATA);
player.stage = stage;
const ownSong = ASSETS + songFile();
player.audio = ownSong;
followSong(festival, player, ownSong);
player.currentTime = options.seek;
if (options.paused) player.autoplay = false;
if (options.size) fixSize(options.size);
const linkOptions = new URLSearchParams(location.search);
const view = viewOf(linkOptions);
const linked = linkedFiles(linkOptions);
if (view && linked.size === 0) beginWithView(player, view);

let loading: Promise<DancePage> | undefined;

/** Everything that the first picture does not need. */
function page(): Promise<DancePage> {
  loading ??= import('./page/dance-page.js').then(({ DancePage }) => new DancePage(player, stage));
  return loading;
}

if (linked.size > 0) void openLinked(linked);
else if (remembered('odori-shelf-continues') && !MOMENT.some((name) => linkOptions.has(name)))
  void openShelf();
if (linkOptions.get('stage') === 'concert') void page().then(({ stages }) => stages.choose('concert'));
player.addEventListener('canplaythrough', () => stage.markReady());
player.addEventListener('canplay', () => void page(), { once: true });
player.addEventListener('canplaythrough', loadLaterCode, { once: true });
player.addEventListener('error', () => void page(), { once: true });
if (player.error) void page(); // without WebGL, it has one from the start
for (const button of document.querySelectorAll<HTMLElement>('[data-panel]')) {
  button.addEventListener('click', async () => (await page()).panels.toggle(button.dataset['panel']!));
}
onOpenedFiles(['files', 'folder'], (getFiles, given) => {
  const notice = new ReadingNotice(player.parentElement!, given);
  const files = notice.files(getFiles); // dropped files must be read at once
  files.catch(() => undefined); // reported when they are read
  void notice.until(page().then((shown) => shown.openFiles(() => files, notice)));
});

async function openLinked(files: LinkedFiles): Promise<void> {
  await beginWith((shown) => shown.openLinked(files));
  player.currentTime = options.seek;
  if (view) beginWithView(player, view);
}

/** The visitor goes on where the last visit ended. */
async function openShelf(): Promise<void> {
  await beginWith((shown) => shown.continueShelf());
}

/** The example dance waits for what is opened, and is shown if that cannot be. */
async function beginWith(open: (shown: DancePage) => Promise<unknown>): Promise<void> {
  const { autoplay } = player;
  player.autoplay = false;
  player.preload = 'none';
  await open(await page());
  player.preload = 'auto';
  player.autoplay = autoplay;
  if (options.paused) player.pause();
  else if (autoplay) await player.play().catch(() => undefined); // the player says why
}

/** Tests and scripts compare pictures: these have a fixed size, whatever the window and the screen. */
function fixSize({ width, height }: { width: number; height: number }): void {
  Object.assign(player.style, { width: `${width}px`, height: `${height}px` });
}
