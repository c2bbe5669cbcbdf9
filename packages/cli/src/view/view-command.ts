import { parseArguments, parseChoice, parseWhole } from '../arguments.js';
import type { Command } from '../command.js';
import { UsageError } from '../errors.js';
import { readShowAttributes, SHOW_OPTIONS } from './show-options.js';
import type { ViewOptions } from './start-view.js';

const HELP = `odori view MODEL MOTION…: show a model, its motions, camera and song in the browser

A server on this computer sends the player and your files; nothing is uploaded. The content decides what a file is for, so
the order does not matter: models (PMX, PMD), dances (VMD, BVMD), a pose (VPD), a camera, a song, stages (PMX, X), a project
(PMM). A folder or a zip gives the files in it. Several dances of one dancer become a menu. Several dancers stand side by side,
each with the motion that was made for her. A motion of the face alone joins the dance. Reload the page to see changed files.
Ctrl-C stops the server.

  --root FOLDER              the folder that textures may be in (default: the parent of the model's folder)
  --port NUMBER              the port of the server (default: a free one)
  --no-open                  print the address, but do not open the browser
  --stage floor|grid|none    the ground
  --camera auto              a camera that follows her by itself, in place of a camera file
  --camera-fit height|none   a camera file is fitted to her height, or stays as it is (default: where it misses her eyes)
  --look shaded|plain|scene  MMD's look with or without self shadow (default: what the camera's motion says),
                             or lit by the stage as other three.js objects
  --physics on|off           off: hair and clothes follow their keyframes (default: on)
  --offset SECONDS           the dance starts so much later than the song; less than 0: earlier (default: 0)
  --loop                     start again at the end

  odori view dancer.pmx dance.vmd
  odori view dancer.pmx dance.vmd camera.vmd song.wav --loop
  odori view dancer/ dances.zip --look plain
  odori view concert.odori.zip
`;

const OPTIONS = {
  ...SHOW_OPTIONS,
  port: { type: 'string' },
  'no-open': { type: 'boolean' },
  camera: { type: 'string' },
  loop: { type: 'boolean' },
} as const;

export const VIEW: Command = {
  help: HELP,
  async run(args, console) {
    const options = readOptions(args);
    const { startView } = await import('./start-view.js'); // the other commands need no server
    return startView(options, console);
  },
};

const LAST_PORT = 65_535;

function readOptions(args: readonly string[]): ViewOptions {
  const { values, positionals } = parseArguments(args, OPTIONS);
  if (positionals.length === 0) throw new UsageError('missing model: odori view MODEL MOTION…');
  const { camera } = values;
  return {
    inputs: positionals,
    root: values.root,
    port: values.port === undefined ? 0 : parseWhole('port', values.port, 0, LAST_PORT),
    opens: values['no-open'] !== true,
    attributes: {
      ...readShowAttributes(values),
      camera: camera === undefined ? undefined : parseChoice('camera', camera, ['auto']),
      loop: values.loop === true ? '' : undefined,
      controls: '',
      autoplay: '', // as far as the browser allows it: with a song, it waits for a click
    },
  };
}
