import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable, Writable } from 'node:stream';
import { FileError } from '../errors.js';
import { DevTools } from './devtools.js';
import { about, type Message, say } from '../language/message.js';

/** Switches for all pages: no network of its own, no windows, no throttling. */
const SWITCHES = [
  '--headless=new',
  '--remote-debugging-pipe',
  '--no-first-run',
  '--no-default-browser-check',
  '--disable-extensions',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-default-apps',
  '--disable-sync',
  '--disable-background-timer-throttling',
  '--disable-backgrounding-occluded-windows',
  '--disable-renderer-backgrounding',
  '--disable-dev-shm-usage', // containers have little of it
  '--force-color-profile=srgb',
  '--hide-scrollbars',
  '--mute-audio',
  '--ignore-gpu-blocklist',
  '--enable-unsafe-swiftshader',
];

/**
 * Switches that let Chromium draw with a graphics card, the best first. Without a window, Chromium on Linux
 * takes the card only where a switch names the way to it.
 */
function cardSwitches(): readonly (readonly string[])[] {
  if (process.platform !== 'linux') return [[]];
  const hasCard = existsSync('/dev/dri') || existsSync('/dev/nvidia0') || existsSync('/dev/dxg');
  const software = ['--use-angle=swiftshader'];
  if (!hasCard) return [software];
  return [
    ['--use-angle=vulkan', '--enable-features=Vulkan', '--disable-vulkan-surface'],
    ['--use-angle=gl-egl'],
    software,
  ];
}

/** Names of renderers that are programs. */
const SOFTWARE = /swiftshader|llvmpipe|softpipe|lavapipe|software|basic render/i;

/** @example isSoftware('ANGLE (Google, Vulkan 1.3.0 (SwiftShader Device (Subzero)), SwiftShader driver)'); // → true */
export function isSoftware(card: string): boolean {
  return SOFTWARE.test(card);
}

/** What a page says of the card that draws it. */
const CARD_NAME = `(() => {
  const context = new OffscreenCanvas(1, 1).getContext('webgl2');
  const info = context?.getExtension('WEBGL_debug_renderer_info');
  return (info && context.getParameter(info.UNMASKED_RENDERER_WEBGL)) || '';
})()`;

/** Lines of the browser's own output that an error quotes at most. */
const QUOTED_LINES = 3;

/** A Chromium without windows. */
export class Chromium {
  readonly #child: ChildProcess;
  readonly #profile: string;
  readonly #removeProfile: () => void;
  readonly #ended: Promise<void>;
  readonly #tools: DevTools;
  #said = '';

  /** The graphics card by the name that its driver gives it; empty if the browser does not say. */
  card = '';

  /**
   * Starts a browser, which draws with a graphics card where there is one. `signal` ends it at once.
   *
   * @throws {@link FileError} (as rejection) if it does not start.
   */
  static async open(path: string, signal: AbortSignal): Promise<Chromium> {
    const ways = cardSwitches();
    for (const switches of ways.slice(0, -1)) {
      const browser = new Chromium(path, switches, signal);
      browser.card = await browser.#askCard().catch(() => ''); // this way leads to no card
      if (browser.card !== '' && !isSoftware(browser.card)) return browser;
      await browser.close();
      signal.throwIfAborted();
    }
    const browser = new Chromium(path, ways[ways.length - 1], signal);
    try {
      browser.card = await browser.#askCard();
    } catch (error) {
      await browser.close();
      throw error;
    }
    return browser;
  }

  private constructor(path: string, switches: readonly string[], signal: AbortSignal) {
    this.#profile = mkdtempSync(join(tmpdir(), 'odori-render-'));
    this.#removeProfile = () => rmSync(this.#profile, { recursive: true, force: true, maxRetries: 3 });
    process.on('exit', this.#removeProfile);
    // Chromium refuses to start with its sandbox as root, which containers usually are
    const isRoot = process.platform === 'linux' && process.getuid?.() === 0;
    const sandbox = isRoot ? ['--no-sandbox'] : [];
    const all = [...SWITCHES, ...switches, ...sandbox, `--user-data-dir=${this.#profile}`, 'about:blank'];
    // a browser that is killed leaves its temporary files, which are removed with the profile
    const env = process.platform === 'linux' ? { ...process.env, TMPDIR: this.#profile } : process.env;
    this.#child = spawn(path, all, { stdio: ['ignore', 'ignore', 'pipe', 'pipe', 'pipe'], env });
    const [, , said, out, incoming] = this.#child.stdio as unknown as [
      null,
      null,
      Readable,
      Writable,
      Readable,
    ];
    said.on('data', (bytes: Buffer) => (this.#said = (this.#said + String(bytes)).slice(-4096)));
    this.#tools = new DevTools(out, incoming);
    this.#ended = new Promise((resolve) => {
      const end = (reason: Message): void => {
        this.#tools.close(new FileError(about(path, reason)));
        resolve();
      };
      this.#child.once('error', ({ message }) => end(say('browser-not-started', { text: message })));
      this.#child.once('close', () => end(this.#lastWords()));
    });
    signal.addEventListener('abort', () => this.#child.kill('SIGKILL'));
    if (signal.aborted) this.#child.kill('SIGKILL');
  }

  /** Opens an address. The page has the size of the picture of a player that fills it, in pixels. */
  async openPage(address: string, width: number, height: number): Promise<Page> {
    const tools = this.#tools;
    const page = await this.#newPage();
    tools.on('Inspector.targetCrashed', () => tools.close(new FileError(say('page-crashed'))));
    const loaded = new Promise<void>((resolve) => tools.on('Page.loadEventFired', () => resolve()));
    await page.call('Page.enable');
    await page.call('Inspector.enable');
    await page.call('Emulation.setDeviceMetricsOverride', {
      width,
      height,
      deviceScaleFactor: 1,
      mobile: false,
    });
    await page.call('Page.navigate', { url: address });
    await Promise.race([loaded, this.#ended]); // calls of a browser that has ended are rejected
    return page;
  }

  async #newPage(): Promise<Page> {
    const url = 'about:blank';
    const { targetId } = await this.#tools.call<{ targetId: string }>('Target.createTarget', { url });
    const attach = { targetId, flatten: true };
    const { sessionId } = await this.#tools.call<{ sessionId: string }>('Target.attachToTarget', attach);
    return new Page(this.#tools, sessionId);
  }

  async #askCard(): Promise<string> {
    const page = await this.#newPage();
    return page.evaluate(CARD_NAME);
  }

  /** Ends the browser and removes what it has written. */
  async close(): Promise<void> {
    this.#child.kill('SIGKILL');
    await this.#ended;
    process.off('exit', this.#removeProfile);
    this.#removeProfile();
  }

  /** Why the browser has ended. */
  #lastWords(): Message {
    if (/no usable sandbox|sandbox_host_linux|setuid sandbox/i.test(this.#said)) return say('no-sandbox');
    const lines = this.#said.split('\n').filter((line) => line.trim() !== '');
    const quoted = lines.slice(-QUOTED_LINES).join(' | ');
    const ended = say('browser-ended');
    return quoted === '' ? ended : about(ended, quoted);
  }
}

/** A page of a browser. */
export class Page {
  readonly #tools: DevTools;
  readonly #session: string;

  constructor(tools: DevTools, session: string) {
    this.#tools = tools;
    this.#session = session;
  }

  call<T>(method: string, params?: object): Promise<T> {
    return this.#tools.call(method, params, this.#session);
  }

  /**
   * The value of an expression, as JSON; of a promise, what it resolves to.
   *
   * @throws {@link FileError} (as rejection) with the message of what the page throws.
   */
  async evaluate<T>(expression: string): Promise<T> {
    const { result, exceptionDetails } = await this.call<Evaluated>('Runtime.evaluate', {
      expression,
      awaitPromise: true,
      returnByValue: true,
    });
    if (!exceptionDetails) return result.value as T;
    const { exception, text: name } = exceptionDetails;
    const [said = name] = (exception?.description ?? name).split('\n');
    const text = said.replace(/^(?:Uncaught )?(?:\w*Error|DOMException): /, '');
    throw new FileError(say('unexplained', { text }));
  }
}

interface Evaluated {
  readonly result: { readonly value?: unknown };
  readonly exceptionDetails?: {
    readonly text: string;
    readonly exception?: { readonly description?: string };
  };
}
