import { MOST_JOBS, parseArguments, parseWhole } from '../arguments.js';
import type { Command, ExitCode } from '../command.js';
import type { Shell } from '../shell.js';
import { describeWarning } from '../documents/descriptions.js';
import { Refusal, type RefusalValues } from '../documents/refusal.js';
import { UsageError } from '../errors.js';
import { expandInputs, STANDARD } from '../files/inputs.js';
import { indexFiles } from '../index/index-files.js';
import { formatTable } from '../text/tables.js';
import { printable } from '../text/terminal-text.js';
import { TEXTURE_CODES } from './check-textures.js';
import { findProblems } from './find-problems.js';
import { type Finding, findingJson, inspectFile, type Inspection } from './inspect-file.js';
import type { NamedPart } from './list-names.js';
import type { Help } from '../help/help.js';
import { about, type Message, say, type TextCode } from '../language/message.js';

const USAGE = 'odori inspect FILE…';

const HELP: Help = [
  { usage: USAGE, text: 'inspect' },
  { text: 'inspect-about' },
  {
    rows: [
      ['--names', 'inspect-names'],
      ['--json', 'inspect-json'],
      ['--strict', 'inspect-strict'],
      ['--root FOLDER', 'root'],
      ['--refuse CODE,…', 'inspect-refuse'],
      ['--allow CODE,…', 'inspect-allow'],
    ],
  },
  {
    heading: 'index-heading',
    rows: [
      ['--index', 'index-index'],
      ['-o, --output OUT', 'index-output'],
      ['--jobs N', 'jobs'],
      ['--force', 'force'],
      ['--quiet', 'index-quiet'],
    ],
  },
  {
    examples: [
      'odori inspect dance.vmd',
      'odori inspect dancer.pmx --names',
      'odori inspect --index library -o index.parquet --jobs 4',
      'odori inspect me.vrm dance.vrma',
      "odori inspect 'dances/**/*.vmd' --json | jq '.[].facts.seconds'",
      'curl -s https://example.com/dance.vmd | odori inspect -',
    ],
  },
];

export const INSPECT: Command = {
  help: HELP,
  async run(args, console) {
    const { values, positionals } = parseArguments(args, {
      json: { type: 'boolean' },
      names: { type: 'boolean' },
      root: { type: 'string' },
      strict: { type: 'boolean' },
      refuse: { type: 'string' },
      allow: { type: 'string' },
      index: { type: 'boolean' },
      output: { type: 'string', short: 'o' },
      jobs: { type: 'string' },
      force: { type: 'boolean' },
      quiet: { type: 'boolean' },
    });
    if (positionals.length === 0) throw new UsageError(say('missing-input', { usage: USAGE }));
    if (values.index) return indexInputs(positionals, values, console);
    refuseIndexOptions(values);
    const refusal = new Refusal(values, TEXTURE_CODES);
    const findings: Finding[] = [];
    let gap = '';
    for (const file of await expandInputs(positionals, console.cwd)) {
      const finding = await inspectFile(file, values, console);
      findings.push(finding);
      if (values.json || 'error' in finding) continue; // JSON is printed at the end, errors go to stderr
      await console.write(gap + toText(finding, console));
      gap = '\n';
    }
    if (values.json) await console.write(`${JSON.stringify(findings.map(findingJson), undefined, 2)}\n`);
    for (const finding of findings) {
      if ('error' in finding) console.tell(about(finding.file, finding.error.text));
    }
    return findings.some((finding) => findProblems(finding, refusal).length > 0) ? 1 : 0;
  },
};

/** The options of `--index`. */
interface IndexOptions extends RefusalValues {
  readonly output?: string;
  readonly jobs?: string;
  readonly force?: boolean;
  readonly quiet?: boolean;
}

function indexInputs(
  inputs: readonly string[],
  values: IndexOptions & Readonly<Record<string, unknown>>,
  console: Shell,
): Promise<ExitCode> {
  for (const option of ['json', 'names', 'root'])
    if (values[option] !== undefined)
      throw new UsageError(say('exclusive', { one: '--index', other: `--${option}` }));
  const { output = STANDARD, jobs, force = false, quiet = false, refuse, allow, strict } = values;
  const threads = jobs === undefined ? 1 : parseWhole('jobs', jobs, 1, MOST_JOBS);
  return indexFiles({ inputs, output, jobs: threads, force }, { quiet, refuse, allow, strict }, console);
}

function refuseIndexOptions(values: IndexOptions): void {
  for (const option of ['output', 'jobs', 'force', 'quiet'] as const)
    if (values[option] !== undefined) throw new UsageError(say('needs', { option, other: 'index' }));
}

function toText(
  { file, bytes, format, facts, sections, warnings, names = [], textures = [] }: Inspection,
  console: Shell,
): string {
  const line = (message: Message): string => `${printable(console.text(message))}\n`;
  const words = Object.entries(facts).map(([name, value]) => `${name} ${factText(name, value)}`);
  return [
    line(say('inspected', { file, format, bytes })),
    line(words.join(', ')),
    sectionsText(sections, console),
    ...warnings.map((each) =>
      line(say('inspected-warning', { code: each.code, text: describeWarning(each).text })),
    ),
    ...textures.map(({ path, problem }) => line(say('inspected-texture', { path, problem }))),
    namesText(names, console),
  ].join('');
}

/** Columns of tracks and frames for motions alone. */
function sectionsText(sections: Inspection['sections'], console: Shell): string {
  if (sections.length === 0) return '';
  const heading = (...codes: TextCode[]): string[] => codes.map((code) => console.text({ code, values: {} }));
  return sections.some(({ lastFrame }) => lastFrame !== undefined)
    ? formatTable(
        heading('column-section', 'column-keys', 'column-tracks', 'column-first', 'column-last'),
        sections.map((row) => [
          console.text(row.section),
          row.count,
          row.tracks,
          row.firstFrame,
          row.lastFrame,
        ]),
      )
    : formatTable(
        heading('column-section', 'column-count'),
        sections.map((row) => [console.text(row.section), row.count]),
      );
}

/** Columns that no row has are left out. */
function namesText(names: readonly NamedPart[], console: Shell): string {
  if (names.length === 0) return '';
  const columns = COLUMNS.filter(([column]) => names.some((row) => row[column] !== undefined));
  return `\n${formatTable(
    columns.map(([, heading]) => console.text(heading)),
    names.map((row) =>
      columns.map(([column]) => (column === 'part' ? console.text(say(`part-${row.part}`)) : row[column])),
    ),
  )}`;
}

const COLUMNS = [
  ['model', say('column-model')],
  ['part', say('column-part')],
  ['name', say('column-name')],
  ['nameEn', say('column-name-en')],
  ['keys', say('column-keys')],
] as const;

function factText(name: string, value: string | number): string {
  if (typeof value === 'string') return JSON.stringify(value);
  return name === 'seconds' ? value.toFixed(2) : String(value);
}
