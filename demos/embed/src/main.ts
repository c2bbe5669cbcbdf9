import { OdoriPlayerElement } from '@odori/element/define';

// Safari plays no Vorbis.
const isOgg = new Audio().canPlayType('audio/ogg; codecs=vorbis') !== '';
const video = document.querySelector<OdoriPlayerElement>('#video')!;
video.audio = isOgg ? '../assets/files/song.ogg' : '../assets/files/song.m4a';

const first = document.querySelector<OdoriPlayerElement>('#loop')!;
first.addEventListener('canplay', () => (document.documentElement.dataset['ready'] = 'true'), { once: true });
