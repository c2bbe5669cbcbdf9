import { parseArguments, parseChoice, parseWhole } from '../arguments.js';
import type { Command } from '../command.js';
import { UsageError } from '../errors.js';
import { readShowAttributes, SHOW_OPTIONS } from './show-options.js';
import type { ViewOptions } from './start-view.js';
import type { Help } from '../help/help.js';
import { say } from '../language/message.js';

const USAGE = 'odori view MODEL MOTION…';

const HELP: Help = [
  { usage: USAGE, text: 'view' },
  { text: 'view-about' },
  {
    rows: [
      ['--root FOLDER', 'root'],
      ['--port NUMBER', 'view-port'],
      ['--no-open', 'view-no-open'],
      ['--stage floor|grid|none', 'view-stage'],
      ['--camera auto', 'view-camera'],
      ['--camera-fit height|none', 'view-camera-fit'],
      ['--look shaded|plain|scene', 'view-look'],
      ['--physics on|off', 'view-physics'],
      ['--offset SECONDS', 'view-offset'],
      ['--loop', 'view-loop'],
    ],
  },
  {
    examples: [
      'odori view dancer.pmx dance.vmd',
      'odori view dancer.pmx dance.vmd camera.vmd song.wav --loop',
      'odori view dancer/ dances.zip --look plain',
      'odori view concert.odori.zip',
    ],
  },
];

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
  if (positionals.length === 0) throw new UsageError(say('missing-model', { usage: USAGE }));
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
