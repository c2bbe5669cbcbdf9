import { MmdFormatError } from '@odori/format';
import { parseArguments } from '../arguments.js';
import type { Command, Console, ExitCode } from '../command.js';
import { describeWarning } from '../documents/descriptions.js';
import { parseDocument } from '../documents/parse-document.js';
import { describeError, UsageError } from '../errors.js';
import { expandInputs, readInput } from '../files/inputs.js';
import { formatTable } from '../text/tables.js';
import { printable } from '../text/terminal-text.js';
import { describeDocument, type DocumentSummary } from './describe-document.js';

const HELP = `odori inspect FILE…: show what motions, poses, models, projects and accessories contain

Reads VMD, VPD, PMM, BVMD, PMX, PMD, X, VAC and motions as JSON. The content decides the format, not the file name. Use
- for stdin. Globs in quotes (* ? **) are expanded.

  --json       print an array with one entry for each file
  --strict     exit with 1 on any warning, including keyframes out of order, which MMD itself writes

  odori inspect dance.vmd
  odori inspect 'dances/**/*.vmd' --json | jq '.[].facts.seconds'
  curl -s https://example.com/dance.vmd | odori inspect -
`;

type Inspection = { readonly file: string; readonly bytes: number } & DocumentSummary;

/** The result for one file. */
type Finding =
  | Inspection
  | { readonly file: string; readonly error: { readonly message: string; readonly code?: string } };

export const INSPECT: Command = {
  help: HELP,
  async run(args, console) {
    const { values, positionals } = parseArguments(args, {
      json: { type: 'boolean' },
      strict: { type: 'boolean' },
    });
    if (positionals.length === 0) throw new UsageError('missing input: odori inspect FILE…');
    const findings: Finding[] = [];
    let gap = '';
    for (const file of await expandInputs(positionals, console.cwd)) {
      const finding = await inspect(file, console);
      findings.push(finding);
      if (values.json || 'error' in finding) continue; // JSON is printed at the end, errors go to stderr
      await console.write(gap + toText(finding));
      gap = '\n';
    }
    if (values.json) await console.write(`${JSON.stringify(findings, undefined, 2)}\n`);
    for (const finding of findings) {
      if ('error' in finding) console.log(`odori: ${finding.file}: ${finding.error.message}`);
    }
    return exitCode(findings, values.strict === true);
  },
};

async function inspect(file: string, console: Console): Promise<Finding> {
  try {
    const bytes = await readInput(file, console);
    return { file, bytes: bytes.length, ...describeDocument(parseDocument(bytes)) };
  } catch (error) {
    const message = describeError(error);
    if (message === undefined) throw error;
    return { file, error: { message, ...(error instanceof MmdFormatError && { code: error.code }) } };
  }
}

function exitCode(findings: readonly Finding[], isStrict: boolean): ExitCode {
  const isBad = (finding: Finding): boolean =>
    'error' in finding || (isStrict && finding.warnings.length > 0);
  return findings.some(isBad) ? 1 : 0;
}

function toText({ file, bytes, format, facts, sections, warnings }: Inspection): string {
  const words = Object.entries(facts).map(([name, value]) => `${name} ${factText(name, value)}`);
  const heading = `${printable(file)}: ${format}, ${bytes} bytes\n`;
  const isMotion = sections.some(({ lastFrame }) => lastFrame !== undefined);
  const table =
    sections.length === 0
      ? ''
      : isMotion
        ? formatTable(
            ['section', 'keys', 'tracks', 'first', 'last'],
            sections.map((row) => [row.section, row.count, row.tracks, row.firstFrame, row.lastFrame]),
          )
        : formatTable(
            ['section', 'count'],
            sections.map((row) => [row.section, row.count]),
          );
  const notes = warnings.map((each) => `warning: ${each.code}: ${printable(describeWarning(each))}\n`);
  return [heading, `${printable(words.join(', '))}\n`, table, ...notes].join('');
}

function factText(name: string, value: string | number): string {
  if (typeof value === 'string') return JSON.stringify(value);
  return name === 'seconds' ? value.toFixed(2) : String(value);
}
