import { createVmd, serializeVmd } from '@odori/format';
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, inject, test } from 'vitest';
import { emptyFolder } from './odori.js';

const CLI = join(inject('packedFolder'), 'node_modules/@odori/cli');

function run(
  args: readonly string[],
  cwd: string,
  input?: Uint8Array,
): { code: number | null; text: string; told: string } {
  const { bin } = JSON.parse(readFileSync(join(CLI, 'package.json'), 'utf8')) as { bin: { odori: string } };
  const program = join(CLI, bin.odori);
  const { status, stdout, stderr } = spawnSync(process.execPath, [program, ...args], {
    cwd,
    ...(input && { input }),
  });
  return { code: status, text: stdout.toString(), told: stderr.toString() };
}

test('the packed command runs where there is no three: help, a conversion, a pipe', () => {
  expect(existsSync(join(CLI, '../../three'))).toBe(false);
  const folder = emptyFolder();
  expect(run(['--help'], folder)).toMatchObject({ code: 0, told: '' });
  writeFileSync(join(folder, 'a.vmd'), serializeVmd(createVmd({ bones: [{ name: '頭', frame: 30 }] })));
  expect(run(['convert', 'a.vmd', 'a.json'], folder)).toEqual({ code: 0, text: '', told: '' });
  const piped = run(['inspect', '-', '--json'], folder, readFileSync(join(folder, 'a.json')));
  expect(JSON.parse(piped.text)).toMatchObject([{ format: 'vmd as json', facts: { lastFrame: 30 } }]);
  expect(run(['inspect', 'b.vmd'], folder)).toEqual({
    code: 1,
    text: '',
    told: 'odori: b.vmd: no such file\n',
  });
});
