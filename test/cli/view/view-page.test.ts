import { expect, test } from 'vitest';
import { say } from '#src/cli/language/message.js';
import { loadWords } from '#src/cli/language/words.js';
import { ConsoleShell } from '#src/cli/shell.js';
import { problemPage } from '#src/cli/view/view-page.js';

test('a page names its language, and speaks it', async () => {
  const console = {
    cwd: '/',
    stdin: (async function* () {})(),
    write: async () => undefined,
    log: () => undefined,
  };
  const page = problemPage(say('empty-file'), new ConsoleShell(console, await loadWords('zh-TW')));
  expect(page).toContain('<html lang="zh-TW">');
  expect(page).toContain('<p>檔案是空的</p>');
  expect(page).toContain('<p>請修好檔案，再重新整理這個頁面。</p>');
});
