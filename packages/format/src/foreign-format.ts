import { asBytes } from './binary/bytes.js';

/**
 * What a file that is none of MMD's is for. `answer`: what came in place of a file: a Git LFS pointer, or an
 * error of a server as XML, JSON or text. @inline
 */
export type ForeignKind = 'archive' | 'picture' | 'sound' | 'video' | 'model' | 'answer' | 'other';

/** A file format that is none of MMD's. */
export interface ForeignFormat {
  readonly kind: ForeignKind;
  /** For messages, with its article: `a PNG picture`. */
  readonly description: string;
}

type Row = readonly [
  start: RegExp | undefined,
  ending: RegExp | undefined,
  kind: ForeignKind,
  description: string,
];

const LFS_POINTER = 'a Git LFS pointer';
const XML_ERROR = 'an XML text, as servers send it for errors';
const SERVER_ERROR = 'the error text of a server';
const JSON_TEXT = 'JSON';
const PAGE = 'a web page (HTML)';

/** `404: Not Found`, `404 page not found`, `Access denied`, `error code: 1020`. */
const ERROR_TEXT =
  /^\s*(?:[45]\d\d\b[ :.-]|error code: ?\d|(?:file |page )?not found|access denied|forbidden|too many requests)/i;

/** The first bytes and the endings of the names. Some formats have no first bytes of their own. */
const FORMATS: readonly Row[] = [
  [/^PK[^ -\xff]/, /\.zip$/i, 'archive', 'a zip archive'],
  [/^Rar!/, /\.rar$/i, 'archive', 'a RAR archive'],
  [/^7z\xbc\xaf/, /\.7z$/i, 'archive', 'a 7z archive'],
  [/^..-l[hz][a-z\d]-/s, /\.l(?:zh|ha)$/i, 'archive', 'an LZH archive'],
  [/^[^ -\xff]\x8b/, /\.t?gz$/i, 'archive', 'a gzip archive'],
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
  [/^\s*<(?:!doctype html|html)/i, /\.html?$/i, 'other', PAGE],
  [/^version https:\/\/git-lfs/, undefined, 'answer', LFS_POINTER],
  [/^\W{0,3}\s*<(?:\?xml|Error>|\w+ xmlns)/, /\.xml$/i, 'answer', XML_ERROR],
  [ERROR_TEXT, undefined, 'answer', SERVER_ERROR],
  [/^(?:\xef\xbb\xbf)?\s*(?:\{\s*["}]|\[\s*["{[\]\d])/, /\.json$/i, 'answer', JSON_TEXT],
  [/^MZ/, /\.(?:exe|dll)$/i, 'other', 'a Windows program'],
  [undefined, /\.txt$/i, 'other', 'a text file'],
];

/** Enough for every pattern, and for some spaces before a web page. */
const HEAD_BYTES = 64;

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

/**
 * What a file is in place of one that is wanted, and what to do; undefined if its first bytes do not say it.
 * O(1).
 *
 * @example
 * foreignProblem(bytes, 'a model'); // → 'this is a RAR archive, not a model: unpack it first'
 */
export function foreignProblem(bytes: Uint8Array, wanted: string): string | undefined {
  const foreign = bytes.length > 0 ? detectForeignFormat(bytes) : undefined;
  if (!foreign) return undefined;
  const { kind, description } = foreign;
  const advice = kind === 'archive' ? 'unpack it first' : ADVICE.find(([what]) => what === description)?.[1];
  return `this is ${description}, not ${wanted}${advice === undefined ? '' : `: ${advice}`}`;
}

const ADVICE: readonly (readonly [description: string, advice: string])[] = [
  [LFS_POINTER, 'fetch the file itself, with `git lfs pull` or from the address of its raw content'],
  [XML_ERROR, 'check the URL'],
  [SERVER_ERROR, 'check the URL'],
  [PAGE, 'check the URL'],
  [JSON_TEXT, 'check the URL'],
];
