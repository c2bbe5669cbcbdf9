import { FilesError } from '@odori/format';
import { foldName, resolvePath, unpackZip } from '@odori/format/internal';
import { basename, dirname, join, posix, relative, resolve, sep } from 'node:path';
import { FileError, inFile, UsageError, zipText } from '../errors.js';
import { expandInputs, STANDARD } from './inputs.js';
import { statsIfReadable } from './paths.js';
import { bytesContent, type Content, diskContent, readHead } from './content.js';
import { DiskFolder, listFiles } from './disk-folder.js';
import { say } from '../language/message.js';

/** A file that a view may show: on the disk, or in a zip. */
export interface GivenFile {
  /** Its path, for messages: `miku/miku.pmx`, or `dance.zip/dance.vmd` in a zip. */
  readonly label: string;
  /** Its name alone. */
  readonly name: string;
  /** Its path in the folder or zip that the command line names, with forward slashes; else its name. */
  readonly path: string;
  /** Whether the command line names the file itself, not only its folder or zip. */
  readonly isNamed: boolean;
  readonly content: Content;
  /**
   * The file at a path as a model spells it, relative to the folder of this one; undefined if there is none,
   * or if the path leads too far away, see {@link DiskFolder}.
   */
  beside(path: string): Promise<Content | undefined>;
  /** The path of the file that {@link beside} finds, as {@link path}; it may begin with `../`. */
  pathBeside(path: string): Promise<string | undefined>;
}

/**
 * The files of a command line: globs, folders and zips give the files in them.
 *
 * `root`: the folder that textures may be in, absolute; without it the parent of the model's.
 *
 * @throws {@link UsageError} for `-`, {@link FileError} for a missing file or a zip that cannot be unpacked.
 */
export async function readGivenFiles(
  inputs: readonly string[],
  cwd: string,
  root?: string,
): Promise<GivenFile[]> {
  const files: GivenFile[] = [];
  for (const path of await expandInputs(inputs, cwd)) {
    if (path === STANDARD) throw new UsageError(say('stdin-has-no-folder'));
    files.push(...(await inFile(path, () => filesAt(path, resolve(cwd, path), root))));
  }
  return files;
}

async function filesAt(label: string, path: string, root?: string): Promise<GivenFile[]> {
  if ((await statsIfReadable(path))?.isDirectory()) {
    const paths = await listFiles(path);
    return paths.map((each) => fileOnDisk(join(label, each), join(path, each), { within: path, root }));
  }
  const file = fileOnDisk(label, path, { root });
  const head = await readHead(file.content, 2);
  return head.toString('latin1') === 'PK' ? filesInZip(label, await file.content.read()) : [file];
}

/** `within` is the folder that the command line names instead of the file. */
function fileOnDisk(
  label: string,
  path: string,
  { within, root }: { readonly within?: string; readonly root: string | undefined },
): GivenFile {
  const folder = new DiskFolder(dirname(path), root);
  const inTree = within === undefined ? basename(path) : relative(within, path).split(sep).join('/');
  return {
    label,
    name: basename(path),
    path: inTree,
    isNamed: within === undefined,
    content: diskContent(path, within),
    beside: (each) => folder.find(each),
    pathBeside: async (each) => {
      const found = await folder.spellingOf(each);
      return found && posix.join(posix.dirname(inTree), found);
    },
  };
}

async function filesInZip(label: string, zip: Uint8Array): Promise<GivenFile[]> {
  const files = await unpack(zip);
  const byFoldedPath = new Map(Array.from(files.keys(), (path) => [foldName(path), path]));
  return Array.from(files, ([path, bytes]) => {
    const folder = path.slice(0, path.lastIndexOf('/') + 1);
    const find = (each: string): string | undefined => {
      const inZip = resolvePath(each, folder);
      return inZip === undefined || files.has(inZip) ? inZip : byFoldedPath.get(foldName(inZip));
    };
    return {
      label: `${label}${sep}${path}`,
      name: basename(path),
      path,
      isNamed: false,
      content: bytesContent(bytes),
      beside: async (each) => {
        const found = find(each);
        return found === undefined ? undefined : bytesContent(files.get(found)!);
      },
      pathBeside: async (each) => find(each),
    };
  });
}

async function unpack(zip: Uint8Array): Promise<Map<string, Uint8Array>> {
  try {
    return await unpackZip(zip);
  } catch (error) {
    if (error instanceof FilesError) throw new FileError(zipText(error), { cause: error });
    throw error;
  }
}
