import type { MarkdownOptions } from 'vitepress';
import { languageOf } from './languages.js';

type MarkdownIt = Parameters<NonNullable<MarkdownOptions['config']>>[0];

/**
 * Names what VitePress adds to pages in the language of the page: links to headings, and buttons that copy.
 */
export function namesInLanguage(md: MarkdownIt): void {
  const textsOf = (env: unknown) => languageOf((env as { relativePath: string }).relativePath).language.texts;
  md.core.ruler.push('permalinks', ({ tokens, env }) => {
    for (const { children } of tokens)
      for (const token of children ?? []) {
        if (token.attrGet('class') !== 'header-anchor') continue;
        const [, heading] = /^Permalink to "(.*)"$/s.exec(token.attrGet('aria-label')!)!;
        token.attrSet('aria-label', textsOf(env).permalink(heading));
      }
  });
  const fence = md.renderer.rules.fence!;
  md.renderer.rules.fence = (tokens, index, options, env, self) =>
    fence(tokens, index, options, env, self).replace('title="Copy Code"', `title="${textsOf(env).copyCode}"`);
}
