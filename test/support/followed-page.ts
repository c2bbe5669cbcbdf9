import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { inject } from 'vitest';
import { type CodeBlock, codeBlocks } from '#test/docs/code-block.js';
import { readPage } from '#test/docs/doc-pages.js';
import { shellCommands } from '#test/docs/shell-line.js';
import { type ExampleServer, runWell, serveCommand } from './installed-example.js';

/** A page that somebody has followed in an empty folder. */
export interface FollowedPage {
  server: ExampleServer;
  close(): void;
}

/**
 * Does what a page of the site says, in an empty folder: runs the commands, and writes the blocks of code
 * whose paragraph names a file. Ends with the command that serves pages. `prepare` fills the folder before,
 * for what a page lets people download.
 */
export async function followPage(page: string, prepare?: (folder: string) => void): Promise<FollowedPage> {
  const start = mkdtempSync(join(tmpdir(), 'odori-start-'));
  const remove = (): void => rmSync(start, { recursive: true, force: true, maxRetries: 3 });
  try {
    prepare?.(start);
    const server = await follow(page, start);
    return { server, close: () => (server.close(), remove()) };
  } catch (error) {
    remove();
    throw error;
  }
}

async function follow(page: string, start: string): Promise<ExampleServer> {
  const text = readPage(page);
  let folder = start;
  for (const block of codeBlocks(page, text)) {
    if (block.language !== 'sh') writeNamedFile(folder, text, block);
    else
      for (const { words } of shellCommands(block.code.replaceAll('\n', ';'))) {
        if (words[0] === 'cd') folder = join(folder, words[1]);
        else if (words[0] === 'npx')
          return await serveCommand(folder, words, words.includes('serve') ? '-p' : '--port');
        else await runCommand(folder, words);
      }
  }
  throw new Error(`${page} does not say how to see the page`);
}

/** The packages come from the tarballs, as the page Install says. */
async function runCommand(folder: string, words: readonly string[]): Promise<void> {
  const others = words.filter((word) => !word.startsWith('@odori/'));
  const quiet = words[1] === 'install' ? ['--no-audit', '--no-fund', '--prefer-offline'] : [];
  const packages = others.length < words.length ? tarballs() : [];
  await runWell(folder, words[0], [...others.slice(1), ...packages, ...quiet]);
}

function tarballs(): string[] {
  const folder = inject('packedFolder');
  return readdirSync(folder)
    .filter((name) => name.endsWith('.tgz'))
    .map((name) => join(folder, name));
}

/** Writes a block whose paragraph begins with the name of a file, such as `index.html`. */
function writeNamedFile(folder: string, text: string, { line, code }: CodeBlock): void {
  const before = text.split('\n').slice(0, line - 2);
  const paragraph = before
    .join('\n')
    .trimEnd()
    .split(/\n\s*\n/)
    .at(-1)!;
  const [, name] = /`([^`]+)`/.exec(paragraph) ?? [];
  if (name === undefined || !/^[\w/]+\.(?:html|js|tsx)$/.test(name)) return;
  mkdirSync(dirname(join(folder, name)), { recursive: true });
  writeFileSync(join(folder, name), code);
}
