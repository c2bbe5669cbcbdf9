import type { Command } from '../command.js';
import { readRenderOptions } from './render-options.js';

const HELP = `odori render MODEL MOTION… -o FILE: films and stills, without a window

Draws with a Chromium, Chrome or Edge of this computer, by the same page as odori view, frame by frame: no frame is lost, however
long it takes, and the same files give the same bytes on the same computer. Models, dances, a camera, a song, stages, a project, a
folder or a zip: as for odori view. The output says what is made:

  -o film.mp4, film.webm     a film with the song: H.264 with AAC or Opus, or VP9 with Opus
  -o still.png               one picture; also .webp, .jpg and, where the browser can, .avif
  -o 'frames/%05d.png'       a picture for each frame, from 00000 on
  -o sheet.png --sheet 4x4   pictures of equal parts of the dance, on one sheet

  --at TIME                  the time of a still, for example 20s or 600f (default: 0s)
  --range FROM,TO            a part, for example 20s,30s (default: all)
  --size WIDTHxHEIGHT        pixels (default: 1280x720; on a sheet, of each picture: 320x180)
  --fps NUMBER               frames per second (default: 30)
  --background COLOR         a CSS color, or transparent for pictures and WebM (default: #fff)
  --alpha                    a transparent WebM, the same as --background transparent
  --quality WORD             very-low, low, medium, high, very-high (default: very-high for .mp4, otherwise high)
  --camera auto|FILE         a camera that follows her by itself, or the motion of a camera
  --camera-fit, --look, --physics, --stage, --offset, --root  as for odori view; a transparent picture has no floor unless --stage says so
  --shards N --shard I       the I-th of N parts of a film, or of its pictures; odori join puts films together
  --browser PATH             the browser (default: $CHROMIUM_PATH, one of the system, or Playwright's)
  --json                     progress for programs, on stdout: one JSON object per line
  --force                    overwrite existing files

stderr says which graphics card draws. Exit code 3: there is no browser.

  odori render dancer.pmx dance.vmd camera.vmd song.ogg -o film.mp4 --size 1920x1080 --fps 60
  odori render dancer.pmx dance.vmd -o still.png --at 20s --background transparent
  odori render concert.zip -o part3.mp4 --shards 8 --shard 3
`;

export const RENDER: Command = {
  help: HELP,
  async run(args, console) {
    const options = readRenderOptions(args);
    const { startRender } = await import('./start-render.js'); // the other commands need no browser
    return startRender(options, console);
  },
};
