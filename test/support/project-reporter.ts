import type { Reporter, TestModule } from 'vitest/node';

interface Tally {
  passed: number;
  failed: number;
  skipped: number;
}

/**
 * Prints how many tests each project ran, in lines that a script can read: `.ci/run` fails if a project did
 * not run.
 */
export class ProjectReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], unhandledErrors: readonly unknown[]): void {
    const total = tally(modules);
    total.failed += unhandledErrors.length;
    const projects = [...new Set(modules.map((module) => projectName(module)))].toSorted();
    for (const project of projects) {
      const own = modules.filter((module) => projectName(module) === project);
      console.log(`${project}: ${countText(tally(own))}`);
    }
    console.log(countText(total));
  }
}

function tally(modules: readonly TestModule[]): Tally {
  const counts: Tally = { passed: 0, failed: 0, skipped: 0 };
  for (const module of modules) {
    counts.failed += module.errors().length; // outside of tests, for example in beforeAll
    for (const test of module.children.allTests()) {
      const { state } = test.result();
      if (state !== 'pending') counts[state]++;
    }
  }
  return counts;
}

function countText({ passed, failed, skipped }: Tally): string {
  return `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`;
}

/** Vitest names a browser project after its browser too: `browser (chromium)`. */
function projectName(module: TestModule): string {
  return module.project.name.replace(/ \(.*\)$/, '');
}
