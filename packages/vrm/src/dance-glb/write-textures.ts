import type { Pmx } from '@odori/format';
import { trimPath } from '@odori/format/internal';
import type { GltfJson } from '../glb/gltf.js';
import type { ModelWriter } from '../glb/model-writer.js';

/** The bytes of a texture by its path in the model; undefined if the file is missing. @inline */
export type TextureFiles =
  | ReadonlyMap<string, Uint8Array>
  | ((path: string) => Uint8Array | undefined | Promise<Uint8Array | undefined>);

/** Makes a PNG or JPEG of another image, such as BMP, TGA or DDS; undefined if it cannot. @inline */
export type ImageConverter = (
  bytes: Uint8Array,
  path: string,
) => Uint8Array | undefined | Promise<Uint8Array | undefined>;

/** The textures in the file. */
export interface WrittenTextures {
  readonly json: Pick<GltfJson, 'images' | 'textures' | 'samplers'>;
  /** The index in the file by that in the model, for those that are there. */
  readonly indexOf: ReadonlyMap<number, number>;
  /** Those of them, by index in the model, whose pixels may be transparent. */
  readonly withAlpha: ReadonlySet<number>;
}

const REPEAT = 10497;
const LINEAR = 9729;
const LINEAR_MIPMAPS = 9987;

/** Writes textures; PNG and JPEG files as they are. What is left out is in `warnings`. */
export async function writeTextures(
  writer: ModelWriter,
  pmx: Pmx,
  used: ReadonlySet<number>,
  options: { readonly files: TextureFiles | undefined; readonly convert: ImageConverter | undefined },
  warnings: string[],
): Promise<WrittenTextures> {
  const images: NonNullable<GltfJson['images']> = [];
  const indexOf = new Map<number, number>();
  const withAlpha = new Set<number>();
  for (const [index, path] of pmx.textures.entries()) {
    if (!used.has(index)) continue;
    const file = await read(options.files, path);
    const image = file && (imageOf(file) ?? imageOf(await options.convert?.(file, path)));
    if (!image) {
      warnings.push(
        `texture ${path} is left out: ${file ? 'it is neither PNG nor JPEG' : 'its file is missing'}`,
      );
      continue;
    }
    indexOf.set(index, images.length);
    if (hasAlpha(image)) withAlpha.add(index);
    images.push({ name: nameOf(path), mimeType: image.type, bufferView: writer.addFile(image.bytes) });
  }
  if (images.length === 0) return { json: {}, indexOf, withAlpha };
  const textures = images.map((_, source) => ({ source, sampler: 0 }));
  const sampler = { wrapS: REPEAT, wrapT: REPEAT, magFilter: LINEAR, minFilter: LINEAR_MIPMAPS };
  return { json: { images, textures, samplers: [sampler] }, indexOf, withAlpha };
}

async function read(files: TextureFiles | undefined, path: string): Promise<Uint8Array | undefined> {
  return typeof files === 'function' ? files(path) : files?.get(path);
}

/** The last name of a path, without its ending. */
function nameOf(path: string): string {
  return trimPath(path)
    .replace(/^.*[\\/]/, '')
    .replace(/\.\w+$/, '');
}

interface Image {
  readonly bytes: Uint8Array;
  readonly type: 'image/png' | 'image/jpeg';
}

const PNG = [0x89, 0x50, 0x4e, 0x47];
const JPEG = [0xff, 0xd8, 0xff];

/** A file that glTF takes as it is, by its first bytes. */
function imageOf(bytes: Uint8Array | undefined): Image | undefined {
  if (!bytes) return undefined;
  if (PNG.every((byte, i) => bytes[i] === byte)) return { bytes, type: 'image/png' };
  return JPEG.every((byte, i) => bytes[i] === byte) ? { bytes, type: 'image/jpeg' } : undefined;
}

/** Gray with alpha, and RGB with alpha. */
const PNG_ALPHA = [4, 6];
const TRANSPARENCY = [0x74, 0x52, 0x4e, 0x53]; // tRNS
const PIXELS = [0x49, 0x44, 0x41, 0x54]; // IDAT

/** Whether a PNG declares an alpha channel, or a transparent colour before its pixels. */
function hasAlpha({ bytes, type }: Image): boolean {
  if (type === 'image/jpeg') return false;
  if (PNG_ALPHA.includes(bytes[25])) return true;
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const first = 8; // the signature
  for (let at = first; at + 8 <= bytes.length; at += 12 + view.getUint32(at)) {
    if (TRANSPARENCY.every((byte, i) => bytes[at + 4 + i] === byte)) return true;
    if (PIXELS.every((byte, i) => bytes[at + 4 + i] === byte)) return false;
  }
  return false;
}
