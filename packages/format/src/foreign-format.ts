import { asBytes } from './binary/bytes.js';
import { type ForeignFormat, type ForeignRow, HEAD_BYTES, STAND_INS } from './stand-ins.js';

/** The first bytes and the endings of the names. Some formats have no first bytes of their own. */
const FORMATS: readonly ForeignRow[] = [
  ...STAND_INS,
  [/^\x89PNG/, /\.png$/i, 'picture', 'a PNG picture'],
  [/^\xff\xd8\xff/, /\.jpe?g$/i, 'picture', 'a JPEG picture'],
  [/^GIF8/, /\.gif$/i, 'picture', 'a GIF picture'],
  [/^BM.{4}\0{4}/s, /\.bmp$/i, 'picture', 'a BMP picture'],
  [/^RIFF.{4}WEBP/s, /\.webp$/i, 'picture', 'a WebP picture'],
  [/^DDS /, /\.dds$/i, 'picture', 'a DDS picture'],
  [/^8BPS/, /\.psd$/i, 'picture', 'a Photoshop picture (PSD)'],
  [undefined, /\.tga$/i, 'picture', 'a TGA picture'],
  [undefined, /\.sp[ah]$/i, 'picture', 'a sphere map'],
  [/^RIFF.{4}WAVE/s, /\.wav$/i, 'sound', 'a WAV sound'],
  [/^(?:ID3|\xff[\xe2-\xfb])/, /\.mp3$/i, 'sound', 'an MP3 sound'],
  [/^OggS/, /\.(?:og[ga]|opus)$/i, 'sound', 'an Ogg sound'],
  [/^fLaC/, /\.flac$/i, 'sound', 'a FLAC sound'],
  [/^.{4}ftypM4A/s, /\.(?:m4a|aac)$/i, 'sound', 'an AAC sound'],
  [/^.{4}ftyp/s, /\.(?:mp4|m4v|mov)$/i, 'video', 'an MP4 video'],
  [/^RIFF.{4}AVI /s, /\.avi$/i, 'video', 'an AVI video'],
  [/^.E\xdf\xa3/s, /\.(?:webm|mkv)$/i, 'video', 'a WebM video'],
  [/^glTF/, /\.gl(?:b|tf)$/i, 'model', 'a glTF model'],
  [undefined, /\.vrm$/i, 'model', 'a VRM model'],
  [undefined, /\.vrma$/i, 'other', 'a VRM animation'],
  [/^Kaydara FBX/, /\.fbx$/i, 'model', 'an FBX model'],
  [/^Metasequoia/, /\.mqo$/i, 'model', 'a Metasequoia model'],
  [/^BLENDER/, /\.blend$/i, 'model', 'a Blender file'],
  [undefined, /\.(?:fx(?:sub|m)?|em[dm])$/i, 'other', 'an effect of MikuMikuEffect'],
  [/^%PDF/, /\.pdf$/i, 'other', 'a PDF document'],
  [/^MZ/, /\.(?:exe|dll)$/i, 'other', 'a Windows program'],
  [undefined, /\.txt$/i, 'other', 'a text file'],
];

/**
 * What a file is that {@link detectFormat} does not know, from its first bytes or else from its name;
 * undefined if neither says it. For messages. O(1).
 *
 * @example
 * detectForeignFormat(bytes, 'miku.pmx'); // → { kind: 'picture', description: 'a PNG picture' }
 * detectForeignFormat(new Uint8Array(9), 'miku.lzh'); // → { kind: 'archive', description: 'an LZH archive' }
 */
export function detectForeignFormat(
  bytes: Uint8Array | ArrayBuffer,
  fileName = '',
): ForeignFormat | undefined {
  const head = asBytes(bytes).subarray(0, HEAD_BYTES);
  if (head.length === 0) return { kind: 'other', description: 'an empty file' };
  const text = String.fromCharCode(...head);
  const byContent = FORMATS.find(([start]) => start?.test(text));
  const byName = FORMATS.find(([, ending]) => ending?.test(fileName));
  const isGltf = byContent?.[0]?.source === '^glTF'; // VRM models and animations are glTF, too
  const found = isGltf ? (byName ?? byContent) : (byContent ?? byName);
  return found && { kind: found[2], description: found[3] };
}
