import { detectFormat, type MmdFormat } from '@odori/format';

/** What a file is for this page. A companion is a file that comes with a model or a song, such as a texture. */
export type FileKind = 'model' | 'motion' | 'song' | 'companion' | 'unknown';

const ENDINGS: readonly (readonly [FileKind, RegExp])[] = [
  ['model', /\.pm[xd]$/i],
  ['motion', /\.v[mp]d$/i],
  ['song', /\.(?:mp3|ogg|oga|opus|m4a|aac|flac|wav|weba)$/i],
  ['companion', /\.(?:bmp|png|jpe?g|tga|dds|gif|webp|sph|spa|txt|md|html?|pdf|ini|x|vac|db|DS_Store)$/i],
];

const FORMATS: Partial<Record<MmdFormat, FileKind>> = {
  pmx: 'model',
  pmd: 'model',
  vmd: 'motion',
  vpd: 'motion',
};

/** Enough for `detectFormat` to recognise each format. */
const HEAD_BYTES = 1024;

/** The kind of a file, from its name, or else from its media type or its first bytes. */
export async function fileKind(path: string, file: Blob): Promise<FileKind> {
  const named = ENDINGS.find(([, ending]) => ending.test(path))?.[0];
  if (named) return named;
  if (file.type.startsWith('audio/')) return 'song';
  const format = detectFormat(await file.slice(0, HEAD_BYTES).arrayBuffer());
  return (format && FORMATS[format]) ?? 'unknown';
}
