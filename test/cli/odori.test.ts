import { expect, test } from 'vitest';
import { safeName } from '#src/cli/files/paths.js';
import { cutToWidth, textWidth } from '#src/cli/text/terminal-text.js';
import { odori } from './odori.js';

test('the help of odori and of each command goes to stdout', async () => {
  const whole = await odori(['--help'], '/');
  expect([whole.code, whole.messages]).toEqual([0, []]);
  for (const command of [
    'inspect',
    'lint',
    'convert',
    'sample',
    'bake',
    'retarget',
    'view',
    'render',
    'join',
  ]) {
    expect(whole.text).toContain(`odori ${command} `);
    const { code, text } = await odori([command, 'x', '--help'], '/');
    expect([code, text.startsWith(`odori ${command} `)]).toEqual([0, true]);
    expect(text.match(new RegExp(`^  odori ${command} `, 'gm'))?.length, 'examples').toBeGreaterThanOrEqual(
      2,
    );
    expect((await odori(['help', command], '/')).text).toBe(text);
  }
});

test('--version prints the version of the package', async () => {
  for (const flag of ['--version', '-v'])
    expect((await odori([flag], '/')).text).toMatch(/^\d+\.\d+\.\d+\n$/);
});

test.each([
  [
    [],
    'missing command: use one of inspect, lint, convert, sample, bake, retarget, fit, optimize, view, render, join; see odori --help',
  ],
  [
    ['dance'],
    'unknown command dance: use one of inspect, lint, convert, sample, bake, retarget, fit, optimize, view, render, join; see odori --help',
  ],
  [
    ['help', 'dance'],
    'unknown command dance: use one of inspect, lint, convert, sample, bake, retarget, fit, optimize, view, render, join; see odori --help',
  ],
  [['inspect'], 'missing input: odori inspect FILE…; see odori inspect --help'],
  [['inspect', ''], 'an input has an empty name; see odori inspect --help'],
  [['inspect', '--colour', 'x'], 'unknown option --colour; see odori inspect --help'],
  [['inspect', '--json=x'], '--json takes no value; see odori inspect --help'],
  [['bake', '--model'], '--model needs a value; see odori bake --help'],
  [['bake', '-o'], '--output needs a value; see odori bake --help'],
  [['convert', 'a.vmd'], 'missing input or output: odori convert IN… OUT; see odori convert --help'],
  [
    ['convert', 'a.vmd', 'b.vmd', 'c.json'],
    '2 inputs cannot go into the file c.json: name a folder; see odori convert --help',
  ],
  [
    ['convert', 'a.json', 'b.mp4'],
    'cannot write .mp4: use one of .vmd .json .bvmd .vpd .pmx .glb, or an existing folder; see odori convert --help',
  ],
  [['convert', 'a.vmd', '-'], 'missing --format: stdout has no extension; see odori convert --help'],
  [['convert', 'a.vmd', ''], 'the output has an empty name; see odori convert --help'],
  [
    ['convert', 'a.vmd', 'b.vmd', '--from', '1.5'],
    '--from "1.5" is not a whole number; see odori convert --help',
  ],
  [
    ['convert', 'a.vmd', 'b.vmd', '--from', '-1'],
    '--from -1 is not between 0 and 4294967295; see odori convert --help',
  ],
  [
    ['convert', 'a.vmd', 'b.json', '--start-frame', '1e12'],
    '--start-frame 1e12 is not between -4294967295 and 4294967295; see odori convert --help',
  ],
  // options without effect
  [
    ['convert', 'a.vmd', 'b.vmd', '--coordinates', 'three'],
    '--coordinates is only for JSON output; see odori convert --help',
  ],
  [
    ['convert', '*.vpd', 'out/', '--start-frame', '9'],
    '--start-frame is only for JSON output; see odori convert --help',
  ],
  [
    ['convert', 'a.vmd', 'b.json', '--vmd-version', '1'],
    '--vmd-version is only for VMD output; see odori convert --help',
  ],
  [
    ['convert', 'a.vmd', 'b.vmd', '--frame', '9'],
    '--frame is only for a pose: name an output such as pose.vpd, or add --format vpd; see odori convert --help',
  ],
  [
    ['convert', 'a.vmd', 'b.vpd', '--frame', '-1'],
    '--frame "-1" is not a number from 0 on; see odori convert --help',
  ],
  [
    ['convert', 'a.pmm', 'out/', '-f', 'vpd', '--json'],
    '--json has no effect with VPD output, which has no tables; see odori convert --help',
  ],
  [
    ['convert', 'a.vmd', 'b.vpd', '--coordinates', 'three'],
    '--coordinates is only for JSON output; see odori convert --help',
  ],
  [
    ['convert', 'a.pmm', 'out', '--json', '--model', 'camera'],
    '--json has no effect with --model, which writes one motion and no tables; see odori convert --help',
  ],
  [
    ['convert', 'a.vmd', 'b.vmd', '--from', '9', '--to', '3'],
    '--to 3 is before --from 9; see odori convert --help',
  ],
  [
    ['sample'],
    'missing motion: odori sample MOTION… --model PMX (--at TIMES | --every STEP) [-o OUT]; see odori sample --help',
  ],
  [
    ['sample', 'a.vmd', '--at', '1s'],
    'missing --model, for example --model dancer.pmx; see odori sample --help',
  ],
  [
    ['sample', 'a.vmd', '--model', 'a.pmx'],
    'missing --at or --every, for example --at 1.5s,100f or --every 1/60s; see odori sample --help',
  ],
  [
    ['sample', 'a.vmd', '--model', 'a.pmx', '--at', '1s', '--csv', '--json'],
    '--format, --csv and --json exclude each other; see odori sample --help',
  ],
  [
    ['sample', 'a.vmd', '--model', 'a.pmx', '--at', '90'],
    '--at 90 has no unit: write 90s for seconds or 90f for frames; see odori sample --help',
  ],
  [
    ['sample', 'a.vmd', '--model', 'a.pmx', '--at', '1s,'],
    '--at: "" is not a time such as 1.5s or 45f; see odori sample --help',
  ],
  [['bake'], 'missing motion: odori bake MOTION… --model PMX -o OUT.vmd; see odori bake --help'],
  [
    ['bake', 'a.vmd', '--model', 'a.pmx'],
    'missing --output, for example -o dance-fk.vmd; see odori bake --help',
  ],
  [
    ['bake', 'a.vmd', '--model', 'a.pmx', '-o', 'b.json'],
    'the output is VMD, not .json: convert the result with odori convert; see odori bake --help',
  ],
  ...['0', '-0', '-1', 'NaN', '', ' ', '1e-400', 'Infinity', '0,02', '1e'].map((text): [string[], string] => [
    ['bake', 'a.vmd', '--model', 'a.pmx', '-o', 'b.vmd', '--tolerance', text],
    `--tolerance ${JSON.stringify(text)} is not a number above 0; see odori bake --help`,
  ]),
  [
    ['bake', 'a.vmd', '--model', 'a.pmx', '-o', 'b.vmd', '--angle=-0.3'],
    '--angle "-0.3" is not a number above 0; see odori bake --help',
  ],
  [
    ['bake', 'a.vmd', '--model', 'a.pmx', '-o', 'out/'],
    '"out/" is not the name of a file; see odori bake --help',
  ],
  [['view'], 'missing model: odori view MODEL MOTION…; see odori view --help'],
  [['view', '-'], '- is stdin, which has no folder for textures: name files; see odori view --help'],
  [['view', 'a.pmx', '--port', '70000'], '--port 70000 is not between 0 and 65535; see odori view --help'],
  [
    ['view', 'a.pmx', '--stage', 'moon'],
    '--stage "moon" is not one of floor, grid, none; see odori view --help',
  ],
  [['view', 'a.pmx', '--camera', 'c.vmd'], '--camera "c.vmd" is not one of auto; see odori view --help'],
  [['view', 'a.pmx', '--physics', ''], '--physics "" is not one of on, off; see odori view --help'],
  [['view', 'a.pmx', '--offset', '1s'], '--offset "1s" is not a number of seconds; see odori view --help'],
])('wrong usage exits with 2 and says what is wrong: %j', async (args, messages) => {
  expect(await odori(args, '/')).toMatchObject({ code: 2, text: '', messages: [`odori: ${messages}`] });
});

test('a value or a name may start with a dash if it is not an option', async () => {
  const { messages } = await odori(['convert', 'a.vmd', 'b.vmd', '--model', '--force'], '/');
  expect(messages[0]).toContain('--model=-XYZ');
  const number = await odori(['inspect', '--json', '--', '-5.vmd'], '/');
  expect(number).toMatchObject({ code: 1, messages: ['odori: -5.vmd: no such file'] });
});

test('safeName makes a valid file name of any text', () => {
  expect(safeName('../初音ミク: 2?')).toBe('_初音ミク_ 2_');
  expect(safeName('')).toBe('_');
  expect(safeName(' .. ')).toBe('_');
  expect(safeName('con.vmd')).toBe('_con.vmd');
  expect(safeName('a\u0000b\\c/d')).toBe('a_b_c_d');
  expect(safeName('\u202egnp.exe')).toBe('_gnp.exe'); // a right-to-left override
  expect(safeName('長'.repeat(300)).length).toBe(80);
});

test('textWidth and cutToWidth count the columns of a terminal', () => {
  expect(textWidth('ﾈｸﾀｲＩＫ')).toBe(8);
  expect(textWidth('センター')).toBe(8);
  expect(textWidth('が'.normalize('NFD'))).toBe(2);
  expect(cutToWidth('aセンター', 4)).toBe('aセ'); // the next character needs two columns, and one is left
});
