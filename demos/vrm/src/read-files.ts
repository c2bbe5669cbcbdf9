import { parseVmd } from '@odori/format';
import { Motion } from '@odori/runtime';
import { openMotion } from '../../shared/open/open-motion.js';
import { type GetFiles, type SortedFiles, sortFiles } from '../../shared/open/sort-files.js';
import { cameraMotionLine, unusedLines } from '../../shared/open/unused-files.js';
import { truncatedLines } from '../../shared/open/warning-lines.js';
import { fileName, fileProblem } from '../../shared/problem-text.js';

/** A dance, and the VRMA that it comes from, if it does. */
export interface Dance {
  readonly name: string;
  readonly motion: Motion;
  readonly animation?: Uint8Array<ArrayBuffer>;
}

/** What the page does with opened files. */
export interface FileActions {
  /** Rejects if the file is broken. */
  loadAvatar(file: Blob, name: string): Promise<void>;
  /** A VRMA as the bytes of a VMD for our dancer. */
  convert(animation: Uint8Array<ArrayBuffer>): Promise<Uint8Array>;
}

/** What the files were. */
interface ReadFiles {
  readonly dance: Dance | undefined;
  /** A line for each file that could not be used, or only in part. */
  readonly problems: readonly (HTMLElement | string)[];
}

const GLB = /\.glb$/i;

/** Reads an avatar and a dance. Never rejects. `getFiles` is called before anything is awaited. */
export async function readFiles(getFiles: GetFiles, actions: FileActions): Promise<ReadFiles> {
  const sorted = withHumanoids(await sortFiles(getFiles));
  const { files, paths } = sorted;
  const problems: (HTMLElement | string)[] = [...sorted.problems];
  const attempt = async (path: string, read: () => Promise<void>): Promise<boolean> => {
    try {
      await read();
      return true;
    } catch (error) {
      problems.push(fileProblem(path, error));
      return false;
    }
  };
  for (const path of paths.avatar) {
    if (await attempt(path, () => actions.loadAvatar(files.get(path)!, fileName(path)))) break;
  }
  const dances: Dance[] = [];
  for (const path of [...paths.motion, ...paths.pose]) {
    await attempt(path, async () => {
      const { name, motion, warnings } = await openMotion(path, files);
      problems.push(...truncatedLines(name, warnings));
      if (isCamera(motion)) problems.push(cameraMotionLine(name));
      else dances.push({ name, motion });
    });
  }
  for (const path of dances.length === 0 ? paths.animation : []) {
    await attempt(path, async () => {
      const animation = new Uint8Array(await files.get(path)!.arrayBuffer());
      const motion = Motion.from(parseVmd(await actions.convert(animation)));
      dances.push({ name: fileName(path), motion, animation });
    });
    if (dances.length > 0) break;
  }
  problems.push(...(await unusedLines(sorted, ['avatar', 'motion', 'pose', 'animation'])));
  return { dance: merged(dances), problems };
}

/** GLB files count as avatars here; on other pages they are files of another format. */
function withHumanoids(sorted: SortedFiles): SortedFiles {
  const { avatar, other } = sorted.paths;
  const paths = {
    ...sorted.paths,
    avatar: [...avatar, ...other.filter((path) => GLB.test(path))],
    other: other.filter((path) => !GLB.test(path)),
  };
  return { ...sorted, paths };
}

function merged(dances: readonly Dance[]): Dance | undefined {
  if (dances.length < 2) return dances[0];
  return { name: dances[0].name, motion: Motion.from(...dances.map(({ motion }) => motion)) };
}

function isCamera({ bones, morphs, property, camera, light, selfShadow }: Motion): boolean {
  const movesModel = bones.size + morphs.size > 0 || property !== undefined;
  return !movesModel && (camera ?? light ?? selfShadow) !== undefined;
}
