import type { StreamTargetChunk } from 'mediabunny';
import type { OdoriPlayerElement } from '../odori-player-element.js';
import type { Recordable } from '../record/record.js';
import { type FilmCodecNames, FilmEncoder, type FilmSettings } from './film-encoder.js';

/** What the page of `odori render` says of what it shows. */
export interface RenderFacts {
  /** Seconds. */
  readonly duration: number;
  /** Does the browser play the song? False without a song, too. */
  readonly hasSong: boolean;
  /** What the player says over its picture, such as a file that cannot be loaded. */
  readonly messages: readonly string[];
}

/** A file of a picture. */
export interface RenderedPicture {
  /** `image/png` if the browser does not write the type that was asked for. */
  readonly type: string;
  readonly base64: string;
}

/** Bytes of a film, and where in its file they belong. */
export interface RenderedPiece {
  readonly position: number;
  readonly base64: string;
}

/**
 * `globalThis.odoriRender`, which `odori render` calls in a page with a player, one call at a time.
 * Parameters and results are JSON.
 */
export class RenderPage {
  #film: Recordable | undefined;
  #encoder: FilmEncoder | undefined;
  #sheet: CanvasRenderingContext2D | undefined;
  #columns = 1;

  /** Waits until everything is loaded; from then on, the player shows only what the other methods ask for. */
  async open(width: number, height: number, background: string): Promise<RenderFacts> {
    const element = document.querySelector<OdoriPlayerElement>('odori-player')!;
    await whenShown(element);
    const film = await openFilm(element, background);
    await film.resize(width, height);
    this.#film = film;
    const messages = element.shadowRoot!.querySelectorAll('[part="messages"] > *');
    return {
      duration: film.duration,
      hasSong: film.song !== undefined,
      messages: Array.from(messages, ({ textContent }) => textContent ?? '').filter((text) => text !== ''),
    };
  }

  seek(seconds: number): void {
    this.#film!.seek(seconds);
  }

  /** Advances by so many frames without drawing them. */
  async skip(frameCount: number, seconds: number): Promise<void> {
    for (let i = 0; i < frameCount; i++) await this.#film!.skip!(seconds);
  }

  /** Advances, and draws for nobody: what screens in a scene show is the picture before. */
  async draw(seconds: number): Promise<void> {
    await this.#film!.step(seconds);
  }

  /** Advances and takes a picture. `quality`: 0 to 1, for types that lose something. */
  async picture(seconds: number, type: string, quality: number): Promise<RenderedPicture> {
    await this.#film!.step(seconds);
    return pictureOf(this.#film!.canvas, type, quality);
  }

  /** Begins a sheet of pictures, each as large as the film. */
  beginSheet(columns: number, rows: number): void {
    const { width, height } = this.#film!.canvas;
    const canvas = Object.assign(document.createElement('canvas'), {
      width: columns * width,
      height: rows * height,
    });
    this.#sheet = canvas.getContext('2d')!;
    this.#columns = columns;
  }

  /** Advances, and paints the picture onto the sheet; row by row. */
  async tile(seconds: number, index: number): Promise<void> {
    const { canvas } = this.#film!;
    await this.#film!.step(seconds);
    const [column, row] = [index % this.#columns, Math.floor(index / this.#columns)];
    this.#sheet!.drawImage(canvas, column * canvas.width, row * canvas.height);
  }

  sheet(type: string, quality: number): Promise<RenderedPicture> {
    return pictureOf(this.#sheet!.canvas, type, quality);
  }

  /** Begins a film. Rejects as `record` does. */
  async beginFilm(settings: FilmSettings): Promise<FilmCodecNames> {
    this.#encoder = await FilmEncoder.open(this.#film!, settings);
    return this.#encoder.codecs;
  }

  /** Advances, and adds the picture to the film. Returns what of the file is ready. */
  async frame(seconds: number): Promise<RenderedPiece[]> {
    await this.#film!.step(seconds);
    await this.#encoder!.add();
    return piecesOf(this.#encoder!.take());
  }

  /** The rest of the film's file. */
  async endFilm(): Promise<RenderedPiece[]> {
    await this.#encoder!.finish();
    return piecesOf(this.#encoder!.take());
  }
}

Object.assign(globalThis, { odoriRender: new RenderPage() });

/** Rejects with the player's message if it cannot show anything. */
function whenShown(element: OdoriPlayerElement): Promise<void> {
  return new Promise((resolve, reject) => {
    const check = (): void => {
      if (element.error) reject(new Error(element.error.message));
      else if (element.readyState > HTMLMediaElement.HAVE_NOTHING) resolve();
    };
    for (const type of ['loadedmetadata', 'loadeddata', 'canplay', 'error'])
      element.addEventListener(type, check);
    check();
  });
}

/** The film of the player, which it holds from now on. */
function openFilm(element: OdoriPlayerElement, background: string): Promise<Recordable> {
  return new Promise((resolve, reject) => {
    const keep = (film: Recordable): Promise<never> => {
      resolve(film);
      return new Promise<never>(() => undefined); // until the page closes
    };
    element.film(keep, { background }).catch(reject);
  });
}

/** Takes the picture in the task of the call. */
function pictureOf(canvas: HTMLCanvasElement, type: string, quality: number): Promise<RenderedPicture> {
  return new Promise((resolve, reject) => {
    const take = async (blob: Blob | null): Promise<RenderedPicture> => {
      if (!blob) throw new Error(`this browser makes no picture of ${canvas.width} × ${canvas.height}`);
      return { type: blob.type, base64: await base64Of(blob) };
    };
    canvas.toBlob((blob) => void take(blob).then(resolve, reject), type, quality);
  });
}

function piecesOf(chunks: readonly StreamTargetChunk[]): Promise<RenderedPiece[]> {
  return Promise.all(
    chunks.map(async ({ position, data }) => ({ position, base64: await base64Of(new Blob([data])) })),
  );
}

async function base64Of(blob: Blob): Promise<string> {
  const reader = new FileReader();
  await new Promise((resolve, reject) => {
    reader.addEventListener('load', resolve);
    reader.addEventListener('error', () => reject(reader.error!));
    reader.readAsDataURL(blob);
  });
  const url = reader.result as string;
  return url.slice(url.indexOf(',') + 1);
}
