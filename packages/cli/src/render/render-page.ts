import type { Page } from './chromium.js';
import type { RenderQuality } from './render-options.js';

/** What the page says of what it shows. */
export interface PageFacts {
  /** Seconds. */
  readonly duration: number;
  readonly hasSong: boolean;
  readonly messages: readonly string[];
}

/** Bytes of a film, and where in its file they belong. */
export interface Piece {
  readonly position: number;
  readonly bytes: Uint8Array;
}

/** A film, see `FilmSettings` of `@odori/element`. */
export interface FilmRequest {
  readonly format: 'mp4' | 'webm';
  readonly width: number;
  readonly height: number;
  readonly fps: number;
  readonly quality: RenderQuality;
  readonly frameCount: number;
  readonly alpha: boolean;
  readonly sound?: { readonly start: number; readonly seconds: number };
  readonly comment?: string;
}

/** A picture as the page sends it. */
interface SentPicture {
  readonly type: string;
  readonly base64: string;
}

interface SentPiece {
  readonly position: number;
  readonly base64: string;
}

/** Frames that are stepped in one call, so that Ctrl-C need not wait long. */
const STEPS_PER_CALL = 30;

/** How good pictures are that lose something, 0 to 1. */
const PICTURE_QUALITY: Readonly<Record<RenderQuality, number>> = {
  'very-low': 0.3,
  low: 0.5,
  medium: 0.75,
  high: 0.9,
  'very-high': 1,
};

/** The page of `odori view`, as `odori render` drives it: by `globalThis.odoriRender` of the built player. */
export class RenderedPage {
  readonly #page: Page;

  constructor(page: Page) {
    this.#page = page;
  }

  /** Waits until everything is loaded, and shows nothing by itself from then on. */
  async open(width: number, height: number, background: string): Promise<PageFacts> {
    await this.#page.evaluate("import('/player/odori-player-render.js').then(() => undefined)");
    return this.#call('open', width, height, background);
  }

  /** Seeks, and draws once for nobody: screens in a scene show the picture before. */
  async seek(seconds: number): Promise<void> {
    await this.#call('seek', seconds);
    await this.#call('draw', 0);
  }

  /** Advances to a frame, `fps` a second, from the one that was sought; `onFrame` says how far it is. */
  async skipTo(frame: number, fps: number, onFrame: (frame: number) => Promise<void>): Promise<void> {
    if (frame > 1) await this.#call('skip', 1, 0);
    for (let done = 1; done < frame - 1; done += STEPS_PER_CALL) {
      await this.#call('skip', Math.min(STEPS_PER_CALL, frame - 1 - done), 1 / fps);
      await onFrame(done);
    }
    if (frame > 0) await this.#call('draw', stepTo(frame - 1, fps));
  }

  async picture(step: number, type: string, quality: RenderQuality): Promise<Rendered> {
    return rendered(await this.#call<SentPicture>('picture', step, type, PICTURE_QUALITY[quality]));
  }

  beginSheet(columns: number, rows: number): Promise<void> {
    return this.#call('beginSheet', columns, rows);
  }

  tile(step: number, index: number): Promise<void> {
    return this.#call('tile', step, index);
  }

  async sheet(type: string, quality: RenderQuality): Promise<Rendered> {
    return rendered(await this.#call<SentPicture>('sheet', type, PICTURE_QUALITY[quality]));
  }

  beginFilm(request: FilmRequest): Promise<{ readonly video: string; readonly audio?: string }> {
    return this.#call('beginFilm', request);
  }

  async frame(step: number): Promise<Piece[]> {
    return (await this.#call<SentPiece[]>('frame', step)).map(pieceOf);
  }

  async endFilm(): Promise<Piece[]> {
    return (await this.#call<SentPiece[]>('endFilm')).map(pieceOf);
  }

  #call<T>(method: string, ...parameters: readonly unknown[]): Promise<T> {
    const list = parameters.map((value) => JSON.stringify(value)).join(', ');
    return this.#page.evaluate(`odoriRender.${method}(${list})`);
  }
}

/** A file of a picture. */
export interface Rendered {
  /** The content type. */
  readonly type: string;
  readonly bytes: Uint8Array;
}

/** Seconds from the frame before to this one; the first is where the player has sought. */
export function stepTo(frame: number, fps: number): number {
  return frame === 0 ? 0 : 1 / fps;
}

function rendered({ type, base64 }: SentPicture): Rendered {
  return { type, bytes: Buffer.from(base64, 'base64') };
}

function pieceOf({ position, base64 }: SentPiece): Piece {
  return { position, bytes: Buffer.from(base64, 'base64') };
}
