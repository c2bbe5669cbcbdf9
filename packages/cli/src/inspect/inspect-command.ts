import { MOST_JOBS, parseArguments, parseWhole } from '../arguments.js';
import type { Command, Console, ExitCode } from '../command.js';
import { describeWarning } from '../documents/descriptions.js';
import { Refusal, type RefusalValues } from '../documents/refusal.js';
import { UsageError } from '../errors.js';
import { expandInputs, STANDARD } from '../files/inputs.js';
import { indexFiles } from '../index/index-files.js';
import { formatTable } from '../text/tables.js';
import { printable } from '../text/terminal-text.js';
import { TEXTURE_CODES } from './check-textures.js';
import { findProblems } from './find-problems.js';
import { type Finding, inspectFile, type Inspection } from './inspect-file.js';
import type { NamedPart } from './list-names.js';

const HELP = `odori inspect FILE…: show what motions, poses, models, projects, accessories and avatars contain

Reads VMD, VPD, PMM, BVMD, PMX, PMD, X, VAC, VRM, VRMA, other GLB avatars, and motions as JSON. The content decides the format, not the file name. Use
- for stdin. Globs in quotes (* ? **) are expanded.

  --names          list the bones and morphs by name: those of a model, or those that a motion moves;
                   of avatars, the human bones and the expressions
  --json           print an array with one entry for each file; with --names, with the names
  --strict         exit with 1 on textures of a model that are missing or miswritten, and on any warning except
                   for keyframes out of order, which MMD itself writes; odori lint lists these problems alone
  --root FOLDER    the folder that textures may be in (default: the parent of the model's folder)
  --refuse CODE,…  exit with 1 on these warnings, such as not-finite
  --allow CODE,…   do not exit with 1 on these warnings, such as truncated: a file that is cut off

One table of a whole library, with a row for each file:
  --index          FILE may be a folder, with the files below it and in their zips. A row has file, bytes, hash
                   (SHA-256), kind, model, frames, seconds, bones, morphs and iks (names), cameraKeys, cuts, warnings;
                   of a damaged file also code, message, section, offset; the exit code is 1 then
  -o, --output OUT index.jsonl or index.parquet (default: JSON lines on stdout)
  --jobs N         works in N threads (default 1)
  --force          overwrite OUT
  --quiet          print damaged files only

  odori inspect dance.vmd
  odori inspect dancer.pmx --names
  odori inspect --index library -o index.parquet --jobs 4
  odori inspect me.vrm dance.vrma
  odori inspect 'dances/**/*.vmd' --json | jq '.[].facts.seconds'
  curl -s https://example.com/dance.vmd | odori inspect -
`;

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
    if (positionals.length === 0) throw new UsageError('missing input: odori inspect FILE…');
    if (values.index) return indexInputs(positionals, values, console);
    refuseIndexOptions(values);
    const refusal = new Refusal(values, TEXTURE_CODES);
    const findings: Finding[] = [];
    let gap = '';
    for (const file of await expandInputs(positionals, console.cwd)) {
      const finding = await inspectFile(file, values, console);
      findings.push(finding);
      if (values.json || 'error' in finding) continue; // JSON is printed at the end, errors go to stderr
      await console.write(gap + toText(finding));
      gap = '\n';
    }
    if (values.json) await console.write(`${JSON.stringify(findings, undefined, 2)}\n`);
    for (const finding of findings) {
      if ('error' in finding) console.log(`odori: ${finding.file}: ${finding.error.message}`);
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
  console: Console,
): Promise<ExitCode> {
  for (const option of ['json', 'names', 'root'])
    if (values[option] !== undefined) throw new UsageError(`--index and --${option} exclude each other`);
  const { output = STANDARD, jobs, force = false, quiet = false, refuse, allow, strict } = values;
  const threads = jobs === undefined ? 1 : parseWhole('jobs', jobs, 1, MOST_JOBS);
  return indexFiles({ inputs, output, jobs: threads, force }, { quiet, refuse, allow, strict }, console);
}

function refuseIndexOptions(values: IndexOptions): void {
  for (const option of ['output', 'jobs', 'force', 'quiet'] as const)
    if (values[option] !== undefined) throw new UsageError(`--${option} needs --index`);
}

function toText({
  file,
  bytes,
  format,
  facts,
  sections,
  warnings,
  names = [],
  textures = [],
}: Inspection): string {
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
  const files = textures.map(({ path, problem }) => `texture: ${printable(path)} ${printable(problem)}\n`);
  return [heading, `${printable(words.join(', '))}\n`, table, ...notes, ...files, namesText(names)].join('');
}

/** Columns that no row has are left out. */
function namesText(names: readonly NamedPart[]): string {
  if (names.length === 0) return '';
  const columns = COLUMNS.filter(([column]) => names.some((row) => row[column] !== undefined));
  return `\n${formatTable(
    columns.map(([, heading]) => heading),
    names.map((row) => columns.map(([column]) => row[column])),
  )}`;
}

const COLUMNS = [
  ['model', 'model'],
  ['part', 'part'],
  ['name', 'name'],
  ['nameEn', 'English name'],
  ['keys', 'keys'],
] as const;

function factText(name: string, value: string | number): string {
  if (typeof value === 'string') return JSON.stringify(value);
  return name === 'seconds' ? value.toFixed(2) : String(value);
}
