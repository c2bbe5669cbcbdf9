import { say } from '../../../shared/language/texts.js';
import type { OdoriPlayerElement, StageView } from '@odori/element';
import { byId, element } from '../../../shared/dom.js';
import { chooseNewFile, saveFile } from '../../../shared/files.js';
import { sizeText, timeText } from '../../../shared/number-text.js';
import { problemText } from '../../../shared/problem-text.js';
import type { Part } from '../practice/loop-part.js';
import {
  durationText,
  estimateBytes,
  filmSize,
  type FilmSize,
  isShape,
  type Quality,
  type Shape,
} from './film-size.js';
import { FilmClock } from './film-clock.js';
import { PictureCost } from './picture-cost.js';

const QUALITIES: readonly Quality[] = [720, 1080, 1440];

const FILM_TYPES = { 'video/mp4': ['.mp4'], 'video/webm': ['.webm'] };

interface FilmSettings extends FilmSize {
  readonly fps: number;
  /** Undefined: all. */
  readonly range: Part | undefined;
}

/** The panel "Record": a video of all or a part of the dance, and a still picture. */
export class RecordPanel {
  readonly #player: OdoriPlayerElement;
  readonly #part: () => Part | undefined;
  readonly #form = byId('film', HTMLFormElement);
  readonly #bar = byId('film-progress', HTMLProgressElement);
  readonly #stop = byId('film-stop', HTMLButtonElement);
  readonly #start = byId('film-start', HTMLButtonElement);
  readonly #estimate = byId('estimate', HTMLElement);
  readonly #result = byId('film-result', HTMLElement);
  readonly #cost = new PictureCost();
  #recording: AbortController | undefined;
  /** The dance whose best part is known, or looked for. */
  #dance: object | undefined;
  #best: Part | undefined;

  /** `part` gives the part that the user practices. */
  constructor(player: OdoriPlayerElement, part: () => Part | undefined) {
    this.#player = player;
    this.#part = part;
    if (matchMedia('(orientation: portrait)').matches) this.#shapes.value = '9:16';
    this.#form.addEventListener('change', () => this.update());
    this.#form.addEventListener('submit', (event) => {
      event.preventDefault();
      void this.#record();
    });
    this.#stop.addEventListener('click', () => this.#recording?.abort());
    byId('still', HTMLButtonElement).addEventListener('click', () => void this.#saveStill());
  }

  /** To be called before each picture. Allocates nothing. */
  watch({ renderer }: StageView): void {
    if (!this.#recording) this.#cost.add(renderer.domElement, performance.now());
  }

  /**
   * Shows what can be recorded, and about how long it takes. While the panel is open, the picture has the
   * shape of the video.
   */
  update(): void {
    if (this.#recording) return;
    this.#listParts();
    this.#listQualities();
    const { width, height } = this.#settings;
    this.#player.style.setProperty('--shape', `${width} / ${height}`);
    this.#showEstimate();
  }

  /** Looks for the best part of a new dance: until a part is chosen, that is what is recorded. */
  async #findBest(dance: object): Promise<void> {
    this.#dance = dance;
    this.#best = undefined;
    const { findBestPart } = await import('./find-best-part.js');
    const best = await findBestPart(this.#player);
    if (this.#dance !== dance) return;
    this.#best = best;
    const list = this.#list('part');
    if (best && list.value === 'all') list.value = 'best';
    this.update();
  }

  #listParts(): void {
    const dance = this.#player.loadedMotion;
    if (dance && dance !== this.#dance) void this.#findBest(dance);
    const list = this.#list('part');
    const ranges = { best: this.#best, part: this.#part() };
    for (const [name, range] of Object.entries(ranges)) {
      const option = list.querySelector<HTMLOptionElement>(`[value=${name}]`)!;
      option.disabled = range === undefined;
      if (option.disabled && list.value === name) list.value = 'all';
    }
    if (this.#best) list.querySelector('[value=best]')!.textContent = bestText(this.#best);
  }

  #list(name: string): HTMLSelectElement {
    return this.#form.elements.namedItem(name) as HTMLSelectElement;
  }

  get #shapes(): RadioNodeList {
    return this.#form.elements.namedItem('shape') as RadioNodeList;
  }

  get #shape(): Shape {
    const { value } = this.#shapes;
    return isShape(value) ? value : '16:9';
  }

  get #settings(): FilmSettings {
    const size = filmSize(this.#shape, Number(this.#list('quality').value) as Quality);
    const { value } = this.#list('part');
    const range = value === 'part' ? this.#part() : value === 'best' ? this.#best : undefined;
    return { ...size, fps: Number(this.#list('fps').value), range };
  }

  /** The sizes of the chosen shape. */
  #listQualities(): void {
    const list = this.#list('quality');
    const chosen = list.value || String(QUALITIES[0]);
    const options = QUALITIES.map((quality) => {
      const { width, height } = filmSize(this.#shape, quality);
      return element('option', { value: String(quality) }, `${width} × ${height}`);
    });
    list.replaceChildren(...options);
    list.value = chosen;
  }

  #secondsOf({ range }: FilmSettings): number {
    const { duration } = this.#player;
    return range ? range.end - range.start : duration > 0 ? duration : 0;
  }

  /** While the picture has stood still since the page was opened, the time is unknown. */
  #showEstimate(): void {
    const settings = this.#settings;
    const seconds = this.#secondsOf(settings);
    const cost = this.#cost.secondsOf(settings, settings.fps * seconds);
    const hasSong = this.#player.audio !== null;
    const size = sizeText(estimateBytes(settings, seconds, hasSong));
    this.#estimate.textContent =
      cost === undefined
        ? say('The video has about {size}.', { size })
        : say('Takes {duration} here, and about {size}.', { duration: durationText(cost), size });
  }

  async #record(): Promise<void> {
    const settings = this.#settings;
    const { range, ...options } = settings;
    const file = await chooseNewFile('odori-dance', FILM_TYPES);
    if (file === 'canceled') return;
    const recording = new AbortController();
    const { signal } = recording;
    const clock = new FilmClock(performance.now());
    this.#showRecording(recording);
    try {
      const onProgress = (progress: number): void => this.#showProgress(progress, clock);
      const video = await this.#player.record({
        ...options,
        ...(range && { range }),
        file,
        signal,
        onProgress,
      });
      this.#offer(video, file !== undefined);
    } catch (error) {
      this.#result.textContent = signal.aborted ? '' : problemText(error);
    }
    if (clock.total !== undefined)
      this.#cost.learn(settings, this.#secondsOf(settings) * settings.fps, clock.total);
    this.#showRecording(undefined);
    this.#showEstimate();
  }

  /** Changes the text rarely: screen readers read it aloud. */
  #showProgress(progress: number, clock: FilmClock): void {
    this.#bar.value = progress;
    clock.add(progress, performance.now());
    const left = clock.secondsLeft;
    const text = left === undefined ? '' : say('Ready in {duration}.', { duration: durationText(left) });
    if (text !== '' && text !== this.#estimate.textContent) this.#estimate.textContent = text;
  }

  #showRecording(recording: AbortController | undefined): void {
    this.#recording = recording;
    const isRecording = recording !== undefined;
    this.#bar.value = 0;
    this.#bar.hidden = this.#stop.hidden = !isRecording;
    this.#start.hidden = isRecording;
    for (const part of this.#form.querySelectorAll<HTMLElement>('fieldset, label, #still')) {
      part.inert = isRecording;
    }
    if (isRecording) this.#result.replaceChildren();
    (isRecording ? this.#stop : this.#start).focus();
  }

  /** Offers the video to save, unless it is saved, and, where the browser can, to share. */
  #offer(video: Blob, isSaved: boolean): void {
    const name = video.type.startsWith('video/mp4') ? 'odori-dance.mp4' : 'odori-dance.webm';
    const file = new File([video], name, { type: video.type });
    const save = element(
      'button',
      { type: 'button', class: 'button' },
      say('Save the video ({size})', { size: sizeText(video.size) }),
    );
    save.addEventListener('click', () => saveFile(video, name));
    const buttons = element('span', { class: 'buttons' }, ...(isSaved ? [] : [save]));
    if ('canShare' in navigator && navigator.canShare({ files: [file] })) {
      const send = element('button', { type: 'button' }, say('Share…'));
      send.addEventListener('click', () => void shareFile(file));
      buttons.append(send);
    }
    this.#result.replaceChildren(say(isSaved ? 'The video is saved.' : 'The video is ready.'), buttons);
  }

  async #saveStill(): Promise<void> {
    try {
      saveFile(await this.#player.capture(), 'odori-dance.png');
      this.#result.textContent = '';
    } catch (error) {
      this.#result.textContent = problemText(error);
    }
  }
}

function bestText({ start, end }: Part): string {
  return say('the liveliest part, {start} to {end}', { start: timeText(start), end: timeText(end) });
}

/** A user who closes the list of apps has not done anything wrong. */
async function shareFile(file: File): Promise<void> {
  try {
    await navigator.share({ files: [file] });
  } catch (error) {
    if (!(error instanceof DOMException && error.name === 'AbortError')) throw error;
  }
}
