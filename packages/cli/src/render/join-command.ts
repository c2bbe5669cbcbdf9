import { parseArguments } from '../arguments.js';
import type { Command } from '../command.js';
import { UsageError } from '../errors.js';
import { expandInputs, STANDARD } from '../files/inputs.js';
import type { Help } from '../help/help.js';
import { say } from '../language/message.js';

const HELP: Help = [
  { usage: 'odori join PART… -o FILM', text: 'join' },
  { text: 'join-about' },
  {
    rows: [
      ['-o, --output FILE', 'join-output'],
      ['--audio FILE', 'join-audio'],
      ['--force', 'join-force'],
    ],
  },
  {
    examples: [
      'odori render dancer.pmx dance.vmd song.ogg -o part1.mp4 --shards 2 --shard 1',
      'odori render dancer.pmx dance.vmd song.ogg -o part2.mp4 --shards 2 --shard 2',
      "odori join 'part*.mp4' -o film.mp4",
      "odori join 'part*.mp4' -o film.mp4 --audio song.m4a",
    ],
  },
];

const OPTIONS = {
  output: { type: 'string', short: 'o' },
  audio: { type: 'string' },
  force: { type: 'boolean' },
} as const;

export const JOIN: Command = {
  help: HELP,
  async run(args, console) {
    const { values, positionals } = parseArguments(args, OPTIONS);
    const { output, audio, force = false } = values;
    if (positionals.length === 0)
      throw new UsageError(say('missing-parts', { usage: 'odori join PART… -o film.mp4' }));
    if (output === undefined || !/\.(?:mp4|webm)$/i.test(output)) throw new UsageError(say('missing-film'));
    const parts = await expandInputs(positionals, console.cwd);
    if (parts.includes(STANDARD) || audio === STANDARD) throw new UsageError(say('join-needs-names'));
    const { joinParts } = await import('./join-parts.js'); // the other commands need no films
    await joinParts({ parts, output, audio, force }, console);
    return 0;
  },
};
