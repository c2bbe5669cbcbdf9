import { encodePath, packZip } from '@odori/format/internal';
import { extname, posix, sep } from 'node:path';
import type {
  Show,
  ShownAccessory,
  ShownMember,
  ShownModel,
  ShownMotion,
  ShownProject,
} from './arrange-show.js';
import { bytesContent, type Content } from '../files/content.js';

/** The files of a show by the decoded paths under which the page asks for them. The server has no others. */
export type ShowFiles = ReadonlyMap<string, { readonly content: Content; readonly type: string }>;

/** Attributes by name, such as those that give files to a player. */
export type Attributes = Readonly<Record<string, string>>;

/** A child of the player: a dancer among several, or a stage. */
export interface PlayerChild {
  readonly tag: 'odori-dancer' | 'odori-stage';
  readonly attributes: Attributes;
}

/** The addresses of the files, relative to the page, as `<odori-player>` and its children take them. */
export interface ShowAddresses {
  readonly player: Attributes;
  readonly children: readonly PlayerChild[];
}

/** The files of a show, and where the page finds them. */
export function addressFiles(show: Show): {
  readonly files: ShowFiles;
  readonly addresses: ShowAddresses;
} {
  const addresses = new AddressedFiles();
  const { camera, song, members, project } = show;
  const children = [
    ...members.map((member, i) => addresses.addMember(member, i)),
    ...show.accessories.map((accessory, i) => ({
      tag: 'odori-stage' as const,
      attributes: { src: addresses.addModel(`accessory/${i}`, accessory) },
    })),
  ];
  const player = {
    ...(project && addresses.addProject(project)),
    ...(show.model && children.length === 0 && addresses.addModelAlone(show, show.model)),
    ...(camera && { camera: addresses.addMotion('camera', camera) }),
    ...(song && { audio: addresses.add('song', song.name, song.content) }),
  };
  return { files: addresses.files, addresses: { player, children } };
}

/** Files as they get their addresses. */
class AddressedFiles {
  readonly files = new Map<string, { content: Content; type: string }>();

  /** Returns the address. */
  add(folder: string, name: string, content: Content): string {
    const path = posix.join(folder, name);
    this.files.set(`/${path}`, { content, type: TYPES.get(extname(name).toLowerCase()) ?? OTHER_TYPE });
    return encodePath(path);
  }

  addMotion(folder: string, { file, content }: ShownMotion): string {
    return this.add(folder, file.name, content);
  }

  addModel(root: string, { file, textures }: ShownAccessory): string {
    const ups = Math.max(0, ...Array.from(textures, ([path]) => path.split('../').length - 1));
    const folder = root + '/0'.repeat(ups); // so deep that no texture leaves `root`
    for (const [path, content] of textures) this.add(folder, path, content);
    return this.add(folder, file.name, file.content);
  }

  addModelAlone({ motions, face, pose }: Show, model: ShownModel): Attributes {
    const withFace = face ? `|${this.addMotion('face', face)}` : '';
    const choices = motions.map((motion, i) => this.addMotion(`motion/${i}`, motion) + withFace);
    return {
      model: this.addModel('model', model),
      ...(choices.length > 0 && { motion: choices.join(' ') }),
      ...(pose && { pose: this.addMotion('pose', pose) }),
    };
  }

  addMember({ model, motions, place }: ShownMember, index: number): PlayerChild {
    const address = this.addModel(`model/${index}`, model);
    const parts = motions.map((motion, i) => this.addMotion(`motion/${index}/${i}`, motion));
    const motion = parts.length > 0 && { motion: parts.join('|') };
    if (!place) return { tag: 'odori-stage', attributes: { src: address, ...motion } };
    const { x, z, turn } = place;
    const position = `${x} 0 ${z}`;
    const attributes = { model: address, ...motion, position, ...(turn !== 0 && { turn: String(turn) }) };
    return { tag: 'odori-dancer', attributes };
  }

  /** The project looks for its files by name, so they keep their paths. */
  addProject({ file, beside }: ShownProject): Attributes {
    const files = lazyContent(async () => {
      const contents = new Map<string, Uint8Array>();
      for (const { label, content } of beside) contents.set(label.replaceAll(sep, '/'), await content.read());
      return packZip(contents);
    });
    return {
      project: this.add('project', file.name, file.content),
      files: this.add('project', 'files.zip', files),
    };
  }
}

/** Content that is made when it is asked for, each time anew. */
function lazyContent(read: () => Promise<Uint8Array>): Content {
  return { read, open: async () => bytesContent(await read()).open() };
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
