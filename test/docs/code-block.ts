/** A fenced block of a page. */
export interface CodeBlock {
  /** The path of the page, relative to the repository. */
  readonly page: string;
  /** The line of the page with the first line of the code, from 1. */
  readonly line: number;
  /** The word behind the fence, such as `ts`; empty if there is none. */
  readonly language: string;
  readonly code: string;
}

/** A mistake in a block, as `README.md:57: …`. */
export type Mistake = string;

/** Finds the fenced blocks of a page, also those in lists, whose indentation is taken away. */
export function codeBlocks(page: string, text: string): CodeBlock[] {
  const blocks: CodeBlock[] = [];
  const lines = text.split(/\r?\n/);
  for (let i = 0; i < lines.length; i++) {
    const opening = /^([\s>]*)(`{3,}|~{3,})\s*([^\s{[:`]*)/.exec(lines[i]);
    if (!opening) continue;
    const [, indent, fence, language] = opening;
    const end = lines.findIndex(
      (line, k) => k > i && line.trim().startsWith(fence) && /^[`~]+$/.test(line.trim()),
    );
    if (end < 0) throw new Error(`${page}:${i + 1}: the block has no end`);
    const code = lines
      .slice(i + 1, end)
      .map((line) => (line.startsWith(indent) ? line.slice(indent.length) : line.trimStart()));
    blocks.push({ page, line: i + 2, language, code: `${code.join('\n')}\n` });
    i = end;
  }
  return blocks;
}

/** The mistake at a line of a block, counted from 0. */
export function mistakeAt({ page, line }: CodeBlock, offset: number, message: string): Mistake {
  return `${page}:${line + offset}: ${message}`;
}
