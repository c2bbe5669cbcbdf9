import { parseArguments } from '../arguments.js';
import type { Command } from '../command.js';
import { Refusal } from '../documents/refusal.js';
import { UsageError } from '../errors.js';
import { expandInputs } from '../files/inputs.js';
import { isDocumentName, walkFiles } from '../index/walk-files.js';
import { printable } from '../text/terminal-text.js';
import { TEXTURE_CODES } from './check-textures.js';
import { findProblems } from './find-problems.js';
import { inspectFile } from './inspect-file.js';
import type { Help } from '../help/help.js';
import { say } from '../language/message.js';

const USAGE = 'odori lint FILE…';

const HELP: Help = [
  { usage: USAGE, text: 'lint' },
  { text: 'lint-about' },
  { text: 'lint-files' },
  {
    rows: [
      ['--allow CODE,…', 'lint-allow'],
      ['--root FOLDER', 'root'],
    ],
  },
  {
    examples: ['odori lint dancer.pmx dance.vmd', 'odori lint models dances --allow trailing-bytes'],
  },
];

export const LINT: Command = {
  help: HELP,
  async run(args, console) {
    const { values, positionals } = parseArguments(args, {
      allow: { type: 'string' },
      root: { type: 'string' },
    });
    if (positionals.length === 0) throw new UsageError(say('missing-input', { usage: USAGE }));
    const refusal = new Refusal({ allow: values.allow, strict: true }, TEXTURE_CODES);
    let fileCount = 0;
    let problemCount = 0;
    const inputs = await expandInputs(positionals, console.cwd);
    for await (const file of walkFiles(inputs, console.cwd, isDocumentName)) {
      const problems = findProblems(await inspectFile(file, { root: values.root }, console), refusal);
      fileCount++;
      problemCount += problems.length;
      for (const { code, message } of problems)
        await console.write(`${printable(`${file}: ${code}: ${console.text(message)}`)}\n`);
    }
    const problems = problemCount === 0 ? say('no-problems') : say('problems', { count: problemCount });
    console.tell(say('linted', { files: say('files', { count: fileCount }), problems }));
    return problemCount === 0 ? 0 : 1;
  },
};
