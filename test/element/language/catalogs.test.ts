import { MmdFormatError } from '@odori/format';
import { LoadError } from '@odori/runtime';
import { build } from 'esbuild';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import tellInJapanese from '#src/element/language/catalogs/problems-ja.js';
import { LABELS } from '#src/element/language/labels.js';
import { PROBLEMS, ProblemError, problemOf } from '#src/element/language/problems.js';
import { LANGUAGES } from '#src/runtime/catalog.js';
import { glossaryOf } from '#test/support/glossary.js';

const OTHERS = LANGUAGES.filter((language) => language !== 'en');
const FOLDER = join(import.meta.dirname, '../../../packages/element/src/language/catalogs');

/** The texts of a catalog by key, as its file has them. */
function textsOf(name: string): Map<string, string> {
  const source = readFileSync(join(FOLDER, `${name}.ts`), 'utf8');
  const entries = source.matchAll(/^ {4}(?:'([^']+)'|(\w+)):\s+(?:'((?:[^'\\]|\\.)*)'|"([^"]*)"),$/gm);
  return new Map([...entries].map(([, quoted, plain, a, b]) => [quoted ?? plain, a ?? b]));
}

const placesIn = (text: string): string[] => (text.match(/\{\w+\}/g) ?? []).toSorted();

const english = new Map<string, string>([
  ...Object.entries(LABELS),
  ...Object.entries(PROBLEMS).map(
    ([code, text]) => [code, typeof text === 'string' ? text : text.other] as const,
  ),
]);

describe.each(OTHERS)('%s', (language) => {
  const texts = new Map([...textsOf(`labels-${language}`), ...textsOf(`problems-${language}`)]);

  test('has the values of the English texts', () => {
    for (const [key, text] of english) {
      // a count of one needs no number in English
      expect([key, placesIn(texts.get(key)!)]).toEqual([key, placesIn(text)]);
    }
  });

  test('has no HTML, and no text twice under different spaces', () => {
    for (const [key, text] of texts) {
      expect(text.replaceAll('<{tag}>', 'tag')).not.toMatch(/[<>&]|\s{2}/);
      expect([key, text]).not.toEqual([key, '']);
    }
  });

  test('says each term of the glossary with its word, and never with another', () => {
    const { words, others } = glossaryOf(language);
    for (const [key, text] of texts) {
      for (const other of others) expect(`${key}: ${text}`).not.toContain(other);
      let left = english.get(key) ?? '';
      for (const [term, word] of words) {
        const pattern = new RegExp(String.raw`\b${term}s?\b`, 'gi');
        if (!pattern.test(left)) continue;
        left = left.replace(pattern, '');
        expect(`${key}: ${text}`).toContain(word);
      }
    }
  });

  test('its labels take at most 2 kB, gzipped, and its sentences at most 8 kB', async () => {
    const sizeOf = async (name: string): Promise<number> => {
      const entryPoints = [join(FOLDER, `${name}.ts`)];
      const { outputFiles } = await build({
        entryPoints,
        bundle: true,
        minify: true,
        format: 'esm',
        write: false,
      });
      return gzipSync(outputFiles[0].contents).length;
    };
    expect(await sizeOf(`labels-${language}`)).toBeLessThanOrEqual(2 * 1024);
    expect(await sizeOf(`problems-${language}`)).toBeLessThanOrEqual(8 * 1024);
  });
});

/** Characters that only simplified Chinese has, of words that a player needs. */
const SIMPLIFIED = /[动变显声载关发贴图场镜头启设请网络错误标签选择帧内视频拟专录质缩]/;

test('Chinese for Taiwan is not simplified', () => {
  for (const name of ['labels-zh-TW', 'problems-zh-TW'])
    expect(readFileSync(join(FOLDER, `${name}.ts`), 'utf8').replaceAll(/[頭動]/g, '')).not.toMatch(
      SIMPLIFIED,
    );
});

test('a problem is told by its code and its values', () => {
  const textures = { code: 'missing-textures', values: { count: 1200, names: 'a.png, …' } } as const;
  expect(tellInJapanese(textures)).toBe('1,200個のテクスチャを読み込めませんでした: a.png, …');
  const position = { file: '<odori-dancer> a.pmx', code: 'bad-position', values: { value: '1 2' } } as const;
  expect(tellInJapanese(position)).toBe(
    '<odori-dancer> a.pmx: position="1 2"は3つの数値ではありません。例: "-4 0 0"',
  );
});

test('an error is told by its code, and keeps its English message', () => {
  const broken = new MmdFormatError('needs 4 bytes', { code: 'truncated', section: 'bones', offset: 1386 });
  const error = new LoadError('a.pmx', 'the file is broken', { code: 'broken', cause: broken });
  const thrown = new ProblemError(problemOf(error, 'a.pmx'));
  expect(thrown.message).toBe('a.pmx: the file is broken');
  expect(tellInJapanese(thrown.problem)).toBe(
    'a.pmx: ファイルが壊れています。ファイルが途中で切れています。（bones、1,386バイト目）',
  );
  const status = new LoadError('a.vmd', 'the server answered 404', { code: 'bad-status', status: 404 });
  expect(tellInJapanese({ error: status })).toBe('a.vmd: サーバーがエラー404を返しました。');
});

test('a file that is something else is named, and what to do is said', () => {
  const archive = { code: 'not-a-model', found: 'a RAR archive' } as const;
  expect(tellInJapanese({ error: new LoadError('a.pmx', 'no', archive) })).toBe(
    'a.pmx: モデル（PMX、PMD）ではありません。中身はRARです。先に展開してください。',
  );
  const motion = { code: 'not-a-model', found: 'a motion (VMD)' } as const;
  expect(tellInJapanese({ error: new LoadError('a.pmx', 'no', motion) })).toBe(
    'a.pmx: モデル（PMX、PMD）ではありません。中身はVMDです。',
  );
});

test('an unknown error says in brackets what the browser says; a file without a name is called a file', () => {
  expect(tellInJapanese({ error: new Error('no luck'), file: 'the file' })).toBe(
    'ファイル: 読み込めませんでした。（no luck）',
  );
});
