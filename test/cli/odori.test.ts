import { expect, test } from 'vitest';
import { safeName } from '#src/cli/files/safe-name.js';
import { cutToWidth, textWidth } from '#src/cli/inspect/text-width.js';
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
    expect((await odori(['help', command], '/')).text).toBe(text);
  }
});

test('the version is the package’s', async () => {
  for (const flag of ['--version', '-v'])
    expect((await odori([flag], '/')).text).toMatch(/^\d+\.\d+\.\d+\n$/);
});

test.each([
  [[], 'which command? inspect, convert, sample, bake; see odori --help'],
  [['dance'], 'no command dance, but inspect, convert, sample, bake; see odori --help'],
  [['help', 'dance'], 'no command dance, but inspect, convert, sample, bake; see odori --help'],
  [['inspect'], 'which file?; see odori inspect --help'],
  [['inspect', ''], 'a name of a file is empty; see odori inspect --help'],
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
  [['convert', 'a.vmd', ''], 'the name of OUT is empty; see odori convert --help'],
  [
    ['convert', 'a.vmd', 'b.vmd', '--from', '1.5'],
    '--from "1.5" is no whole number; see odori convert --help',
  ],
  [
    ['convert', 'a.vmd', 'b.vmd', '--from', '-1'],
    '--from -1 is not between 0 and 4294967295; see odori convert --help',
  ],
  [
    ['convert', 'a.vmd', 'b.json', '--start-frame', '1e12'],
    '--start-frame 1e12 is not between -4294967295 and 4294967295; see odori convert --help',
  ],
  // what would do nothing
  [
    ['convert', 'a.vmd', 'b.vmd', '--coordinates', 'three'],
    '--coordinates is for JSON alone; see odori convert --help',
  ],
  [
    ['convert', '*.vpd', 'out/', '--start-frame', '9'],
    '--start-frame is for JSON alone; see odori convert --help',
  ],
  [
    ['convert', 'a.vmd', 'b.json', '--vmd-version', '1'],
    '--vmd-version is for VMD alone; see odori convert --help',
  ],
  [
    ['convert', 'a.pmm', 'out', '--json', '--model', 'camera'],
    '--json does nothing with --model: nothing is written beside the motion of one; see odori convert --help',
  ],
  [
    ['convert', 'a.vmd', 'b.vmd', '--from', '9', '--to', '3'],
    '--to 3 is before --from 9; see odori convert --help',
  ],
  [['sample', 'a.vmd', '--at', '1s'], 'which --model?; see odori sample --help'],
  [
    ['sample', 'a.vmd', '--model', 'a.pmx', '--at', '90'],
    '--at 90: write 90s for seconds or 90f for frames; see odori sample --help',
  ],
  [
    ['sample', 'a.vmd', '--model', 'a.pmx', '--at', '1s,'],
    '--at: "" is no time such as 1.5s or 45f; see odori sample --help',
  ],
  [['bake', 'a.vmd', '--model', 'a.pmx'], 'into which --output?; see odori bake --help'],
  [
    ['bake', 'a.vmd', '--model', 'a.pmx', '-o', 'b.json'],
    'a VMD comes of it, not a .json: odori convert leads on from there; see odori bake --help',
  ],
  [['bake', 'a.vmd', '--model', 'a.pmx', '-o', 'out/'], '"out/" names no file; see odori bake --help'],
])('called wrongly: %j', async (args, told) => {
  expect(await odori(args, '/')).toMatchObject({ code: 2, text: '', told: [`odori: ${told}`] });
});

test('a value that begins with a dash: a number, or what looks like an option', async () => {
  const { told } = await odori(['convert', 'a.vmd', 'b.vmd', '--model', '--force'], '/');
  expect(told[0]).toContain("'--model=-XYZ'");
  const number = await odori(['inspect', '--json', '--', '-5.vmd'], '/');
  expect(number).toMatchObject({ code: 1, told: ['odori: -5.vmd: no such file'] });
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
