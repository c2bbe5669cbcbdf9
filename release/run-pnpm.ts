import { execFileSync, type StdioOptions } from 'node:child_process';

/**
 * Runs pnpm in a folder: the one that started this process, or else the version of the README.
 *
 * Its output goes to that of this process, unless `stdio` says something else. Throws if pnpm fails.
 */
export function runPnpm(args: readonly string[], cwd: string, stdio: StdioOptions = 'inherit'): void {
  const runner = process.env['npm_execpath'];
  const [command, ...first] =
    runner !== undefined && /pnpm/.test(runner) ? [process.execPath, runner] : ['npx', '-y', 'pnpm@10.34.9'];
  execFileSync(command, [...first, ...args], { cwd, stdio });
}
