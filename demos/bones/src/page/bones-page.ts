import type { Pmx, Vmd, Vpd } from '@odori/format';
import { FRAMES_PER_SECOND, Motion } from '@odori/runtime';
import { element } from '../../../shared/dom.js';
import { visibleText } from '../../../shared/file-text.js';
import { problemText } from '../../../shared/problem-text.js';
import { exampleModel } from '../example/example-model.js';
import { exampleMotion } from '../example/example-motion.js';
import { Performer } from '../model/posed-model.js';
import { View } from '../view/view.js';
import { BoneFacts, boneText } from './bone-facts.js';
import { Controls, part } from './controls.js';
import type { PageOptions } from './page-options.js';
import { readFiles, type Taken } from './read-files.js';
import { missingLine, sourceFacts } from './source-facts.js';
import { showSwitches } from './switch-panels.js';
import { TimesLine } from './times-line.js';

/** A step this long is a stall, not time that passed. */
const LONGEST_STEP = 1;
const SECONDS_BETWEEN_READINGS = 0.5;
const NEWS_MILLISECONDS = 8000;

/** The page at work: time goes in, pictures come out. */
export class BonesPage {
  readonly #view: View;
  readonly #controls: Controls;
  readonly #times = new TimesLine(part('times', HTMLElement));
  readonly #facts = new BoneFacts(part('bone-facts', HTMLElement));
  readonly #boneList = part('bone', HTMLSelectElement);
  readonly #status = part('status', HTMLElement);
  readonly #ownModel: Taken<Pmx> = { name: 'Lay figure', document: exampleModel() };
  readonly #ownMotion: Taken<Vmd> = { name: 'Squats and turns', document: exampleMotion() };
  #model = this.#ownModel;
  #motions: readonly Taken<Vmd | Vpd>[] = [this.#ownMotion];
  #motion = Motion.from(this.#ownMotion.document);
  #performer: Performer;
  #opacity = 1;
  #speed = 1;
  #frame = 0;
  #isPlaying = false;
  #isStale = true;
  #readingsAge = Infinity;
  #newsTimer: ReturnType<typeof setTimeout> | undefined;
  #lastTime: number | undefined;

  constructor(
    canvas: HTMLCanvasElement,
    webgl: WebGL2RenderingContext,
    { frame, paused, size }: PageOptions,
  ) {
    this.#performer = new Performer(this.#model.document, this.#motion);
    this.#view = new View(canvas, webgl, {
      size,
      onChange: () => this.#refresh(),
      onPick: (bone) => this.#select(bone),
    });
    this.#controls = new Controls({
      onPlay: () => this.#play(!this.#isPlaying),
      onSeek: (next) => this.#seek(next),
      onStep: (frames) => this.#seek(Math.round(this.#frame) + frames),
      onSpeed: (factor) => (this.#speed = factor),
      onBone: (bone) => this.#select(bone),
      onOpacity: (opacity) => this.#fade(opacity),
      onSkeleton: (isShown) => this.#showSkeleton(isShown),
      onReset: () => this.#reset(),
      onFiles: (files) => void this.takeFiles(files),
    });
    this.#showModel();
    this.#seek(frame);
    this.#play(!paused);
  }

  /** To be called once a frame. */
  update(milliseconds: number): void {
    const delta = Math.min((milliseconds - (this.#lastTime ?? milliseconds)) / 1000, LONGEST_STEP);
    this.#lastTime = milliseconds;
    if (!this.#isPlaying && !this.#isStale) return;
    if (this.#isPlaying) this.#advance(delta * FRAMES_PER_SECOND * this.#speed);
    this.#performer.update(this.#frame);
    this.#view.draw();
    this.#controls.showFrame(this.#frame, this.#motion.lastFrame);
    this.#readingsAge += delta;
    if (this.#isStale || this.#readingsAge >= SECONDS_BETWEEN_READINGS) this.#showReadings();
    this.#isStale = false;
    document.documentElement.dataset['ready'] = 'true';
  }

  async takeFiles(files: readonly File[]): Promise<void> {
    if (files.length === 0) return;
    this.#status.replaceChildren('Reading…');
    const { model, motions, problems } = await readFiles(files);
    const isTaken = model !== undefined || motions.length > 0;
    if (isTaken) problems.push(...this.#take(model, motions));
    const lines = problems.map((problem) => element('span', {}, problem));
    if (isTaken) lines.push(...missingLine(this.#performer.missing));
    this.#say(lines, problems.length === 0);
  }

  /** Gives back what went wrong; then the last model stays. */
  #take(model: Taken<Pmx> | undefined, motions: readonly Taken<Vmd | Vpd>[]): string[] {
    const problems: string[] = [];
    if (motions.length > 0) this.#takeMotions(motions);
    try {
      if (model) this.#takeModel(model);
    } catch (error) {
      problems.push(`${visibleText(model!.name)}: ${problemText(error)}`);
    }
    this.#performer.dance(this.#motion);
    this.#showSource();
    this.#refresh();
    return problems;
  }

  #takeMotions(motions: readonly Taken<Vmd | Vpd>[]): void {
    this.#motions = motions;
    this.#motion = Motion.from(...motions.map(({ document }) => document));
    this.#frame = 0;
  }

  #takeModel(model: Taken<Pmx>): void {
    this.#performer = new Performer(model.document, this.#motion);
    this.#model = model;
    this.#showModel();
  }

  #reset(): void {
    this.#takeMotions([this.#ownMotion]);
    this.#takeModel(this.#ownModel);
    this.#say([], true);
    this.#refresh();
  }

  /** News goes away by itself, a problem stays to be read. */
  #say(lines: readonly HTMLElement[], isNews: boolean): void {
    clearTimeout(this.#newsTimer);
    this.#status.replaceChildren(...lines);
    if (isNews) this.#newsTimer = setTimeout(() => this.#status.replaceChildren(), NEWS_MILLISECONDS);
  }

  #showModel(): void {
    this.#view.show(this.#performer);
    this.#performer.body.fade(this.#opacity);
    const none = element('option', { value: '-1' }, 'none');
    const options = this.#model.document.bones.map((bone, i) =>
      element('option', { value: String(i) }, boneText(bone)),
    );
    this.#boneList.replaceChildren(none, ...options);
    showSwitches(this.#performer, () => this.#refresh());
    this.#showSource();
    this.#select(-1);
  }

  #showSource(): void {
    const { missing } = this.#performer;
    part('source', HTMLElement).replaceChildren(...sourceFacts(this.#model, this.#motions, missing));
    this.#controls.showOwn(this.#model === this.#ownModel && this.#motions[0] === this.#ownMotion);
  }

  #select(bone: number): void {
    this.#boneList.value = String(bone);
    this.#view.select(bone);
    this.#facts.show(this.#model.document, bone);
    this.#refresh();
  }

  #fade(opacity: number): void {
    this.#opacity = opacity;
    this.#performer.body.fade(opacity);
    this.#refresh();
  }

  #showSkeleton(isShown: boolean): void {
    this.#view.showSkeleton(isShown);
    this.#refresh();
  }

  #showReadings(): void {
    this.#readingsAge = 0;
    this.#times.show(this.#performer.times);
    this.#facts.update(this.#performer.rig);
  }

  #advance(frames: number): void {
    const { lastFrame } = this.#motion;
    this.#frame = lastFrame > 0 ? (this.#frame + frames) % lastFrame : 0;
  }

  #play(isPlaying: boolean): void {
    this.#isPlaying = isPlaying;
    this.#controls.showPlaying(isPlaying);
    this.#refresh();
  }

  #seek(frame: number): void {
    this.#frame = Math.min(Math.max(frame, 0), this.#motion.lastFrame);
    this.#refresh();
  }

  #refresh(): void {
    this.#isStale = true;
  }
}
