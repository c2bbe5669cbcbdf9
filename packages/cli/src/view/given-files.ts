import { FilesError } from '@odori/format';
import { foldName, resolvePath, unpackZip } from '@odori/format/internal';
import { basename, dirname, join, resolve, sep } from 'node:path';
import { FileError, inFile, UsageError } from '../errors.js';
import { expandInputs, STANDARD } from '../files/inputs.js';
import { statsIfReadable } from '../files/paths.js';
import { bytesContent, type Content, diskContent, readHead } from '../files/content.js';
import { DiskFolder, listFiles } from '../files/disk-folder.js';

/** A file that a view may show: on the disk, or in a zip. */
export interface GivenFile {
  /** Its path, for messages: `miku/miku.pmx`, or `dance.zip/dance.vmd` in a zip. */
  readonly label: string;
  /** Its name alone. */
  readonly name: string;
  /** Whether the command line names the file itself, not only its folder or zip. */
  readonly isNamed: boolean;
  readonly content: Content;
  /**
   * The file at a path as a model spells it, relative to the folder of this one; undefined if there is none,
   * or if the path leads too far away, see {@link DiskFolder}.
   */
  beside(path: string): Promise<Content | undefined>;
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
    if (path === STANDARD) throw new UsageError('view needs files with names, and cannot read stdin');
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
  return {
    label,
    name: basename(path),
    isNamed: within === undefined,
    content: diskContent(path, within),
    beside: (each) => folder.find(each),
  };
}

async function filesInZip(label: string, zip: Uint8Array): Promise<GivenFile[]> {
  const files = await unpack(zip);
  const byFoldedPath = new Map(Array.from(files, ([path, bytes]) => [foldName(path), bytes]));
  return Array.from(files, ([path, bytes]) => {
    const folder = path.slice(0, path.lastIndexOf('/') + 1);
    return {
      label: `${label}${sep}${path}`,
      name: basename(path),
      isNamed: false,
      content: bytesContent(bytes),
      beside: async (each) => {
        const inZip = resolvePath(each, folder);
        if (inZip === undefined) return undefined;
        const found = files.get(inZip) ?? byFoldedPath.get(foldName(inZip));
        return found && bytesContent(found);
      },
    };
  });
}

async function unpack(zip: Uint8Array): Promise<Map<string, Uint8Array>> {
  try {
    return await unpackZip(zip);
  } catch (error) {
    if (error instanceof FilesError) throw new FileError(error.message, { cause: error });
    throw error;
  }
}
