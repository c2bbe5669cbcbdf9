/**
 * The command `odori`, for programs: what the shell gets is in `main.ts`.
 *
 * @module @odori/cli
 * @document ../README.md
 */
export type { Console } from './console.js';
export { type ExitCode, runOdori } from './run-odori.js';
