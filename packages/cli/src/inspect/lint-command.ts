import { parseArguments } from '../arguments.js';
import type { Command } from '../command.js';
import { Refusal } from '../documents/refusal.js';
import { UsageError } from '../errors.js';
import { expandInputs } from '../files/inputs.js';
import { isDocumentName, walkFiles } from '../index/walk-files.js';
import { countOf } from '../text/count-of.js';
import { printable } from '../text/terminal-text.js';
import { TEXTURE_CODES } from './check-textures.js';
import { findProblems } from './find-problems.js';
import { inspectFile } from './inspect-file.js';

const HELP = `odori lint FILE…: what is wrong with motions, poses, models, projects, accessories and avatars

Prints a line for each problem: the file, a code, what is wrong, and where. The exit code is 1 then, so that a job of continuous
integration fails. The problems are those that odori inspect --strict fails on: damage, any warning except for keyframes out of order,
which MMD itself writes, and textures of a model that are missing or miswritten. The page Troubleshooting explains each code.

FILE may be a folder, with the files of these kinds below it, but not those in its zips. Use - for stdin. Globs in quotes (* ? **)
are expanded.

  --allow CODE,…   these are no problems, such as odd-value or missing-texture
  --root FOLDER    the folder that textures may be in (default: the parent of the model's folder)

  odori lint dancer.pmx dance.vmd
  odori lint models dances --allow trailing-bytes
`;

export const LINT: Command = {
  help: HELP,
  async run(args, console) {
    const { values, positionals } = parseArguments(args, {
      allow: { type: 'string' },
      root: { type: 'string' },
    });
    if (positionals.length === 0) throw new UsageError('missing input: odori lint FILE…');
    const refusal = new Refusal({ allow: values.allow, strict: true }, TEXTURE_CODES);
    let fileCount = 0;
    let problemCount = 0;
    const inputs = await expandInputs(positionals, console.cwd);
    for await (const file of walkFiles(inputs, console.cwd, isDocumentName)) {
      const problems = findProblems(await inspectFile(file, { root: values.root }, console), refusal);
      fileCount++;
      problemCount += problems.length;
      for (const { code, message } of problems)
        await console.write(`${printable(`${file}: ${code}: ${message}`)}\n`);
    }
    const problems = problemCount === 0 ? 'no problems' : countOf(problemCount, 'problem');
    console.log(`odori: ${countOf(fileCount, 'file')}, ${problems}`);
    return problemCount === 0 ? 0 : 1;
  },
};
