import { join } from 'node:path';
import { playwright } from '@vitest/browser-playwright';
import { defineConfig, type TestProjectInlineConfiguration } from 'vitest/config';
import { copyAndGo } from './demos/shared/copy-and-go/plugin.js';
import { pageHead } from './demos/shared/page-head.js';
import { oracleFiles } from './test/fidelity/oracle-files.mjs';
import { BROWSER_ARGUMENTS, WEBGPU_ARGUMENTS } from './test/support/browser-arguments.js';
import { builtDemos } from './test/support/built-demos.js';
import { findBrowser } from './test/support/find-browser.js';
import { browserEnvironment } from './test/support/find-vulkan-driver.js';
import { ProjectReporter } from './test/support/project-reporter.js';

/** `vitest run --mode oldest-three`: the browser's tests and those that use three in Node, with the oldest three. */
const OLDEST_THREE = 'oldest-three';
/** They draw with WebGPURenderer, which needs a newer three than the oldest. */
const NEWEST_THREE_TESTS = [
  'test/browser/{renderers.test,backends.slow.test,model-crowd.slow.test}.ts',
  'test/browser/{demos/renderers.slow.test,element/renderer.test}.ts',
];
const OLDEST_THREE_TESTS = ['test/{demos,element,mmd-loader,model,runtime}/**/*.test.ts'];

/**
 * `vitest run --mode slow`: whole dances, programs that measure garbage and memory, pages that draw much, and the packed packages. The
 * command `test` leaves them out.
 */
const SLOW = 'slow';
/** A machine with twenty other jobs is that much slower. A test or a hook with several polls may take longer than one of them. */
const PATIENCE = { testTimeout: 240_000, hookTimeout: 300_000, expect: { poll: { timeout: 60_000 } } };

/** The mode of `vitest run`. */
const TEST = 'test';
const SLOW_TESTS = 'test/**/*.slow.test.ts';
/** What `WebGPURenderer` draws, too. */
const PICTURES = [
  'test/browser/model-{look,materials,morphs,shadows,two-looks}.test.ts',
  'test/browser/{accessories,background}.test.ts',
];
const SLOW_BROWSER_TESTS = ['test/browser/**/*.slow.test.ts', ...PICTURES];
const BROWSER_TESTS = ['test/browser/**/*.test.{ts,tsx}'];

function node(mode: string): TestProjectInlineConfiguration {
  return {
    extends: true,
    test: {
      name: 'node',
      server: { deps: { inline: ['fflate'] } }, // so that a test can load it again
      isolate: false, // tests leave no state behind, and most of the time of a file was its imports
      include: nodeTests(mode),
      exclude: ['test/browser/**', 'test/examples/**', ...(mode === SLOW ? [] : [SLOW_TESTS])],
      ...(mode === 'fuzz' && { testTimeout: 3_600_000, env: { ODORI_RUNS: '100000' } }),
    },
  };
}

function nodeTests(mode: string): string[] {
  if (mode === SLOW) return [SLOW_TESTS];
  return mode === OLDEST_THREE ? OLDEST_THREE_TESTS : ['test/**/*.test.ts'];
}

function browser(mode: string, executablePath: string): TestProjectInlineConfiguration {
  return {
    extends: true,
    test: {
      name: 'browser',
      isolate: false, // one page for all files: most of the time of a file was its imports
      ...browserTests(mode),
      env: { ODORI_RENDERER: mode === SLOW ? 'WebGPURenderer' : 'WebGLRenderer' },
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

function browserTests(mode: string): { include: string[]; exclude: string[] } {
  if (mode === SLOW) return { include: SLOW_BROWSER_TESTS, exclude: [] };
  if (mode === TEST) return { include: BROWSER_TESTS, exclude: [SLOW_TESTS] };
  return { include: BROWSER_TESTS, exclude: mode === OLDEST_THREE ? NEWEST_THREE_TESTS : [] };
}

/** `vitest run --mode examples`: the projects in `docs/examples`, installed from the packed packages. Needs npm's registry. */
function examples(): TestProjectInlineConfiguration {
  return {
    extends: true,
    test: {
      name: 'examples',
      include: ['test/examples/**/*.test.ts'],
    },
  };
}

/** The projects of a mode. */
function projectsOf(mode: string, executablePath: string | undefined): TestProjectInlineConfiguration[] {
  if (mode === 'examples') return [examples()];
  return executablePath === undefined ? [node(mode)] : [node(mode), browser(mode, executablePath)];
}

/** `#src/format/errors.js` is `packages/format/src/errors.ts`. For TypeScript, `paths` in `test/tsconfig.json` says the same. */
const ALIASES = [
  { find: /^#src\/([^/]+)\//, replacement: join(import.meta.dirname, 'packages/$1/src/') },
  { find: /^#demos\//, replacement: join(import.meta.dirname, 'demos/') },
  { find: /^#test\//, replacement: join(import.meta.dirname, 'test/') },
];

/** The oldest three that the packages accept takes the place of the newest. */
function threeAliases(mode: string) {
  if (mode !== OLDEST_THREE) return [];
  const folder = join(import.meta.dirname, 'test/node_modules/three-oldest');
  return [
    { find: /^three$/, replacement: `${folder}/build/three.module.js` },
    { find: /^three\/(?:addons|examples\/jsm)\//, replacement: `${folder}/examples/jsm/` },
  ];
}

export default defineConfig(async ({ mode }) => {
  const executablePath = await findBrowser();
  return {
    plugins: [pageHead(), copyAndGo(), oracleFiles(), builtDemos(threeAliases(mode))],
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
