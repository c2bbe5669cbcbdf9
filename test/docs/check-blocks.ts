import { transform } from 'esbuild';
import { type CodeBlock, type Mistake, mistakeAt } from './code-block.js';
import { checkShell } from './command-lines.js';
import { checkComponent } from './component-blocks.js';
import { checkHtml, checkJson, inlineScripts } from './html-block.js';
import { makeSamples, SampleFolder } from './sample-folder.js';
import { typeCheck } from './type-check.js';

/** Languages that no program checks: output, errors, and excerpts of configurations. */
const UNCHECKED = new Set(['text', 'nginx', 'http', 'diff']);
const TYPED = new Set(['ts', 'tsx', 'js', 'jsx']);

/**
 * Checks each block as its language says, against the packed packages in `stage`. The result is in the order
 * of the blocks.
 */
export async function checkBlocks(blocks: readonly CodeBlock[], stage: string): Promise<Mistake[]> {
  const scripts = blocks.flatMap((block) => {
    if (TYPED.has(block.language)) return [block];
    return block.language === 'html' ? inlineScripts(block) : [];
  });
  const mistakes = typeCheck(scripts, stage);
  const samples = await makeSamples();
  for (const page of new Set(blocks.map((block) => block.page))) {
    const folder = new SampleFolder(samples);
    try {
      for (const block of blocks)
        if (block.page === page) mistakes.push(...(await checkOther(block, folder)));
    } finally {
      folder.remove();
    }
  }
  return mistakes.toSorted((a, b) => a.localeCompare(b, 'en', { numeric: true }));
}

/** Checks a block for everything but types. */
async function checkOther(block: CodeBlock, folder: SampleFolder): Promise<Mistake[]> {
  const { language } = block;
  if (TYPED.has(language) || UNCHECKED.has(language)) return [];
  if (language === 'html') return checkHtml(block);
  if (language === 'json') return checkJson(block);
  if (language === 'css') return checkCss(block);
  if (language === 'sh') return checkShell(block, folder);
  if (language === 'vue' || language === 'svelte') return checkComponent(block);
  return [mistakeAt(block, -1, `a block needs a language that is checked, or text, but has "${language}"`)];
}

async function checkCss(block: CodeBlock): Promise<Mistake[]> {
  const { warnings } = await transform(block.code, { loader: 'css', logLevel: 'silent' });
  return warnings.map(({ text, location }) => mistakeAt(block, (location?.line ?? 1) - 1, text));
}
