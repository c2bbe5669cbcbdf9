import type { CatalogText } from '@odori/runtime/internal/catalog';
import { describe, expect, test } from 'vitest';
import { FILES } from '#src/cli/language/en/files.js';
import { HELP } from '#src/cli/language/en/help.js';
import { REPORTS } from '#src/cli/language/en/reports.js';
import { USAGE } from '#src/cli/language/en/usage.js';
import * as ja from '#src/cli/language/ja/catalog.js';
import { HELP as JA } from '#src/cli/language/ja/help.js';
import * as ko from '#src/cli/language/ko/catalog.js';
import { HELP as KO } from '#src/cli/language/ko/help.js';
import * as zhCn from '#src/cli/language/zh-CN/catalog.js';
import { HELP as ZH_CN } from '#src/cli/language/zh-CN/help.js';
import * as zhTw from '#src/cli/language/zh-TW/catalog.js';
import { HELP as ZH_TW } from '#src/cli/language/zh-TW/help.js';
import { glossaryOf } from '#test/support/glossary.js';

type Texts = Readonly<Record<string, CatalogText>>;

/** The longest form of each text. */
function wholeTexts(messages: Texts, helps: Texts): Map<string, string> {
  const whole = (text: CatalogText): string => (typeof text === 'string' ? text : text.other);
  return new Map([
    ...Object.entries(messages).map(([code, text]) => [code, whole(text)] as const),
    ...Object.entries(helps).map(([code, text]) => [`help ${code}`, whole(text)] as const),
  ]);
}

const ENGLISH = wholeTexts({ ...USAGE, ...FILES, ...REPORTS }, HELP);

const CATALOGS = {
  ja: wholeTexts(ja.texts, JA),
  'zh-CN': wholeTexts(zhCn.texts, ZH_CN),
  'zh-TW': wholeTexts(zhTw.texts, ZH_TW),
  ko: wholeTexts(ko.texts, KO),
};

const placesIn = (text: string): string[] => [...new Set(text.match(/\{\w+\}/g) ?? [])].toSorted();

/** Options, commands, names of files and values, which are the same in every language; codes of problems. */
const LITERALS = /--?[a-z][\w-]*|\{\w+\}|[\w*%/]*\.\w+|\bodori \w+|(?<!exit )\bcodes?\b/g;

describe.each(Object.entries(CATALOGS))('%s', (language, texts) => {
  test('has the values of the English texts', () => {
    for (const [code, english] of ENGLISH)
      expect([code, placesIn(texts.get(code)!)]).toEqual([code, placesIn(english)]);
  });

  test('says each term of the glossary with its word, and never with another', () => {
    const { words, others } = glossaryOf(language);
    for (const [code, english] of ENGLISH) {
      const text = texts.get(code)!;
      for (const other of others) expect(`${code}: ${text}`).not.toContain(other);
      let left = english.replace(LITERALS, '');
      for (const [term, word] of words) {
        const pattern = new RegExp(String.raw`\b${term.replaceAll('-', '[- ]')}s?\b`, 'i');
        if (!pattern.test(left)) continue;
        left = left.replaceAll(new RegExp(pattern, 'gi'), '');
        // fields such as `bones` keep their names
        if (!pattern.test(text)) expect(`${code}: ${text}`).toContain(word);
      }
    }
  });

  test('has no text that is empty or has two spaces', () => {
    for (const [code, text] of texts)
      expect([code, text]).not.toEqual([code, expect.stringMatching(/^$|\s{2}/)]);
  });
});

/** Characters that only simplified Chinese has, of words that a command line needs. */
const SIMPLIFIED = /[动变显声载关贴图场镜头启设请网络错误标签选择帧内视频拟专录质缩输应从这让给为没写读转换]/;

test('Chinese for Taiwan is not simplified', () => {
  for (const [code, text] of CATALOGS['zh-TW'])
    expect(`${code}: ${text.replaceAll(/[頭動內給]/g, '')}`).not.toMatch(SIMPLIFIED);
});
