import { encodePath } from '@odori/format/internal';
import { extname, posix } from 'node:path';
import type { Show, ShownMotion } from './arrange-show.js';
import type { Content } from '../files/content.js';
import type { GivenFile } from './given-files.js';

/** The files of a show by the decoded paths under which the page asks for them. The server has no others. */
export type ShowFiles = ReadonlyMap<string, { readonly content: Content; readonly type: string }>;

/** The addresses of the files, relative to the page, as the attributes of `<odori-player>` take them. */
export interface ShowAddresses {
  readonly model: string;
  readonly motion?: string;
  readonly camera?: string;
  readonly pose?: string;
  readonly audio?: string;
}

/** The files of a show, and where the page finds them. */
export function addressFiles({ model, motions, face, camera, pose, song }: Show): {
  readonly files: ShowFiles;
  readonly addresses: ShowAddresses;
} {
  const files = new Map<string, { content: Content; type: string }>();
  const add = (folder: string, name: string, content: Content): string => {
    const path = posix.join(folder, name);
    files.set(`/${path}`, { content, type: TYPES.get(extname(name).toLowerCase()) ?? OTHER_TYPE });
    return encodePath(path);
  };
  const addMotion = (folder: string, { file, content }: ShownMotion): string =>
    add(folder, file.name, content);
  const addFile = (folder: string, { name, content }: GivenFile): string => add(folder, name, content);
  const ups = Math.max(0, ...Array.from(model.textures, ([path]) => path.split('../').length - 1));
  const modelFolder = `model${'/0'.repeat(ups)}`; // so deep that no texture leaves `model`
  for (const [path, content] of model.textures) add(modelFolder, path, content);
  const withFace = face ? `|${addMotion('face', face)}` : '';
  const choices = motions.map((motion, i) => addMotion(`motion/${i}`, motion) + withFace);
  return {
    files,
    addresses: {
      model: addFile(modelFolder, model.file),
      ...(choices.length > 0 && { motion: choices.join(' ') }),
      ...(camera && { camera: addMotion('camera', camera) }),
      ...(pose && { pose: addMotion('pose', pose) }),
      ...(song && { audio: addFile('song', song) }),
    },
  };
}

const OTHER_TYPE = 'application/octet-stream';

/** By the ending of the name. The player detects models, motions and pictures by their content. */
const TYPES: ReadonlyMap<string, string> = new Map([
  ['.wav', 'audio/wav'],
  ['.mp3', 'audio/mpeg'],
  ['.ogg', 'audio/ogg'],
  ['.oga', 'audio/ogg'],
  ['.opus', 'audio/ogg'],
  ['.flac', 'audio/flac'],
  ['.m4a', 'audio/mp4'],
  ['.aac', 'audio/aac'],
  ['.weba', 'audio/webm'],
  ['.webm', 'video/webm'],
  ['.mp4', 'video/mp4'],
  ['.m4v', 'video/mp4'],
  ['.png', 'image/png'],
  ['.jpg', 'image/jpeg'],
  ['.jpeg', 'image/jpeg'],
  ['.gif', 'image/gif'],
  ['.webp', 'image/webp'],
  ['.bmp', 'image/bmp'],
]);
