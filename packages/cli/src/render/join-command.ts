import { parseArguments } from '../arguments.js';
import type { Command } from '../command.js';
import { UsageError } from '../errors.js';
import { expandInputs, STANDARD } from '../files/inputs.js';

const HELP = `odori join PART… -o FILM: one film of the parts that odori render --shards has made

Copies the encoded pictures, so nothing is lost and it takes seconds. The parts say themselves in which order they come. The sound
is the one that the first part has, for the whole film.

  -o, --output FILE  the film: .mp4 or .webm, as the parts
  --audio FILE       another sound, from its start, copied as it is: AAC, MP3, Opus or FLAC for MP4, Opus for WebM
  --force            overwrite an existing film

  odori render dancer.pmx dance.vmd song.ogg -o part1.mp4 --shards 2 --shard 1
  odori render dancer.pmx dance.vmd song.ogg -o part2.mp4 --shards 2 --shard 2
  odori join 'part*.mp4' -o film.mp4
  odori join 'part*.mp4' -o film.mp4 --audio song.m4a
`;

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
    if (positionals.length === 0) throw new UsageError('missing parts: odori join PART… -o film.mp4');
    if (output === undefined || !/\.(?:mp4|webm)$/i.test(output))
      throw new UsageError('missing film: -o film.mp4, or -o film.webm');
    const parts = await expandInputs(positionals, console.cwd);
    if (parts.includes(STANDARD) || audio === STANDARD)
      throw new UsageError('join needs files with names, and cannot read stdin');
    const { joinParts } = await import('./join-parts.js'); // the other commands need no films
    await joinParts({ parts, output, audio, force }, console);
    return 0;
  },
};
