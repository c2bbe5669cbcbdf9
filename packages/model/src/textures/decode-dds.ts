import {
  type CompressedPixelFormat,
  CompressedTexture,
  DataTexture,
  LinearFilter,
  RGB_BPTC_SIGNED_Format,
  RGB_BPTC_UNSIGNED_Format,
  RGB_ETC1_Format,
  RGB_S3TC_DXT1_Format,
  RGBA_S3TC_DXT3_Format,
  RGBA_S3TC_DXT5_Format,
  type Texture,
} from 'three';

/** What the pixels of a DDS are: blocks of 4 × 4 for the graphics card, or b g r and perhaps a. */
type DdsPixels =
  { readonly format: CompressedPixelFormat; readonly blockBytes: number } | { readonly pixelBytes: 3 | 4 };

/** The header of a DDS whose file is long enough for its largest picture. */
export interface DdsHeader {
  readonly width: number;
  readonly height: number;
  readonly pixels: DdsPixels;
  readonly dataOffset: number;
  /** The pictures in the file, each half as large as the one before; the last has one pixel. */
  readonly levels: number;
}

const HEADER_BYTES = 128;
const DX10_BYTES = 20;
const HAS_MIPMAPS = 0x20000;
const IS_CUBE_OR_VOLUME = 0x200200;

/**
 * The header of a DDS. O(1). `head`: the beginning of the file, of `fileBytes` bytes in all.
 *
 * @throws TypeError for a kind that is not supported, or a file that is too short for its pixels.
 * @see Microsoft, Programming Guide for DDS.
 */
export function readDdsHeader(head: Uint8Array, fileBytes: number): DdsHeader {
  if (head.length < HEADER_BYTES) throw new TypeError('the image is broken: its header has no size');
  const view = new DataView(head.buffer, head.byteOffset, head.byteLength);
  const [height, width] = [view.getUint32(12, true), view.getUint32(16, true)];
  const pixels = pixelsOf(view);
  if (!pixels || (view.getUint32(112, true) & IS_CUBE_OR_VOLUME) !== 0)
    throw new TypeError('this kind of DDS image is not supported');
  const dataOffset = HEADER_BYTES + (fourCC(view) === 'DX10' ? DX10_BYTES : 0);
  const bytes = bytesOf(pixels, width, height);
  if (bytes > fileBytes - dataOffset)
    throw new TypeError(
      `the image is broken: its header declares ${width} × ${height} pixels, which take ${bytes} bytes, its file has ${Math.max(0, fileBytes - dataOffset)}`,
    );
  const declared = (view.getUint32(8, true) & HAS_MIPMAPS) === 0 ? 1 : view.getUint32(28, true);
  const complete = 1 + Math.floor(Math.log2(Math.max(1, width, height)));
  return { width, height, pixels, dataOffset, levels: Math.max(1, Math.min(declared, complete)) };
}

function fourCC(view: DataView): string {
  return String.fromCharCode(...[84, 85, 86, 87].map((at) => view.getUint8(at)));
}

const BLOCKS: ReadonlyMap<string, DdsPixels> = /* @__PURE__ */ new Map([
  ['DXT1', { format: RGB_S3TC_DXT1_Format, blockBytes: 8 }],
  ['DXT3', { format: RGBA_S3TC_DXT3_Format, blockBytes: 16 }],
  ['DXT5', { format: RGBA_S3TC_DXT5_Format, blockBytes: 16 }],
  ['ETC1', { format: RGB_ETC1_Format, blockBytes: 8 }],
]);

/** By the number of the format in the header of DirectX 10. */
const DX10_BLOCKS: ReadonlyMap<number, DdsPixels> = /* @__PURE__ */ new Map([
  [95, { format: RGB_BPTC_UNSIGNED_Format, blockBytes: 16 }],
  [96, { format: RGB_BPTC_SIGNED_Format, blockBytes: 16 }],
]);

const BGRA_MASKS = [0xff0000, 0xff00, 0xff, 0xff000000];

function pixelsOf(view: DataView): DdsPixels | undefined {
  const code = fourCC(view);
  if (code === 'DX10')
    return view.byteLength < HEADER_BYTES + DX10_BYTES
      ? undefined
      : DX10_BLOCKS.get(view.getUint32(HEADER_BYTES, true));
  const blocks = BLOCKS.get(code);
  if (blocks) return blocks;
  const pixelBytes = view.getUint32(88, true) / 8;
  if (pixelBytes !== 3 && pixelBytes !== 4) return undefined;
  const isBgr = BGRA_MASKS.slice(0, pixelBytes).every(
    (mask, i) => (view.getUint32(92 + 4 * i, true) & mask) !== 0,
  );
  return isBgr ? { pixelBytes } : undefined;
}

function bytesOf(pixels: DdsPixels, width: number, height: number): number {
  return 'format' in pixels
    ? Math.ceil(width / 4) * Math.ceil(height / 4) * pixels.blockBytes
    : width * height * pixels.pixelBytes;
}

/**
 * A DDS as a texture. Blocks stay in the file's bytes, with all smaller pictures that are whole. Of
 * other pixels, the largest picture is copied, 4 bytes each, and the graphics card makes the smaller ones.
 * `maxWidth`: of blocks, pictures that are wider are left out, but for the smallest one.
 *
 * @throws TypeError as {@link readDdsHeader}.
 */
export function decodeDds(file: Uint8Array<ArrayBuffer>, maxWidth: number = Infinity): Texture {
  const header = readDdsHeader(file, file.length);
  const { width, height, pixels, dataOffset } = header;
  if (!('format' in pixels))
    return new DataTexture(toRgba(file, header, pixels.pixelBytes, dataOffset), width, height);
  const all = mipmapsOf(file, header);
  const first = all.findIndex((mipmap) => mipmap.width <= maxWidth);
  const fitting = all.slice(first < 0 ? -1 : first);
  const isSmaller = fitting.length < all.length; // without a copy, all bytes of the file would stay
  const mipmaps = isSmaller ? fitting.map((mipmap) => ({ ...mipmap, data: mipmap.data.slice() })) : all;
  const texture = new CompressedTexture(mipmaps, mipmaps[0].width, mipmaps[0].height, pixels.format);
  if (mipmaps.length === 1) texture.minFilter = LinearFilter;
  return texture;
}

type Mipmap = NonNullable<CompressedTexture['mipmaps']>[number] & { data: Uint8Array<ArrayBuffer> };

function mipmapsOf(file: Uint8Array<ArrayBuffer>, header: DdsHeader): Mipmap[] {
  const mipmaps: Mipmap[] = [];
  let { width, height, dataOffset } = header;
  for (let level = 0; level < header.levels; level++) {
    const end = dataOffset + bytesOf(header.pixels, width, height);
    if (end > file.length) break;
    mipmaps.push({ data: file.subarray(dataOffset, end), width, height });
    dataOffset = end;
    width = Math.max(width >> 1, 1);
    height = Math.max(height >> 1, 1);
  }
  return mipmaps;
}

function toRgba(
  file: Uint8Array,
  { width, height }: DdsHeader,
  pixelBytes: 3 | 4,
  dataOffset: number,
): Uint8Array<ArrayBuffer> {
  const out = new Uint8Array(4 * width * height);
  for (let to = 0, from = dataOffset; to < out.length; to += 4, from += pixelBytes) {
    out[to] = file[from + 2];
    out[to + 1] = file[from + 1];
    out[to + 2] = file[from];
    out[to + 3] = pixelBytes === 4 ? file[from + 3] : 255;
  }
  return out;
}
