import { expect, test } from 'vitest';
import { formatHelp } from '#src/cli/help/format-help.js';
import type { Help } from '#src/cli/help/help.js';
import { LANGUAGES } from '#src/runtime/catalog.js';
import { textWidth } from '#src/cli/text/terminal-text.js';
import { odori } from '../odori.js';

const HELP: Help = [
  { usage: 'odori join PART… -o FILM', text: 'join' },
  {
    heading: 'json-heading',
    rows: [
      ['--force', 'force'],
      ['-f, --format csv|json|npy|npz|parquet', 'optimize-quiet'],
      ['-o, --output', 'output-vmd'],
    ],
  },
  { examples: ['odori join a.mp4 -o b.mp4'] },
];

test('a help has its columns, and options that are too long above their texts', async () => {
  expect(await formatHelp(HELP, 'en'))
    .toBe(`odori join PART… -o FILM: one film of the parts that odori render --shards has made

JSON:
  --force       overwrite OUT
  -f, --format csv|json|npy|npz|parquet
                print no warnings
  -o, --output  a VMD file, or - for stdout (required)

  odori join a.mp4 -o b.mp4
`);
});

test('the columns stand below each other in Japanese, too', async () => {
  expect(await formatHelp(HELP, 'ja')).toContain(`JSON:
  --force       OUTを上書きする
  -f, --format csv|json|npy|npz|parquet
                警告を表示しない
  -o, --output  VMDファイル。「-」は標準出力（必須）
`);
});

const COMMANDS = 'inspect lint convert sample bake retarget fit optimize view render join'.split(' ');

test.each(LANGUAGES)('all helps in %s fit into 100 columns, but for examples', async (language) => {
  for (const command of COMMANDS) {
    const { code, text } = await odori([command, '--help', '--lang', language], '/');
    expect(code).toBe(0);
    const lines = text
      .split('\n')
      .filter((line) => !line.startsWith('  odori ') && !line.startsWith('  curl '));
    for (const line of lines) expect(`${textWidth(line) <= 100} ${line}`).toBe(`true ${line}`);
  }
});
