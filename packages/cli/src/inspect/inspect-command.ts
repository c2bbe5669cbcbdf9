import { MmdFormatError } from '@odori/format';
import { parseArguments } from '../arguments/parse-arguments.js';
import type { Command } from '../command.js';
import type { Console } from '../console.js';
import { describeWarning } from '../documents/describe-warning.js';
import { parseDocument } from '../documents/parse-document.js';
import { expandInputs } from '../files/expand-inputs.js';
import { readInput } from '../files/read-input.js';
import { describeProblem, UsageError } from '../problem.js';
import type { ExitCode } from '../run-odori.js';
import { describeDocument, type DocumentSummary } from './describe-document.js';
import { formatTable, printable } from './format-table.js';

const HELP = `odori inspect FILE…: what is in a motion, a pose, a model or a project

Reads VMD, VPD, PMM, BVMD, PMX, PMD and motions as JSON, by what is in them, not by their names.

  --json       an array with an entry for each file, on stdout
  --strict     exit with 1 if there is any warning, keys out of order included, as MMD itself often writes them

  odori inspect dance.vmd
  odori inspect 'dances/**/*.vmd' --json | jq '.[].facts.seconds'
  curl -s https://example.com/dance.vmd | odori inspect -
`;

type Inspection = { readonly file: string; readonly bytes: number } & DocumentSummary;

/** What was found out about one file. */
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
    if (positionals.length === 0) throw new UsageError('which file?');
    const findings: Finding[] = [];
    let gap = '';
    for (const file of await expandInputs(positionals, console.cwd)) {
      const finding = await inspect(file, console);
      findings.push(finding);
      if (values.json || 'error' in finding) continue; // the one comes as a whole, the other on stderr
      await console.write(gap + toText(finding));
      gap = '\n';
    }
    if (values.json) await console.write(`${JSON.stringify(findings, undefined, 2)}\n`);
    for (const finding of findings) {
      if ('error' in finding) console.tell(`odori: ${finding.file}: ${finding.error.message}`);
    }
    return exitCode(findings, values.strict === true);
  },
};

async function inspect(file: string, console: Console): Promise<Finding> {
  try {
    const bytes = await readInput(file, console);
    return { file, bytes: bytes.length, ...describeDocument(parseDocument(bytes)) };
  } catch (error) {
    const message = describeProblem(error);
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
  const table = isMotion
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
