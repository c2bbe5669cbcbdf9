import { OdoriPlayerElement } from '@odori/element/define';
import { ASSETS } from '../../shared/asset-loader.js';
import { byId } from '../../shared/dom.js';
import { loadLaterCode } from '../../shared/load-later-code.js';
import { refuseFiles } from '../../shared/refuse-files.js';
import { songFile } from '../../shared/song.js';

const video = byId('video', OdoriPlayerElement);
video.audio = ASSETS + songFile();

const first = byId('loop', OdoriPlayerElement);
first.addEventListener('canplay', () => (document.documentElement.dataset['ready'] = 'true'), { once: true });
first.addEventListener('canplaythrough', loadLaterCode, { once: true });

refuseFiles(byId('status', HTMLElement));
