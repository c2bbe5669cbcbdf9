import { detectForeignFormat, detectFormat, type ForeignFormat, type MmdFormat } from '@odori/format';

/**
 * What a file is for. An avatar is a VRM file, an animation a VRMA file. A companion comes with a model or a
 * song, such as a texture or a text, or with a project, such as an accessory; `other` is everything that no
 * page reads.
 */
export type FileKind =
  'model' | 'avatar' | 'motion' | 'animation' | 'pose' | 'project' | 'song' | 'companion' | 'other';

const FORMATS: Readonly<Record<MmdFormat, FileKind>> = {
  pmx: 'model',
  pmd: 'model',
  vmd: 'motion',
  bvmd: 'motion',
  vpd: 'pose',
  pmm: 'project',
  x: 'companion',
  vac: 'companion',
};

/** Videos are songs, too: browsers play their sound. */
const SONG = /\.(?:mp3|ogg|oga|opus|m4a|aac|flac|wav|weba|mp4|m4v|webm)$/i;
const DANCE = /\.(?:vmd|bvmd|vpd|pmm)$/i;
const COMPANION =
  /\.(?:bmp|png|jpe?g|tga|dds|gif|webp|sph|spa|txt|md|html?|pdf|ini|x|vac|fx|fxsub|emm|emd|db|DS_Store)$/i;
const AVATAR = /\.vrm$/i;
const ANIMATION = /\.vrma$/i;
const OURS = /\.(pmx|pmd|vmd|bvmd|vpd|pmm)$/i;

/** Enough for `detectFormat` and `detectForeignFormat` to recognise each format. */
const HEAD_BYTES = 1024;

/**
 * The kind of a file, from its first bytes, and from its name if the bytes are unknown: then the parser of
 * that format explains what is wrong. Songs and companions, of which a folder may have thousands, go by their
 * name alone.
 */
export async function fileKind(path: string, file: Blob): Promise<FileKind> {
  if (SONG.test(path)) return 'song';
  if (COMPANION.test(path)) return 'companion';
  const head = await file.slice(0, HEAD_BYTES).arrayBuffer();
  const format = detectFormat(head);
  if (format) return FORMATS[format];
  const foreign = detectForeignFormat(head); // a name in `OURS` says nothing about a picture
  if (foreign?.kind === 'sound' || file.type.startsWith('audio/')) return 'song';
  if (foreign?.kind === 'model' && AVATAR.test(path)) return 'avatar'; // glTF has no first bytes for avatars
  if (ANIMATION.test(path) && isGltf(head)) return 'animation';
  const [, ending] = OURS.exec(path) ?? [];
  return ending && !foreign ? FORMATS[ending.toLowerCase() as MmdFormat] : 'other';
}

/** By its name: is this a motion, a pose, a project or a song, and no part of a model? */
export function isOfDance(path: string): boolean {
  return SONG.test(path) || DANCE.test(path);
}

/** The format of an accessory; undefined for other files. */
export async function accessoryFormat(file: Blob): Promise<'x' | 'vac' | undefined> {
  const format = detectFormat(await file.slice(0, HEAD_BYTES).arrayBuffer());
  return format === 'x' || format === 'vac' ? format : undefined;
}

/** What a file is that no page reads, for messages; undefined if that is unknown. */
export async function foreignFormat(path: string, file: Blob): Promise<ForeignFormat | undefined> {
  return detectForeignFormat(await file.slice(0, HEAD_BYTES).arrayBuffer(), path);
}

function isGltf(head: ArrayBuffer): boolean {
  return String.fromCharCode(...new Uint8Array(head.slice(0, 4))) === 'glTF';
}
