import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Worker } from 'node:worker_threads';
import { expect, inject, test } from 'vitest';

const STAGE = inject('packedFolder');
const FORMAT = join(STAGE, 'node_modules/@odori/format');
const TSC = join(import.meta.dirname, '../../node_modules/typescript/bin/tsc');

/** A user's program; what it prints. */
const PROGRAM = `
import { createVmd, parseVmd, serializeVmd } from '@odori/format';
const bytes = serializeVmd(createVmd({ bones: [{ name: '頭', frame: 30 }] }));
const { bones } = parseVmd(bytes);
console.log(bones.names[0].text, bones.frames[0]);
`;

test('holds what a user needs, and nothing of ours', () => {
  const manifest = JSON.parse(readFileSync(join(FORMAT, 'package.json'), 'utf8')) as Record<string, unknown>;
  expect(manifest['dependencies']).toEqual({ 'encoding-japanese': '2.4.0' });
  expect(manifest['exports']).toMatchObject({
    '.': { types: './dist/index.d.ts', default: './dist/index.js' },
  });
  expect(readdirSync(FORMAT).toSorted()).toEqual([
    'LICENSE',
    'README.md',
    'dist',
    'package.json',
    'schema',
    'src',
  ]);
  expect(existsSync(join(FORMAT, 'dist/index.d.ts'))).toBe(true);
});

test('runs in Node', () => {
  writeFileSync(join(STAGE, 'program.mjs'), PROGRAM);
  expect(execFileSync(process.execPath, ['program.mjs'], { cwd: STAGE, encoding: 'utf8' })).toBe('頭 30\n');
});

test('the pure door of the runtime runs in Node where there is no three', () => {
  const program = `
    import { createVmd } from '@odori/format';
    import { Motion, sampleBone, secondsToFrame } from '@odori/runtime/motion';
    const keys = [{ name: '頭', frame: 0 }, { name: '頭', frame: 30, position: [0, 1, 0] }];
    const position = [0, 0, 0];
    sampleBone(Motion.from(createVmd({ bones: keys })).bones.get('頭'), secondsToFrame(0.5), position, [0, 0, 0, 0]);
    console.log(position.join(), await import('three').catch(() => 'no three'));`;
  writeFileSync(join(STAGE, 'motion.mjs'), program);
  const output = execFileSync(process.execPath, ['motion.mjs'], { cwd: STAGE, encoding: 'utf8' });
  expect(output).toBe('0,0.5,0 no three\n');
});

test('so does the door of the rig: a foot follows its IK', () => {
  const program = `
    import { createPmx, createPmxBone, createVmd, parsePmx, parseVmd, serializePmx, serializeVmd } from '@odori/format';
    import { Motion, secondsToFrame } from '@odori/runtime/motion';
    import { bindMotion, createRigDefinition, Rig } from '@odori/runtime/rig';
    const links = [{ bone: 1, limits: { min: [-3.14, 0, 0], max: [-0.01, 0, 0] } }, { bone: 0 }];
    const bones = [
      createPmxBone({ name: '左足', position: [1, 10, 0] }),
      createPmxBone({ name: '左ひざ', position: [1, 5.5, -0.1], parent: 0 }),
      createPmxBone({ name: '左足首', position: [1, 1, 0], parent: 1 }),
      createPmxBone({ name: '左足ＩＫ', position: [1, 1, 0], ik: { target: 2, loopCount: 40, limitAngle: 2, links } }),
    ];
    const rig = new Rig(createRigDefinition(parsePmx(serializePmx(createPmx({ bones })))));
    const keys = [{ name: '左足ＩＫ', frame: 0, position: [0, 3, -1] }];
    const binding = bindMotion(Motion.from(parseVmd(serializeVmd(createVmd({ bones: keys })))), rig);
    binding.sample(secondsToFrame(12.345));
    rig.solve();
    rig.solveAfterPhysics();
    const ankle = rig.worldMatrices.subarray(16 * rig.boneIndex('左足首') + 12, 16 * rig.boneIndex('左足首') + 15);
    console.log([...ankle].map((x) => x.toFixed(1)).join(), await import('three').catch(() => 'no three'));`;
  writeFileSync(join(STAGE, 'rig.mjs'), program);
  const output = execFileSync(process.execPath, ['rig.mjs'], { cwd: STAGE, encoding: 'utf8' });
  expect(output).toBe('1.0,4.0,1.0 no three\n'); // MMD's z points the other way
});

test('runs in a worker of Node', async () => {
  const code = PROGRAM.replace('console.log(', 'parentPort.postMessage([').replace(/\);\s*$/, ']);');
  writeFileSync(join(STAGE, 'worker.mjs'), `import { parentPort } from 'node:worker_threads';${code}`);
  const worker = new Worker(join(STAGE, 'worker.mjs'));
  const message = await new Promise((resolve, reject) =>
    worker.once('message', resolve).once('error', reject),
  );
  expect(message).toEqual(['頭', 30]);
  await worker.terminate();
});

test.each(['NodeNext', 'Bundler'])('type-checks under %s, our declarations included', (resolution) => {
  const typed = PROGRAM.replaceAll(']', ']!')
    .replace('console.log(', 'export const seen = String(')
    .replace(', bones', ' + bones');
  expect(typeErrors(typed, resolution)).toBe('');
  expect(typeErrors(typed.replace('bones.frames', 'bones.frmes'), resolution)).toContain(
    "'frmes' does not exist",
  );
});

function typeErrors(program: string, moduleResolution: string): string {
  const module = moduleResolution === 'Bundler' ? 'ESNext' : moduleResolution;
  const compilerOptions = {
    strict: true,
    noEmit: true,
    target: 'ES2022',
    module,
    moduleResolution,
    types: [],
  };
  writeFileSync(join(STAGE, 'program.mts'), program);
  writeFileSync(join(STAGE, 'tsconfig.json'), JSON.stringify({ compilerOptions, files: ['program.mts'] }));
  try {
    execFileSync(TSC, ['-p', STAGE], { encoding: 'utf8' });
    return '';
  } catch (error) {
    return (error as { stdout: string }).stdout;
  }
}
