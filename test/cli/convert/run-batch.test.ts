import { MmdFormatError } from '@odori/format';
import { runBatch } from '#src/cli/convert/run-batch.js';
import { type Console, runOdori } from '@odori/cli';
import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { UsageError } from '#src/cli/errors.js';
import { ENGLISH } from '#src/cli/language/words.js';
import { ConsoleShell } from '#src/cli/shell.js';
import { createVmd, serializeVmd } from '@odori/format';
import { emptyFolder } from '../odori.js';

/** Stdin that fails as a parser with a bug would. */
function failing(cwd: string, error: Error): { console: Console; messages: string[]; written: string[] } {
  const messages: string[] = [];
  const written: string[] = [];
  const console: Console = {
    cwd,
    stdin: {
      [Symbol.asyncIterator]: () => ({ next: () => Promise.reject(error) }),
    },
    write: async (data) => {
      written.push(Buffer.from(data as Uint8Array).toString());
    },
    log: (line) => {
      messages.push(line);
    },
  };
  return { console, messages, written };
}

test.each([
  new RangeError('Invalid typed array length: -1'),
  new RangeError('Maximum call stack size exceeded'),
  new TypeError('x is not a function'),
])('%s in one file is that file’s: the others are converted', async (error) => {
  const { console, messages } = failing('.', error);
  const done: string[] = [];
  const code = await runBatch(
    ['a', 'b', 'c'],
    { console: new ConsoleShell(console, ENGLISH), quiet: true, strict: false },
    async (input) => {
      if (input === 'b') throw error;
      done.push(input);
    },
  );
  expect([code, done]).toEqual([1, ['a', 'c']]);
  expect(messages).toEqual([
    `odori: b: internal error, please report it: ${String(error)}`,
    'odori: 2 of 3 converted; failed: b',
  ]);
});

test('an error of the format is said as before, and one of the command line ends the batch', async () => {
  const { console, messages } = failing('.', new Error());
  const fail = (error: Error) =>
    runBatch(['a'], { console: new ConsoleShell(console, ENGLISH), quiet: true, strict: false }, () =>
      Promise.reject(error),
    );
  expect(
    await fail(new MmdFormatError('signature is "x"', { code: 'bad-signature', section: 'header' })),
  ).toBe(1);
  expect(messages).toEqual(['odori: a: header: signature is "x"']);
  await expect(fail(new UsageError('bad option'))).rejects.toThrow('bad option');
});

test('convert and inspect go on after a RangeError', async () => {
  const folder = emptyFolder();
  const dance = serializeVmd(createVmd({ modelName: 'a', bones: [{ name: '頭', frame: 6 }] }));
  writeFileSync(join(folder, 'a.vmd'), dance);
  const error = new RangeError('Invalid array length');
  const convert = failing(folder, error);
  expect(await runOdori(['convert', '-', 'a.vmd', 'out/', '-f', 'bvmd'], convert.console)).toBe(1);
  expect(existsSync(join(folder, 'out/a.bvmd'))).toBe(true);
  expect(convert.messages[0]).toBe(`odori: -: internal error, please report it: ${String(error)}`);
  const inspect = failing(folder, error);
  expect(await runOdori(['inspect', '-', 'a.vmd'], inspect.console)).toBe(1);
  expect(inspect.written.join('')).toMatch(/^a\.vmd: vmd/);
  expect(inspect.messages).toEqual([`odori: -: internal error, please report it: ${String(error)}`]);
});
