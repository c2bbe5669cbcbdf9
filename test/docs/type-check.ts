import { execFileSync } from 'node:child_process';
import { copyFileSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type CodeBlock, type Mistake, mistakeAt } from './code-block.js';
import { ROOT } from './doc-pages.js';

const TSC = join(ROOT, 'node_modules/typescript/bin/tsc');
const INSTALLED = join(ROOT, 'test/node_modules');
/** What JavaScript cannot say: the types of parameters and variables, and that a value is not null. */
const ONLY_TYPESCRIPT = /^TS(?:70\d\d|2531|18047):|on type '.* \| null'/;

/**
 * Type-checks blocks of TypeScript and JavaScript, each as a module of its own, against the packed packages
 * in `stage`. Names that a block does not declare come from `globals.d.ts`.
 */
export function typeCheck(blocks: readonly CodeBlock[], stage: string): Mistake[] {
  const folder = join(stage, 'code-blocks');
  mkdirSync(folder, { recursive: true });
  const files = blocks.map(({ language, code }, i) => {
    const name = `block-${i}.${language}`;
    writeFileSync(join(folder, name), code);
    return name;
  });
  copyFileSync(join(import.meta.dirname, 'globals.d.ts'), join(folder, 'globals.d.ts'));
  const config = { compilerOptions: compilerOptions(), files: ['globals.d.ts', ...files] };
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify(config));
  return compile(folder).flatMap((output) => {
    const found = /^block-(\d+)\.\w+\((\d+),\d+\): error (TS\d+): (.*)$/.exec(output);
    if (!found) return [output];
    const [, block, line, code, message] = found;
    const { language } = blocks[Number(block)];
    if (language.startsWith('js') && ONLY_TYPESCRIPT.test(`${code}: ${message}`)) return [];
    return [mistakeAt(blocks[Number(block)], Number(line) - 1, message)];
  });
}

function compilerOptions(): object {
  const types = join(INSTALLED, '@types');
  return {
    strict: true,
    noEmit: true,
    skipLibCheck: true,
    allowJs: true,
    checkJs: true,
    target: 'ES2022',
    module: 'ESNext',
    moduleResolution: 'Bundler',
    moduleDetection: 'force',
    jsx: 'react-jsx',
    lib: ['ES2023', 'DOM', 'DOM.Iterable'],
    typeRoots: [types],
    types: ['node'],
    paths: {
      three: [`${types}/three/index.d.ts`],
      'three/webgpu': [`${types}/three/build/three.webgpu.d.ts`],
      'three/tsl': [`${types}/three/build/three.tsl.d.ts`],
      'three/addons/*': [`${types}/three/examples/jsm/*`],
      'three/*': [`${types}/three/*`],
      'react-dom/*': [`${types}/react-dom/*`],
      vite: [`${INSTALLED}/vite`],
      postprocessing: [join(ROOT, 'demos/node_modules/postprocessing')],
      '@pixiv/*': [`${INSTALLED}/@pixiv/*`],
    },
  };
}

/** The errors that the compiler prints, one a line. */
function compile(folder: string): string[] {
  try {
    execFileSync(TSC, ['-p', '.', '--pretty', 'false'], { cwd: folder, encoding: 'utf8' });
    return [];
  } catch (error) {
    const { stdout } = error as { stdout: string };
    return stdout.split('\n').filter((line) => /error TS\d+/.test(line));
  }
}
