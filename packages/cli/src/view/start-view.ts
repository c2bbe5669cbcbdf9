import type { ExitCode } from '../command.js';
import type { Shell } from '../shell.js';
import { arrangeShow } from './arrange-show.js';
import { startLocalServer } from './local-server.js';
import { openBrowser } from './open-browser.js';
import { findPlayer } from './player-folder.js';
import { type PageOptions, ViewPages } from './view-pages.js';
import { say } from '../language/message.js';

/** The values of the command line. */
export interface ViewOptions extends PageOptions {
  /** 0: a free one. */
  readonly port: number;
  readonly opens: boolean;
}

/** Shows files on a page of a local server until the user stops the command. */
export async function startView(options: ViewOptions, console: Shell): Promise<ExitCode> {
  const player = findPlayer();
  const pages = new ViewPages(options, player, console);
  pages.report(await arrangeShow(options.inputs, console.cwd, options.root));
  const server = await startLocalServer(options.port, (path) => pages.answer(path));
  try {
    await console.write(`${server.address}\n`);
    if (options.opens) {
      openBrowser(server.address, () => console.tell(say('no-browser-to-open')));
    }
    console.log(say('press-ctrl-c'));
    await untilStopped(console.signal);
  } finally {
    await server.close();
  }
  console.log(say('view-stopped'));
  return 0;
}

/** Resolves on the signal of the caller, or else on Ctrl-C and on signals that end a process. */
async function untilStopped(signal: AbortSignal | undefined): Promise<void> {
  if (signal) {
    if (signal.aborted) return;
    return new Promise((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }));
  }
  return new Promise((resolve) => {
    const stop = (): void => {
      for (const name of SIGNALS) process.off(name, stop);
      resolve();
    };
    for (const name of SIGNALS) process.on(name, stop);
  });
}

const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;
