import { MmdFormatError, pmdToPmx } from '@odori/format';
import { GlbError, HumanoidError } from '@odori/vrm/humanoid';
import { dirname, resolve } from 'node:path';
import type { Shell } from '../shell.js';
import { type MmdDocument, parseDocument } from '../documents/parse-document.js';
import { describeFileError } from '../errors.js';
import { readInput, STANDARD } from '../files/inputs.js';
import { checkTextures, type TextureProblem } from './check-textures.js';
import { describeAvatar, isGlb } from './describe-avatar.js';
import { describeDocument, type DocumentSummary } from './describe-document.js';
import { listNames, type NamedPart } from './list-names.js';
import type { Message } from '../language/message.js';
import { ENGLISH } from '../language/words.js';

/** What a file contains. */
export interface Inspection extends DocumentSummary {
  readonly file: string;
  readonly bytes: number;
  readonly names?: readonly NamedPart[];
  /** Of a model on the disk: textures that are missing or miswritten. */
  readonly textures?: readonly TextureProblem[];
}

/** The result for one file. */
export type Finding =
  Inspection | { readonly file: string; readonly error: { readonly text: Message; readonly code?: string } };

/** Options of the command line. */
interface InspectOptions {
  readonly names?: boolean | undefined;
  readonly root?: string | undefined;
}

/** Reads a file, and says what it contains or why it cannot be read. */
export async function inspectFile(file: string, options: InspectOptions, console: Shell): Promise<Finding> {
  const hasNames = options.names === true;
  try {
    const bytes = await readInput(file, console);
    if (isGlb(bytes)) {
      const { summary, names } = describeAvatar(bytes);
      return { file, bytes: bytes.length, ...summary, ...(hasNames && { names }) };
    }
    const parsed = parseDocument(bytes);
    const names = hasNames ? { names: listNames(parsed.document) } : {};
    const textures = await texturesOf(parsed.document, file, options.root, console);
    return { file, bytes: bytes.length, ...describeDocument(parsed), ...names, ...textures };
  } catch (error) {
    const text = describeFileError(error);
    return { file, error: { text, ...(hasCode(error) && { code: error.code }) } };
  }
}

/** Nothing for a document without textures, and for stdin, which has no folder. */
async function texturesOf(
  document: MmdDocument,
  file: string,
  root: string | undefined,
  console: Shell,
): Promise<Pick<Inspection, 'textures'>> {
  if (file === STANDARD || (document.format !== 'pmx' && document.format !== 'pmd')) return {};
  const { textures } = document.format === 'pmd' ? pmdToPmx(document) : document;
  const folder = dirname(resolve(console.cwd, file));
  const problems = await checkTextures(textures, folder, root && resolve(console.cwd, root));
  return problems.length > 0 ? { textures: problems } : {};
}

function hasCode(error: unknown): error is MmdFormatError | GlbError | HumanoidError {
  return error instanceof MmdFormatError || error instanceof GlbError || error instanceof HumanoidError;
}

/** A finding as `--json` prints it: in English. */
export function findingJson(finding: Finding): object {
  if ('error' in finding) {
    const { text, ...code } = finding.error;
    return { file: finding.file, error: { message: ENGLISH.tell(text), ...code } };
  }
  const { textures, ...others } = finding;
  const sections = others.sections.map((each) => ({ ...each, section: ENGLISH.tell(each.section) }));
  const problems = textures?.map((each) => ({ ...each, problem: ENGLISH.tell(each.problem) }));
  return { ...others, sections, ...(problems && { textures: problems }) };
}
