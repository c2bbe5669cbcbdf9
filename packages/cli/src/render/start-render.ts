import { open } from 'node:fs/promises';
import type { ExitCode } from '../command.js';
import type { Shell } from '../shell.js';
import { FileError, inFile, UsageError } from '../errors.js';
import { STANDARD } from '../files/inputs.js';
import { withStopSignal } from '../files/stop-signals.js';
import { checkOutput, writeOutputBy, writeOutput } from '../files/write-output.js';
import { arrangeShow, type Show } from '../view/arrange-show.js';
import { startLocalServer } from '../view/local-server.js';
import { findPlayer } from '../view/player-folder.js';
import { ViewPages } from '../view/view-pages.js';
import { clearDates } from './clear-dates.js';
import { Chromium, isSoftware } from './chromium.js';
import { findChromium } from './find-chromium.js';
import type { RenderOptions, RenderWork } from './render-options.js';
import { type PageFacts, type Piece, type Rendered, RenderedPage, stepTo } from './render-page.js';
import { framePath, type FramePlan, planFrames, planSheet } from './render-plan.js';
import { RenderProgress } from './render-progress.js';
import { shardComment } from './shard-comment.js';
import { about, say } from '../language/message.js';
import { logLabelled } from '../view/show-lines.js';

/** Draws what a command line asks for, in a browser without a window, and writes it. */
export async function startRender(options: RenderOptions, console: Shell): Promise<ExitCode> {
  const browserPath = await findChromium(options.browser);
  const player = findPlayer();
  const { output, force, page } = options;
  if (options.work.kind !== 'frames' && output !== STANDARD)
    await inFile(output, () => checkOutput(output, { force, console }));
  const show = await arrangeShow(page.inputs, console.cwd, page.root);
  checkShow(show, options);
  const pages = new ViewPages(page, player, console);
  pages.report(show);
  if (show.motions.length > 1) console.tell(say('filmed-of-several', { file: show.motions[0].file.label }));
  await withStopSignal(console.signal, async (signal) => {
    const server = await startLocalServer(0, (path) => pages.answer(path));
    try {
      const browser = await Chromium.open(browserPath, signal);
      try {
        await new Render(options, console, show).run(browser, server.address);
      } finally {
        await browser.close();
      }
    } finally {
      await server.close();
    }
  });
  return 0;
}

/** @throws {@link UsageError} if the file of `--camera` is no camera. */
function checkShow({ camera, project }: Show, options: RenderOptions): void {
  if (options.camera === undefined || project || camera?.file.label === options.camera) return;
  throw new UsageError(say('not-a-camera', { file: options.camera }));
}

/** One render, from its page to its files. */
class Render {
  readonly #options: RenderOptions;
  readonly #console: Shell;
  readonly #show: Show;
  readonly #progress: RenderProgress;

  constructor(options: RenderOptions, console: Shell, show: Show) {
    this.#options = options;
    this.#console = console;
    this.#show = show;
    this.#progress = new RenderProgress(console, options.json);
  }

  async run(browser: Chromium, address: string): Promise<void> {
    const { width, height, background, work } = this.#options;
    const page = new RenderedPage(await browser.openPage(address, ...pageSize(width, height)));
    const facts = await page.open(width, height, background);
    for (const message of facts.messages) this.#console.tell(message);
    try {
      const frameCount = await this.#runWork(page, facts, work, browser.card);
      await this.#progress.done(this.#options.output, frameCount);
    } finally {
      this.#progress.clear();
    }
  }

  /** Resolves to the number of frames that were drawn. */
  #runWork(page: RenderedPage, facts: PageFacts, work: RenderWork, card: string): Promise<number> {
    if (work.kind === 'still') return this.#still(page, work, card);
    if (work.kind === 'sheet') return this.#sheet(page, work, facts.duration, card);
    const plan = planFrames(work, facts.duration);
    return work.kind === 'frames'
      ? this.#frames(page, work, plan, card)
      : this.#film(page, work, plan, facts, card);
  }

  async #still(page: RenderedPage, { seconds, type }: WorkOf<'still'>, card: string): Promise<number> {
    await this.#begin(card, 1);
    await page.seek(seconds);
    await this.#writePicture(this.#options.output, await page.picture(0, type, this.#options.quality), type);
    return 1;
  }

  async #sheet(
    page: RenderedPage,
    { columns, rows, range, type }: WorkOf<'sheet'>,
    duration: number,
    card: string,
  ): Promise<number> {
    const times = planSheet(columns * rows, range, duration);
    await this.#begin(card, times.length);
    await page.beginSheet(columns, rows);
    for (const [i, seconds] of times.entries()) {
      await page.seek(seconds);
      await page.tile(0, i);
      await this.#progress.drawn(i + 1, times.length);
    }
    await this.#writePicture(this.#options.output, await page.sheet(type, this.#options.quality), type);
    return times.length;
  }

  async #frames(
    page: RenderedPage,
    { type }: WorkOf<'frames'>,
    plan: FramePlan,
    card: string,
  ): Promise<number> {
    const { first, count, fps } = plan;
    const { output, quality } = this.#options;
    await this.#beginFrames(page, plan, card);
    for (let i = 0; i < count; i++) {
      const picture = await page.picture(stepTo(first + i, fps), type, quality);
      await this.#writePicture(framePath(output, first + i), picture, type);
      await this.#progress.drawn(i + 1, count);
    }
    return count;
  }

  async #film(
    page: RenderedPage,
    { format, alpha, shard }: WorkOf<'film'>,
    plan: FramePlan,
    { hasSong }: PageFacts,
    card: string,
  ): Promise<number> {
    const { output, force, width, height, quality } = this.#options;
    const { first, count, fps, start, total } = plan;
    if (this.#show.song && !hasSong)
      throw new FileError(about(this.#show.song.label, say('song-not-played')));
    await writeOutputBy(output, { force, console: this.#console }, async (temporary) => {
      const file = await open(temporary, 'r+');
      try {
        const write = async (pieces: readonly Piece[]): Promise<void> => {
          for (const { position, bytes } of pieces) await file.write(bytes, 0, bytes.length, position);
        };
        const codecs = await page.beginFilm({
          format,
          alpha,
          width,
          height,
          fps,
          quality,
          frameCount: count,
          // the sound is encoded once, and `odori join` takes it from the first part
          ...(hasSong && first === 0 && { sound: { start, seconds: total / fps } }),
          ...(shard && { comment: shardComment(shard) }),
        });
        this.#reportCodecs(format, codecs);
        await this.#beginFrames(page, plan, card);
        for (let i = 0; i < count; i++) {
          await write(await page.frame(stepTo(first + i, fps)));
          await this.#progress.drawn(i + 1, count);
        }
        await write(await page.endFilm());
        if (format === 'mp4') await clearDates(file);
        await file.sync();
      } finally {
        await file.close();
      }
    });
    return count;
  }

  #reportCodecs(format: string, { video, audio }: { readonly video: string; readonly audio?: string }): void {
    const film = { format: format.toUpperCase(), codec: CODECS.get(video) ?? video };
    const text =
      audio === undefined
        ? say('film-line', film)
        : say('film-line-with-sound', { ...film, sound: audio.toUpperCase() });
    if (!this.#options.json) logLabelled(this.#console, say('label-film'), text);
    if (format === 'mp4' && video !== 'avc') this.#console.tell(say('no-h264', { codec: film.codec }));
  }

  /** Seeks, and steps to the first frame that is drawn. */
  async #beginFrames(
    page: RenderedPage,
    { start, fps, first, count }: FramePlan,
    card: string,
  ): Promise<void> {
    await this.#begin(card, count);
    await page.seek(start);
    await page.skipTo(first, fps, (frame) => this.#progress.skipped(frame, first));
  }

  async #begin(card: string, frames: number): Promise<void> {
    const software = isSoftware(card);
    await this.#progress.start(card, software, frames);
    if (this.#options.json) return;
    logLabelled(this.#console, say('label-card'), card === '' ? say('unknown-card') : card);
    if (software) this.#console.tell(say('no-card'));
  }

  /** @throws {@link FileError} if the browser does not write the type. */
  async #writePicture(path: string, { type, bytes }: Rendered, asked: string): Promise<void> {
    const { force } = this.#options;
    if (type !== asked)
      throw new FileError(
        about(path, say('no-picture-type', { format: asked.slice('image/'.length).toUpperCase() })),
      );
    await writeOutput(path, bytes, { force, console: this.#console });
  }
}

type WorkOf<K extends RenderWork['kind']> = Extract<RenderWork, { readonly kind: K }>;

const CODECS: ReadonlyMap<string, string> = new Map([
  ['avc', 'H.264'],
  ['vp9', 'VP9'],
  ['vp8', 'VP8'],
  ['av1', 'AV1'],
]);

/** Pixels of the page's longer side: the player's own first picture is small. */
const PAGE_SIDE = 160;

/** The size of the page, with the proportions of the film. */
function pageSize(width: number, height: number): [width: number, height: number] {
  const scale = PAGE_SIDE / Math.max(width, height);
  return [Math.max(1, Math.round(width * scale)), Math.max(1, Math.round(height * scale))];
}
