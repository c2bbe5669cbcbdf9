import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { addressIn, ENGLISH, type Language, languageOf } from '../../docs/.vitepress/languages.js';
import { search } from '../../docs/.vitepress/search.js';
import { ROOT } from './doc-pages.js';

const JAPANESE: Language = { ...ENGLISH, folder: 'ja/', key: 'ja', lang: 'ja' };

test('a page knows its language, and its English page', () => {
  expect(languageOf('guide/music.md')).toEqual({ language: ENGLISH, page: 'guide/music.md' });
  const { language, page } = languageOf('ja/guide/music.md');
  expect([language.lang, page]).toEqual(['ja', 'guide/music.md']);
});

test('an address leads to the page of the language, or to the English page', () => {
  expect(addressIn(JAPANESE, '/')).toBe('/ja/');
  expect(addressIn(JAPANESE, '/start/tag#next')).toBe('/ja/start/tag#next');
  expect(addressIn(JAPANESE, '/reference/')).toBe('/reference/');
});

describe('the search', () => {
  const { tokenize } = search.miniSearch!.options!;

  test('looks for each two neighbouring characters of Japanese and Chinese', () => {
    expect(tokenize!('骨を動かす')).toEqual(['骨を', 'を動', '動か', 'かす']);
    expect(tokenize!('物理演算, 骨')).toEqual(['物理', '理演', '演算', '骨']);
  });

  test('looks for whole words in katakana, and for those that others end with', () => {
    expect(tokenize!('ボーンを動かす')).toEqual(['ボーン', 'を動', '動か', 'かす']);
    expect(tokenize!('クロスフェード')).toEqual(['クロスフェード', 'スフェード', 'フェード']);
  });

  test('looks for whole words of other languages, also written with wide letters', () => {
    expect(tokenize!('three.jsのＶＭＤ')).toEqual(['three', 'js', 'の', 'VMD']);
    expect(tokenize!("A dancer's camera: 60 fps")).toEqual(['A', 'dancer', 's', 'camera', '60', 'fps']);
  });
});

describe('the check of translated pages', () => {
  const GUIDE = '# Music\n\n## In time\n\n```js\nplay(); // now\n```\n';
  const MUSIC = '# 曲\n\n## 同期 {#in-time}\n\n```js\nplay(); // すぐに\n```\n';
  let folder: string;
  let first: string;
  let second: string;

  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'odori-translations-'));
    mkdirSync(join(folder, 'docs'));
    cpSync(join(ROOT, 'docs/check-translations.mjs'), join(folder, 'docs/check-translations.mjs'));
    git('init', '--quiet');
    first = commit({ 'docs/guide/music.md': GUIDE, 'packages/model/README.md': '# model\n\n## A\n\n## B\n' });
    second = commit({ 'docs/guide/music.md': `${GUIDE}\nMore.\n` });
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  test('says nothing of pages whose originals have not changed', () => {
    expect(check({ 'docs/ja/guide/music.md': `---\noriginal: ${second}\n---\n\n${MUSIC}` })).toEqual({
      status: 0,
      lines: ['1 translated pages, 0 stale, 0 problems'],
    });
  });

  test('lists stale pages, without failing', () => {
    expect(check({ 'docs/ja/guide/music.md': `---\noriginal: ${first}\n---\n\n${MUSIC}` })).toEqual({
      status: 0,
      lines: [
        `stale: docs/ja/guide/music.md: docs/guide/music.md has changed since ${first}`,
        '1 translated pages, 1 stale, 0 problems',
      ],
    });
  });

  test('fails for a missing heading, for other code, and for a page without commit or original', () => {
    const { status, lines } = check({
      'docs/ja/guide/music.md': `---\noriginal: ${second}\n---\n\n${MUSIC.replace('in-time', 'time')}`,
      'docs/zh/guide/music.md': MUSIC.replace('play()', 'pause()'),
      'docs/zh/guide/none.md': MUSIC,
    });
    expect(status).toBe(1);
    expect(lines).toEqual(
      expect.arrayContaining([
        'docs/ja/guide/music.md: the heading #in-time of docs/guide/music.md is missing',
        'docs/zh/guide/music.md: the code “js: play(); // now” of docs/guide/music.md is missing',
        'docs/zh/guide/music.md: it does not name the commit of docs/guide/music.md',
        'docs/zh/guide/none.md: there is no docs/guide/none.md',
        '3 translated pages, 0 stale, 4 problems',
      ]),
    );
  });

  test('fails for a missing demo and for a missing table from the build', () => {
    const install = '# Install\n\n<!-- versions -->\n\n<LiveDemo page="dance" title="A dance" />\n';
    const named = `---\noriginal: ${commit({ 'docs/start/install.md': install })}\n---\n\n`;
    const whole = `${named}${install.replace('A dance', 'ダンス')}`;
    expect(check({ 'docs/ja/start/install.md': whole }).status).toBe(0);
    expect(check({ 'docs/ja/start/install.md': `${named}# インストール\n` }).lines).toEqual(
      expect.arrayContaining([
        'docs/ja/start/install.md: the component “<!-- versions --” of docs/start/install.md is missing',
        'docs/ja/start/install.md: the component “<LiveDemo page="dance"” of docs/start/install.md is missing',
      ]),
    );
  });

  test('compares the first screen alone of the README of a package', () => {
    const page = { 'docs/ja/packages/model.md': `---\noriginal: ${first}\n---\n\n# model\n` };
    commit({ 'packages/model/README.md': '# model\n\n## A\n\n## B\n\nNew.\n' });
    expect(check(page).lines).toEqual(['1 translated pages, 0 stale, 0 problems']);
    commit({ 'packages/model/README.md': '# model\n\n## A\n\nNew.\n\n## B\n' });
    expect(check(page).lines[0]).toContain('stale: docs/ja/packages/model.md');
  });

  test('takes a link to another translation for no change of the README', () => {
    const readme = '# Odori\n\nDances.\n';
    const before = commit({ 'README.md': readme });
    commit({ 'README.md': readme.replace('\n\n', '\n\nEnglish · [日本語](README.ja.md)\n\n') });
    const page = { 'README.ja.md': `<!-- original: ${before} -->\n\n# Odori\n` };
    expect(check(page).lines).toEqual(['1 translated pages, 0 stale, 0 problems']);
  });

  test('fails for a commit that does not exist, but not in a clone without history', () => {
    const page = { 'docs/ja/guide/music.md': `---\noriginal: ${'0'.repeat(40)}\n---\n\n${MUSIC}` };
    expect(check(page)).toMatchObject({ status: 1 });
    writeFileSync(join(folder, '.git/shallow'), `${second}\n`);
    const { status, lines } = check(page);
    expect(status).toBe(0);
    expect(lines[0]).toBe('*** 1 of 1 pages were not compared with their originals: ');
    rmSync(join(folder, '.git/shallow'));
  });

  test('fails for a commit of another branch, which a clone does not have', () => {
    const page = (hash: string) => ({ 'docs/ja/guide/music.md': `---\noriginal: ${hash}\n---\n\n${MUSIC}` });
    const branch = git('branch', '--show-current').trim();
    git('checkout', '--quiet', '-b', 'other');
    const elsewhere = commit({ 'docs/guide/music.md': `${GUIDE}\nMore.\n\nAnd more.\n` });
    git('checkout', '--quiet', branch);
    expect(check(page(elsewhere)).lines).toContain(
      `docs/ja/guide/music.md: the repository has no commit ${elsewhere}`,
    );
    expect(check(page(second))).toMatchObject({ status: 0 });
  });

  /** Writes files and commits them; the hash of the commit. */
  function commit(files: Readonly<Record<string, string>>): string {
    write(files);
    git('add', '.');
    const author = ['-c', 'user.name=test', '-c', 'user.email=test@example.com'];
    git(...author, 'commit', '--quiet', '--no-gpg-sign', '-m', 'A commit');
    return git('rev-parse', 'HEAD').trim();
  }

  function git(...args: string[]): string {
    return execFileSync('git', args, { cwd: folder, encoding: 'utf8' });
  }

  function write(files: Readonly<Record<string, string>>): void {
    for (const [path, text] of Object.entries(files)) {
      mkdirSync(dirname(join(folder, path)), { recursive: true });
      writeFileSync(join(folder, path), text);
    }
  }

  /** Checks the repository with the given translations. */
  function check(pages: Readonly<Record<string, string>>): { status: number | null; lines: string[] } {
    write(pages);
    const script = join(folder, 'docs/check-translations.mjs');
    const { status, stdout, stderr } = spawnSync(process.execPath, [script], { encoding: 'utf8' });
    for (const path of ['docs/ja', 'docs/zh', 'README.ja.md'])
      rmSync(join(folder, path), { recursive: true, force: true });
    return { status, lines: `${stderr}${stdout}`.split('\n').filter((line) => line !== '') };
  }
});

test('the translated pages have what their originals have', () => {
  const script = join(ROOT, 'docs/check-translations.mjs');
  const { status, stderr } = spawnSync(process.execPath, [script], { encoding: 'utf8' });
  expect(status, stderr).toBe(0);
});
