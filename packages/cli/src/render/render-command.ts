import type { Command } from '../command.js';
import { readRenderOptions } from './render-options.js';
import type { Help } from '../help/help.js';

const HELP: Help = [
  { usage: 'odori render MODEL MOTION… -o FILE', text: 'render' },
  { text: 'render-about' },
  {
    rows: [
      ['-o film.mp4, film.webm', 'render-film'],
      ['-o still.png', 'render-still'],
      ["-o 'frames/%05d.png'", 'render-frames'],
      ['-o sheet.png --sheet 4x4', 'render-sheet'],
    ],
  },
  {
    rows: [
      ['--at TIME', 'render-at'],
      ['--range FROM,TO', 'render-range'],
      ['--size WIDTHxHEIGHT', 'render-size'],
      ['--fps NUMBER', 'render-fps'],
      ['--background COLOR', 'render-background'],
      ['--alpha', 'render-alpha'],
      ['--quality WORD', 'render-quality'],
      ['--camera auto|FILE', 'render-camera'],
      ['--camera-fit, --look, --physics, --stage, --offset, --root', 'render-show'],
      ['--shards N --shard I', 'render-shards'],
      ['--browser PATH', 'browser'],
      ['--json', 'render-json'],
      ['--force', 'force-all'],
    ],
  },
  { text: 'render-card' },
  {
    examples: [
      'odori render dancer.pmx dance.vmd camera.vmd song.ogg -o film.mp4 --size 1920x1080 --fps 60',
      'odori render dancer.pmx dance.vmd -o still.png --at 20s --background transparent',
      'odori render concert.zip -o part3.mp4 --shards 8 --shard 3',
    ],
  },
];

export const RENDER: Command = {
  help: HELP,
  async run(args, console) {
    const options = readRenderOptions(args);
    const { startRender } = await import('./start-render.js'); // the other commands need no browser
    return startRender(options, console);
  },
};
