import { expect, test } from 'vitest';
import { safeName } from '../../packages/cli/src/files/safe-name.js';
import { cutToWidth, textWidth } from '../../packages/cli/src/inspect/text-width.js';
import { odori } from './odori.js';

test('help, of the whole and of each command, goes to stdout', async () => {
  const whole = await odori(['--help'], '/');
  expect([whole.code, whole.told]).toEqual([0, []]);
  for (const command of ['inspect', 'convert', 'sample', 'bake']) {
    expect(whole.text).toContain(`odori ${command} `);
    const { code, text } = await odori([command, 'x', '--help'], '/');
    expect([code, text.startsWith(`odori ${command} `)]).toEqual([0, true]);
    expect(text.match(new RegExp(`^  odori ${command} `, 'gm'))?.length, 'examples').toBeGreaterThanOrEqual(
      2,
    );
  }
});

test('the version is the package’s', async () => {
  expect((await odori(['--version'], '/')).text).toMatch(/^\d+\.\d+\.\d+\n$/);
});

test.each([
  [[], 'which command?; see odori --help'],
  [['dance'], 'no command dance; see odori --help'],
  [['inspect'], 'which file?; see odori inspect --help'],
  [['inspect', '--colour', 'x'], "Unknown option '--colour'; see odori inspect --help"],
  [['convert', 'a.vmd'], 'from what to what?; see odori convert --help'],
  [
    ['convert', 'a.vmd', 'b.vmd', 'c.json'],
    '2 inputs do not fit into c.json: name a folder; see odori convert --help',
  ],
  [
    ['convert', 'a.json', 'b.vpd'],
    '.vpd is none of .vmd .json .bvmd .pmx, and there is no folder b.vpd; see odori convert --help',
  ],
  [['convert', 'a.vmd', '-'], 'stdout needs a --format; see odori convert --help'],
  [['convert', 'a.vmd', 'b.vmd', '--from', '1.5'], '--from 1.5 is no whole number; see odori convert --help'],
  [
    ['convert', 'a.vmd', 'b.vmd', '--from', '9', '--to', '3'],
    '--to 3 is before --from 9; see odori convert --help',
  ],
  [['sample', 'a.vmd', '--at', '1s'], 'which --model?; see odori sample --help'],
  [
    ['sample', 'a.vmd', '--model', 'a.pmx', '--at', '90'],
    '--at 90: write 90s for seconds or 90f for frames; see odori sample --help',
  ],
  [['bake', 'a.vmd', '--model', 'a.pmx'], 'into which --output?; see odori bake --help'],
])('called wrongly: %j', async (args, told) => {
  expect(await odori(args, '/')).toMatchObject({ code: 2, text: '', told: [`odori: ${told}`] });
});

test('names of files from names in files', () => {
  expect(safeName('../初音ミク: 2?')).toBe('_初音ミク_ 2_');
  expect(safeName('')).toBe('_');
  expect(safeName(' .. ')).toBe('_');
  expect(safeName('con.vmd')).toBe('_con.vmd');
  expect(safeName('a\u0000b\\c/d')).toBe('a_b_c_d');
  expect(safeName('\u202egnp.exe')).toBe('_gnp.exe'); // turns what follows round
  expect(safeName('長'.repeat(300)).length).toBe(80);
});

test('columns of a terminal', () => {
  expect(textWidth('ﾈｸﾀｲＩＫ')).toBe(8);
  expect(textWidth('センター')).toBe(8);
  expect(textWidth('が'.normalize('NFD'))).toBe(2);
  expect(cutToWidth('aセンター', 4)).toBe('aセ'); // a third of two columns does not fit
});
