import { posix } from 'node:path';
import { checkPackage, createPackageFromTarballData, type Package } from '@arethetypeswrong/core';
import { problemKindInfo } from '@arethetypeswrong/core/problems';
import { publint } from 'publint';
import { formatMessage } from 'publint/utils';

/** The part of a published manifest that is read here. */
interface Manifest {
  readonly name: string;
  readonly dependencies?: Record<string, string>;
  readonly peerDependencies?: Record<string, string>;
  readonly [field: string]: unknown;
}

/** What users need. Sources are there because the maps of code and of declarations lead to them. */
const EXPECTED = /^(?:package\.json|README\.md|LICENSE|(?:dist|files|src)\/.+|schema\/.+\.json)$/;
const UNWANTED =
  /(?:^|\/)(?:\.[^/]*|.*\.(?:test|spec|bench)\.[^/]+|.*\.tsbuildinfo|.*\.tgz|tests?|node_modules)(?:\/|$)/;

/**
 * How TypeScript resolves imports without `exports` in manifests, and in CommonJS. The packages are ES
 * modules for Node 20.19 and newer, which have both `exports` and `require` of ES modules.
 */
const NOT_SUPPORTED: readonly string[] = ['node10', 'node16-cjs'];

/**
 * Files with the declarations of `./define`, which is checked. Reading these large files takes longer than
 * all else.
 */
const LARGE = [/\/odori-player(?:\.module)?\.js$/];

/** What is wrong with a tarball, as sentences. An empty list is what it should be. Takes up to a second. */
export async function tarballProblems(tarball: Uint8Array<ArrayBuffer>): Promise<string[]> {
  const content = createPackageFromTarballData(tarball);
  const root = `/node_modules/${content.packageName}/`;
  const manifest = JSON.parse(content.readFile(`${root}package.json`)) as Manifest;
  const files = content.listFiles().map((path) => path.slice(root.length));
  return [
    ...fileProblems(files),
    ...manifestProblems(manifest, files),
    ...files.flatMap((file) => mapProblems(content, root, file)),
    ...(await publintProblems(manifest, tarball)),
    ...(await typeProblems(content)),
  ].map((problem) => `${content.packageName}: ${problem}`);
}

function fileProblems(files: readonly string[]): string[] {
  const missing = ['README.md', 'LICENSE'].filter((file) => !files.includes(file));
  const stray = files.filter((file) => !EXPECTED.test(file) || UNWANTED.test(file));
  return [
    ...missing.map((file) => `the tarball has no ${file}.`),
    ...stray.map((file) => `the tarball has a file that users do not need: ${file}.`),
  ];
}

function manifestProblems(manifest: Manifest, files: readonly string[]): string[] {
  const ranges = Object.entries({ ...manifest.dependencies, ...manifest.peerDependencies });
  const local = ranges.filter(([, range]) => /^(?:workspace|catalog|file|link):/.test(range));
  const addresses = ['jsdelivr', 'unpkg'].flatMap((field) => {
    const file = manifest[field];
    return typeof file === 'string' && !files.includes(posix.normalize(file)) ? [[field, file]] : [];
  });
  return [
    ...local.map(([name, range]) => `npm cannot resolve its dependency ${name}: ${range}.`),
    ...addresses.map(([field, file]) => `the tarball does not have the file of "${field}": ${file}.`),
  ];
}

/** A map that a file names must be there, and so must the sources that the map names and does not include. */
function mapProblems(content: Package, root: string, file: string): string[] {
  if (!/\.[cm]?[jt]s$/.test(file) || !file.startsWith('dist/')) return [];
  const [, name] = /\n\/\/# sourceMappingURL=(\S+)\s*$/.exec(content.readFile(root + file)) ?? [];
  if (name === undefined) return [];
  const path = posix.join(posix.dirname(file), name);
  if (!content.fileExists(root + path)) return [`${file} names a source map that is not there: ${path}.`];
  const map = JSON.parse(content.readFile(root + path)) as { sources: string[]; sourcesContent?: unknown[] };
  if (map.sourcesContent) return [];
  const sources = map.sources.map((source) => posix.join(posix.dirname(path), source));
  const lost = sources.filter((source) => !content.fileExists(root + source));
  return lost.map((source) => `${path} names a source that is not there: ${source}.`);
}

async function publintProblems(manifest: Manifest, tarball: Uint8Array<ArrayBuffer>): Promise<string[]> {
  const { buffer, byteOffset, byteLength } = tarball;
  const pack = { tarball: buffer.slice(byteOffset, byteOffset + byteLength) };
  const { messages } = await publint({ pack, strict: true, level: 'suggestion' });
  return messages.map(
    (message) => `publint: ${formatMessage(message, manifest, { color: false }) ?? message.code}`,
  );
}

/** What "Are the types wrong?" finds. */
async function typeProblems(content: Package): Promise<string[]> {
  const result = await checkPackage(content, { excludeEntrypoints: LARGE });
  if (!result.types) return ['attw: the tarball has no types.'];
  return result.problems.flatMap((problem) => {
    if ('resolutionKind' in problem && NOT_SUPPORTED.includes(problem.resolutionKind)) return [];
    const where = 'entrypoint' in problem ? `${problem.entrypoint} under ${problem.resolutionKind}` : '';
    const file = 'fileName' in problem ? problem.fileName : '';
    return [`attw: ${problemKindInfo[problem.kind].title}: ${where || file}`];
  });
}
