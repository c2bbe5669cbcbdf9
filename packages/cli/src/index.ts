/**
 * The command `odori`, for programs. `main.ts` runs it in a shell.
 *
 * @module @odori/cli
 */
export type { ExitCode } from './command.js';
export type { Console } from './console.js';
export { runOdori } from './run-odori.js';
