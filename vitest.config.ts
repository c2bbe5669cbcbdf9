import { join } from 'node:path';
import { playwright } from '@vitest/browser-playwright';
import { defineConfig, type TestProjectInlineConfiguration } from 'vitest/config';
import { copyAndGo } from './demos/shared/copy-and-go/plugin.js';
import { pageHead } from './demos/shared/page-head.js';
import { sampleFiles } from './demos/shared/sample-files.js';
import { oracleFiles } from './test/fidelity/oracle-files.mjs';
import { BROWSER_ARGUMENTS, WEBGPU_ARGUMENTS } from './test/support/browser-arguments.js';
import { builtDemos } from './test/support/built-demos.js';
import { copyImports } from './test/support/copy-imports.js';
import { findBrowser } from './test/support/find-browser.js';
import { browserEnvironment } from './test/support/find-vulkan-driver.js';
import { ProjectReporter } from './test/support/project-reporter.js';

const SLOW = 'test/**/*.slow.test.{ts,tsx}';
const BROWSER = 'test/browser/**/*.test.{ts,tsx}';
/** What both `WebGLRenderer` and `WebGPURenderer` draw. */
const PICTURES = [
  'test/browser/model-{crowd,glow,light,look,materials,morphs,own-materials,scene,shadows}.test.ts',
  'test/browser/{accessories,background,screens}.test.ts',
];
/** What compares the picture of an element with and without effects, or of two renderers. */
const ELEMENT_PICTURES = [
  'test/browser/{festival,output-pass}.test.ts',
  'test/browser/element/{effects,renderer}.test.ts',
];
/** They draw with WebGPURenderer, which needs a newer three than the oldest. */
const NEWEST_THREE = [
  'test/browser/{renderers.test,backends.slow.test}.ts',
  'test/browser/{demos/renderers.slow,element/{renderer,screens.slow}}.test.ts',
];

/** The files of one project in one mode. */
interface Files {
  readonly include: string[];
  readonly exclude?: string[];
}

/** What `vitest run --mode …` runs. */
const MODES: Readonly<Record<string, { readonly node: Files; readonly browser: Files }>> = {
  test: {
    node: { include: ['test/**/*.test.ts'], exclude: ['test/assets/**', SLOW] },
    browser: { include: [BROWSER], exclude: [SLOW, ...PICTURES, ...ELEMENT_PICTURES] },
  },
  /** Pictures pixel by pixel. Without a graphics card, the compiler of shaders takes most of their time. */
  pictures: {
    node: { include: [] },
    browser: { include: [...PICTURES, ...ELEMENT_PICTURES] },
  },
  /** Whole dances, programs that measure garbage and memory, pages that draw much, and the packed packages. */
  slow: {
    node: { include: [SLOW] },
    browser: { include: ['test/browser/**/*.slow.test.{ts,tsx}', ...PICTURES] }, // by WebGPURenderer
  },
  /** The generator of the dancer, her dance and her song. */
  assets: {
    node: { include: ['test/assets/**/*.test.ts'], exclude: [SLOW] },
    browser: { include: [] },
  },
  /** The oldest three that the packages accept: its types, what is drawn, the bridge, and what uses three in Node. */
  'oldest-three': {
    node: {
      include: [
        'test/contract/tarball.slow.test.ts',
        'test/{mmd-loader,model}/**/*.test.ts',
        'test/runtime/{bind,camera-light,clip,loaders,player}/**/*.test.ts',
      ],
      exclude: ['test/{model,runtime}/**/{garbage.slow,built-page}.test.ts'], // they use the newest three
    },
    browser: {
      include: [
        'test/browser/model-{look,materials,morphs,shadows}.test.ts', // the others in oldest-three-all
        'test/browser/{three-version,element/picture}.test.ts',
        'test/browser/mmd-loader/old-pages.slow.test.ts',
      ],
    },
  },
  'oldest-three-all': {
    node: { include: ['test/{demos,element,mmd-loader,model,runtime}/**/*.test.ts'], exclude: [SLOW] },
    browser: { include: [BROWSER], exclude: NEWEST_THREE },
  },
  /** Property tests with many cases: `ODORI_RUNS` says how many. */
  fuzz: {
    node: { include: ['test/**/*.test.ts'], exclude: [SLOW] },
    browser: { include: [] },
  },
};

function node(mode: string): TestProjectInlineConfiguration {
  const { include, exclude = [] } = MODES[mode].node;
  return {
    extends: true,
    test: {
      name: 'node',
      server: { deps: { inline: ['fflate'] } }, // so that a test can load it again
      isolate: false, // tests leave no state behind, and most of the time of a file was its imports
      include,
      exclude: ['test/browser/**', 'test/examples/**', ...exclude],
      ...(mode === 'fuzz' && {
        testTimeout: 3_600_000,
        env: { ODORI_RUNS: process.env['ODORI_RUNS'] ?? '100000' },
      }),
    },
  };
}

function browser(mode: string, executablePath: string): TestProjectInlineConfiguration {
  return {
    extends: true,
    test: {
      name: 'browser',
      isolate: false, // one page for all files: most of the time of a file was its imports
      ...MODES[mode].browser,
      env: { ODORI_RENDERER: mode === 'slow' ? 'WebGPURenderer' : 'WebGLRenderer' },
      browser: {
        enabled: true,
        headless: true,
        screenshotFailures: false,
        provider: playwright({
          launchOptions: {
            executablePath,
            args: [...BROWSER_ARGUMENTS, ...WEBGPU_ARGUMENTS, '--js-flags=--expose-gc'],
            env: browserEnvironment(executablePath),
          },
        }),
        instances: [{ browser: 'chromium', viewport: { width: 640, height: 360 } }],
      },
    },
  };
}

/** `vitest run --mode examples`: the projects in `docs/examples`, installed from the packed packages. Needs npm's registry. */
function examples(): TestProjectInlineConfiguration {
  return {
    extends: true,
    test: { name: 'examples', include: ['test/examples/**/*.test.ts'] },
  };
}

/** The projects of a mode. */
function projectsOf(mode: string, executablePath: string | undefined): TestProjectInlineConfiguration[] {
  if (mode === 'examples') return [examples()];
  const hasPages = executablePath !== undefined && MODES[mode].browser.include.length > 0;
  return hasPages ? [node(mode), browser(mode, executablePath)] : [node(mode)];
}

/** A machine with twenty other jobs is that much slower. A test or a hook with several polls may take longer than one of them. */
const PATIENCE = { testTimeout: 240_000, hookTimeout: 300_000, expect: { poll: { timeout: 60_000 } } };

/** `#src/format/errors.js` is `packages/format/src/errors.ts`. For TypeScript, `paths` in `test/tsconfig.json` says the same. */
const ALIASES = [
  { find: /^#src\/([^/]+)\//, replacement: join(import.meta.dirname, 'packages/$1/src/') },
  { find: /^#demos\//, replacement: join(import.meta.dirname, 'demos/') },
  { find: /^#test\//, replacement: join(import.meta.dirname, 'test/') },
];

/** The oldest three that the packages accept takes the place of the newest. */
function threeAliases(mode: string) {
  if (!mode.startsWith('oldest-three')) return [];
  const folder = join(import.meta.dirname, 'test/node_modules/three-oldest');
  return [
    { find: /^three$/, replacement: `${folder}/build/three.module.js` },
    { find: /^three\/(?:addons|examples\/jsm)\//, replacement: `${folder}/examples/jsm/` },
  ];
}

export default defineConfig(async ({ mode }) => {
  const executablePath = await findBrowser();
  return {
    plugins: [
      pageHead(),
      copyAndGo(),
      sampleFiles(),
      oracleFiles(),
      copyImports(),
      builtDemos(threeAliases(mode)),
    ],
    resolve: { alias: [...ALIASES, ...threeAliases(mode)] },
    // Scanned before the tests: a dependency that is found later reloads the page of a running test.
    optimizeDeps: {
      entries: [
        'demos/index.html',
        'demos/*/index.html',
        'packages/*/src/**/*.ts',
        'test/browser/**/*.{ts,tsx,html}',
      ],
    },
    test: {
      projects: projectsOf(mode, executablePath),
      ...PATIENCE,
      globalSetup: 'test/support/pack-packages.ts',
      reporters: ['default', new ProjectReporter()],
    },
  };
});
