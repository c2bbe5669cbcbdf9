/**
 * The command `odori`, for programs. `main.ts` runs it in a shell.
 *
 * @module @odori/cli
 */
export type { Console, ExitCode } from './command.js';
export { runOdori } from './run-odori.js';
