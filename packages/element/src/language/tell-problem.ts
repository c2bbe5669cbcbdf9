import type { FilesError, MmdFormatError } from '@odori/format';
import type { LoadError } from '@odori/runtime';
import type { LoadProblem } from '@odori/runtime/internal/three';
import type { FileProblems } from '@odori/runtime/internal';
import { type CatalogText, fillText, type LanguageCode } from '@odori/runtime/internal/catalog';
import { isLoadError, messageOf, type Problem, type ProblemCode, type TellProblem } from './problems.js';

/** What files are called that have no name. */
type Unnamed = 'the file' | 'the files' | 'the song';

/** The sentences of a language other than English, by code. */
export interface ProblemCatalog {
  readonly language: LanguageCode;
  readonly problems: Readonly<Record<ProblemCode, CatalogText>>;
  /** Why a file could not be loaded: `LoadError`. */
  readonly load: Readonly<Record<Exclude<LoadProblem, 'bad-zip' | 'broken'>, string>>;
  /** What is wrong in a file. */
  readonly files: FileProblems;
  /** The frames of sentences. */
  readonly frame: {
    /** With `{file}` and `{text}`. */
    readonly named: string;
    /** With `{found}`: `RAR`. */
    readonly found: string;
    readonly unpack: string;
    readonly checkUrl: string;
    /** With `{text}`, in English: what the browser says. */
    readonly unknown: string;
  };
  readonly unnamed: Readonly<Record<Unnamed, string>>;
}

/** The name of a format in its English description: `a RAR archive`, `a model (PMX)`. */
const FORMAT = /\b(?:[A-Z\d]{3,4}|7z|zip|gzip|LZH|HTML|JSON|XML|X|Git LFS)\b/;

/** Tells problems in a language other than English. */
export function createTeller(catalog: ProblemCatalog): TellProblem {
  const { language, frame } = catalog;
  const names = catalog.unnamed as Readonly<Record<string, string>>;
  return (problem) => {
    const file = problem.file ?? fileOf(problem);
    const text =
      problem.code === undefined
        ? tellError(problem.error, catalog)
        : fillText(catalog.problems[problem.code], problem.values ?? {}, language);
    return file === undefined ? text : fillText(frame.named, { file: names[file] ?? file, text }, language);
  };
}

function isFormatError(error: unknown): error is MmdFormatError {
  return error instanceof Error && error.name === 'MmdFormatError';
}

function isFilesError(error: unknown): error is FilesError {
  return error instanceof Error && error.name === 'FilesError';
}

function fileOf(problem: Problem): string | undefined {
  return problem.code === undefined && isLoadError(problem.error) ? problem.error.file : undefined;
}

function tellError(error: unknown, catalog: ProblemCatalog): string {
  const { files, frame, language } = catalog;
  if (isFormatError(error)) return tellBroken(error, catalog);
  if (isFilesError(error)) return fillText(files.zip[error.code], { path: error.path ?? '' }, language);
  const { code, cause } = isLoadError(error) ? error : ({} as Partial<LoadError>);
  if (code === 'broken' || code === 'bad-zip') return tellError(cause, catalog);
  if (code === undefined) return fillText(frame.unknown, { text: messageOf(error) }, language);
  return tellLoad(error as LoadError, code, catalog);
}

function tellBroken(error: MmdFormatError, { files, language }: ProblemCatalog): string {
  const { code, section, offset, line, column } = error;
  const values = { text: files.format[code], section, offset, line: line ?? 0, column: column ?? 0 };
  return fillText(line === undefined ? files.broken : files.brokenText, values, language);
}

function tellLoad(
  { status, found }: LoadError,
  code: keyof ProblemCatalog['load'],
  { load, frame, language }: ProblemCatalog,
): string {
  const text = fillText(load[code], { status: String(status) }, language);
  const format = FORMAT.exec(found ?? '')?.[0];
  const details = [format && fillText(frame.found, { found: format }, language), adviceOn(found, frame)];
  return [text, ...details].filter(Boolean).join('');
}

function adviceOn(found: string | undefined, { unpack, checkUrl }: ProblemCatalog['frame']): string {
  if (found === undefined || /\(\w+\)$/.test(found)) return '';
  return found.endsWith('archive') ? unpack : checkUrl;
}
