import { build } from 'esbuild';
import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';

/** A page's script, minified, as its bundler would make it. */
async function bundle(source: string): Promise<{ code: string; gzipBytes: number; inputs: string[] }> {
  const result = await build({
    stdin: { contents: source, resolveDir: import.meta.dirname },
    bundle: true,
    minify: true,
    format: 'esm',
    write: false,
    metafile: true,
  });
  const { contents, text } = result.outputFiles[0];
  const [output] = Object.values(result.metafile.outputs);
  return { code: text, gzipBytes: gzipSync(contents).length, inputs: Object.keys(output.inputs) };
}

test('a page that only reads motions gets 6 kB, and no encoding table', async () => {
  const { gzipBytes, inputs } = await bundle(
    `import { parseVmd } from '@odori/format'; console.log(parseVmd);`,
  );
  expect(gzipBytes).toBeLessThanOrEqual(6 * 1024);
  expect(inputs.filter((input) => input.includes('encoding-japanese'))).toEqual([]);
});

test('nor does a page that only reads poses', async () => {
  const { gzipBytes, inputs } = await bundle(
    `import { parseVpd } from '@odori/format'; console.log(parseVpd);`,
  );
  expect(gzipBytes).toBeLessThanOrEqual(6 * 1024);
  expect(inputs.filter((input) => input.includes('encoding-japanese'))).toEqual([]);
});

test('a page that reads PMD models and turns them into PMX gets 7.25 kB, and no encoding table', async () => {
  const { gzipBytes, inputs } = await bundle(
    `import { parsePmd, pmdToPmx } from '@odori/format'; console.log(parsePmd, pmdToPmx);`,
  );
  expect(gzipBytes).toBeLessThanOrEqual(7.25 * 1024);
  expect(inputs.filter((input) => input.includes('encoding-japanese'))).toEqual([]);
});

test('nor does a page that only reads PMX models, in 5.75 kB', async () => {
  const { gzipBytes, inputs } = await bundle(
    `import { parsePmx } from '@odori/format'; console.log(parsePmx);`,
  );
  expect(gzipBytes).toBeLessThanOrEqual(5.75 * 1024);
  expect(inputs.filter((input) => input.includes('encoding-japanese'))).toEqual([]);
});

test('a page that writes gets the table', async () => {
  const { inputs } = await bundle(`import { serializeVmd } from '@odori/format'; console.log(serializeVmd);`);
  expect(inputs.some((input) => input.includes('encoding-japanese'))).toBe(true);
});

test('importing does nothing: a bundle of unused imports is empty', async () => {
  const { code } = await bundle(`import { parseVmd, serializeVmd } from '@odori/format';`);
  expect(code.trim()).toBe('');
});
