import { OdoriPlayerElement } from '@odori/element/define';
import { ASSETS } from '../../shared/asset-loader.js';
import { byId } from '../../shared/dom.js';
import { songFile } from '../../shared/song.js';

const player = byId('show', OdoriPlayerElement);
player.model = `${ASSETS}dancer.zip`;
player.motion = `${ASSETS}dance.zip`;
player.camera = `${ASSETS}camera.vmd`;
player.audio = ASSETS + songFile();
