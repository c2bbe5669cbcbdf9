import { FRAMES_PER_SECOND, type Motion, VMDLoader } from '@odori/runtime';
import { AssetLoader } from '../../shared/asset-loader.js';
import { PlayButton } from '../../shared/controls.js';
import { byId, element } from '../../shared/dom.js';
import { type FrameMeans, FrameTimes } from '../../shared/frame-times.js';
import { enumerated, say } from '../../shared/language/texts.js';
import { countText, millisecondsText, percentText, rateText } from '../../shared/number-text.js';
import { createContext, NO_WEBGL, pageOptions } from '../../shared/page.js';
import { problemText } from '../../shared/problem-text.js';
import { refuseFiles } from '../../shared/refuse-files.js';
import { type ComparedPicture, compareRenderers } from './compare.js';
import { Drawing } from './drawing.js';
import { hasWebGPU, rendererName, type RendererKind } from '../../shared/renderer-kind.js';
import { StageView } from './stage-view.js';

const status = byId('status', HTMLElement);
const options = pageOptions();
refuseFiles(status);

/** A longer step between two frames is a stall and counts as this long, in seconds. */
const MAX_STEP = 1;

/** The page: one renderer draws, the others wait with their canvases hidden. */
class RenderersPage {
  readonly #dance: Motion;
  readonly #view: StageView;
  readonly #play = new PlayButton(options, () => this.#refresh());
  readonly #times = new FrameTimes();
  readonly #drawings = new Map<RendererKind, Promise<Drawing>>();
  readonly #box = byId('view', HTMLElement);
  readonly #compare = byId('compare', HTMLButtonElement);
  #drawing: Drawing | undefined;
  #frame: number = options.seek * FRAMES_PER_SECOND;
  #lastTime: number | undefined;
  #isStale = true;

  constructor(dance: Motion) {
    this.#dance = dance;
    this.#view = new StageView(this.#box, options.size, () => this.#refresh());
    this.#compare.addEventListener('click', () => void this.#showComparison());
    for (const radio of radios()) radio.addEventListener('change', () => void this.choose(kindOf(radio)));
    requestAnimationFrame(this.#update);
  }

  /** Lets a renderer draw, and loads its code the first time. */
  async choose(kind: RendererKind): Promise<void> {
    status.textContent = say('Starting {renderer}…', { renderer: rendererName(kind) });
    try {
      let opened = this.#drawings.get(kind);
      if (!opened) this.#drawings.set(kind, (opened = Drawing.open(kind, this.#dance, !options.size)));
      const drawing = await opened;
      if (checkedKind() !== kind) return; // the user has chosen another one by now
      this.#drawing = drawing;
      this.#box.replaceChildren(drawing.canvas);
      byId('backend', HTMLElement).textContent = enumerated([classOf(kind), drawing.backend]);
      status.textContent = '';
      this.#refresh();
    } catch (error) {
      this.#drawings.delete(kind);
      status.textContent = problemText(error);
    }
  }

  #refresh(): void {
    this.#isStale = true;
    this.#times.restart();
  }

  readonly #update = (milliseconds: number): void => {
    requestAnimationFrame(this.#update);
    const seconds = Math.min((milliseconds - (this.#lastTime ?? milliseconds)) / 1000, MAX_STEP);
    this.#lastTime = milliseconds;
    if (!this.#drawing || !this.#isStale) return;
    this.#isStale = this.#play.isPlaying;
    if (this.#play.isPlaying) {
      this.#frame = (this.#frame + seconds * FRAMES_PER_SECOND) % this.#dance.lastFrame;
    }
    this.#draw(this.#drawing, milliseconds);
  };

  #draw(drawing: Drawing, milliseconds: number): void {
    const { width, height, pixelRatio } = this.#view.size;
    if (width === 0 || height === 0) return;
    const { canvas } = drawing;
    if (
      canvas.width !== Math.floor(width * pixelRatio) ||
      canvas.height !== Math.floor(height * pixelRatio)
    ) {
      drawing.resize(width, height, pixelRatio);
    }
    this.#view.fit(width, height);
    const cost = drawing.draw(this.#frame, this.#view.camera);
    const means = this.#play.isPlaying ? this.#times.add(milliseconds, 0, cost) : undefined;
    if (means) showTimes(means, drawing.calls);
    document.documentElement.dataset['ready'] = 'true';
  }

  async #showComparison(): Promise<void> {
    this.#play.set(false);
    this.#compare.disabled = true;
    const place = byId('pictures', HTMLElement);
    place.textContent = say('Drawing…');
    try {
      const kinds = radios()
        .filter(({ disabled }) => !disabled)
        .map(kindOf);
      const pictures = await compareRenderers(kinds, this.#dance, this.#frame, this.#view.camera);
      place.replaceChildren(...pictures.map(figure));
    } catch (error) {
      place.textContent = problemText(error);
    }
    this.#compare.disabled = false;
  }
}

function classOf(kind: RendererKind): string {
  return kind === 'webgl' ? 'WebGLRenderer' : 'WebGPURenderer';
}

function radios(): HTMLInputElement[] {
  return [...document.querySelectorAll<HTMLInputElement>('input[name="renderer"]')];
}

function kindOf({ value }: HTMLInputElement): RendererKind {
  return value as RendererKind;
}

function checkedKind(): RendererKind {
  return kindOf(radios().find(({ checked }) => checked)!);
}

function figure({ kind, canvas, over1, over4, pixels }: ComparedPicture): HTMLElement {
  const renderer = rendererName(kind);
  canvas.setAttribute('role', 'img');
  canvas.setAttribute('aria-label', say('The dancer by {renderer}', { renderer }));
  const text =
    kind === 'webgl'
      ? '{renderer}: the others are compared with this one.'
      : '{renderer}: {over1} of the pixels differ by more than 1, {over4} by more than 4.';
  const values = { renderer, over1: percentText(over1, pixels), over4: percentText(over4, pixels) };
  return element('figure', {}, canvas, element('figcaption', {}, say(text, values)));
}

/** Shows the means, once a second. */
function showTimes({ draw, framesPerSecond }: FrameMeans, calls: number): void {
  byId('draw', HTMLElement).textContent = millisecondsText(draw, 2);
  byId('calls', HTMLElement).textContent = countText(calls);
  byId('rate', HTMLElement).textContent = rateText(framesPerSecond);
}

async function begin(): Promise<void> {
  if (!createContext(document.createElement('canvas'), options)) {
    status.textContent = say(NO_WEBGL);
    return;
  }
  const bar = element('progress', { 'aria-label': say('Loading progress') });
  status.replaceChildren(say('Loading the dancer…'), bar);
  const assets = new AssetLoader((progress) => (bar.value = progress));
  try {
    const dance = await assets.load(new VMDLoader(), 'dance.vmd');
    const page = new RenderersPage(dance);
    const isThere = await hasWebGPU();
    byId('no-webgpu', HTMLElement).hidden = isThere;
    // a browser that goes back restores it
    if (!isThere && checkedKind() === 'webgpu') radios()[0].checked = true;
    for (const radio of radios()) radio.disabled = kindOf(radio) === 'webgpu' && !isThere;
    await page.choose(checkedKind());
    byId('compare', HTMLButtonElement).disabled = false;
  } catch (error) {
    status.textContent = problemText(error);
  }
}

void begin();
