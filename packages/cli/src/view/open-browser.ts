import { spawn } from 'node:child_process';

/** Programs that open an address in the default browser, by `process.platform`; xdg-open on all others. */
const OPENERS: Readonly<Record<string, readonly [command: string, ...args: string[]]>> = {
  darwin: ['open'],
  win32: ['rundll32', 'url.dll,FileProtocolHandler'], // unlike `start`, it needs no shell
};

/**
 * Opens an address in the default browser, and calls `onFailure` if there is no browser. Does not wait for
 * it.
 */
export function openBrowser(address: string, onFailure: () => void): void {
  const [command, ...args] = OPENERS[process.platform] ?? ['xdg-open'];
  const child = spawn(command, [...args, address], { stdio: 'ignore', detached: true });
  child.once('error', onFailure); // there is no such program
  child.once('exit', (code) => {
    if (code !== 0) onFailure();
  });
  child.unref(); // the browser stays open when the command ends
}
