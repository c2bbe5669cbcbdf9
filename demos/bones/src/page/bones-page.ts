import { FRAMES_PER_SECOND, Motion } from '@odori/runtime';
import { byId, element } from '../../../shared/dom.js';
import { said, say } from '../../../shared/language/texts.js';
import { missingLines, movedLine } from '../../../shared/open/missing-lines.js';
import type { OpenedMotion } from '../../../shared/open/open-motion.js';
import type { GetFiles } from '../../../shared/open/sort-files.js';
import type { PageOptions } from '../../../shared/page.js';
import { fileProblem } from '../../../shared/problem-text.js';
import { showLines } from '../../../shared/show-lines.js';
import { exampleModel } from '../example/example-model.js';
import { exampleMotion } from '../example/example-motion.js';
import { PosedModel } from '../model/posed-model.js';
import { View } from '../view/view.js';
import { BoneFacts, boneText } from './bone-facts.js';
import { Controls } from './controls.js';
import { type OpenedModel, readFiles } from './read-files.js';
import { sourceFacts } from './source-facts.js';
import { showSwitches } from './switch-panels.js';
import { TimesLine } from './times-line.js';

/** A longer step between two frames is a stall and counts as this long. */
const MAX_STEP_SECONDS = 1;
const SECONDS_BETWEEN_READINGS = 0.5;
const MESSAGE_MILLISECONDS = 8000;

/** The whole page: files, motion, controls and picture. */
export class BonesPage {
  readonly #view: View;
  readonly #controls: Controls;
  readonly #times = new TimesLine(byId('times', HTMLElement));
  readonly #facts = new BoneFacts(byId('bone-facts', HTMLElement));
  readonly #boneList = byId('bone', HTMLSelectElement);
  readonly #status = byId('status', HTMLElement);
  readonly #exampleModel: OpenedModel = { name: '', document: exampleModel() };
  readonly #exampleMotion: OpenedMotion = {
    path: '',
    name: '',
    motion: Motion.from(exampleMotion()),
    warnings: [],
    from: new Map(),
  };
  #model = this.#exampleModel;
  #motions: readonly OpenedMotion[] = [this.#exampleMotion];
  #motion = this.#exampleMotion.motion;
  #posed: PosedModel;
  #opacity = 1;
  #speed = 1;
  #frame = 0;
  #isPlaying = false;
  #isStale = true;
  #readingsAge = Infinity;
  #messageTimer: ReturnType<typeof setTimeout> | undefined;
  #lastTime: number | undefined;

  constructor(
    canvas: HTMLCanvasElement,
    webgl: WebGL2RenderingContext,
    { frame, paused, size }: PageOptions,
  ) {
    this.#posed = new PosedModel(this.#model.document, this.#motion);
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
    });
    this.#showModel();
    this.#seek(frame);
    this.#play(!paused);
  }

  /** To be called once per frame. */
  update(milliseconds: number): void {
    const delta = Math.min((milliseconds - (this.#lastTime ?? milliseconds)) / 1000, MAX_STEP_SECONDS);
    this.#lastTime = milliseconds;
    if (!this.#isPlaying && !this.#isStale) return;
    if (this.#isPlaying) this.#advance(delta * FRAMES_PER_SECOND * this.#speed);
    this.#posed.update(this.#frame);
    this.#view.draw();
    this.#controls.showFrame(this.#frame, this.#motion.lastFrame);
    this.#readingsAge += delta;
    if (this.#isStale || this.#readingsAge >= SECONDS_BETWEEN_READINGS) this.#showReadings();
    this.#isStale = false;
    document.documentElement.dataset['ready'] = 'true';
  }

  /** Opens files, folders and zips that the user has dropped or chosen. Calls `getFiles` at once. */
  async openFiles(getFiles: GetFiles): Promise<void> {
    const reading = readFiles(getFiles);
    this.#status.replaceChildren(say('Reading the files…'));
    const { model, motions, problems } = await reading;
    const lines = [...problems];
    const hasContent = model !== undefined || motions.length > 0;
    if (hasContent) {
      lines.push(...this.#open(model, motions).map((problem) => element('span', {}, problem)));
      lines.push(...movedLine(this.#motion, this.#posed.definition));
      lines.push(...missingLines(this.#motion, this.#posed.missing));
    }
    this.#showStatus(lines, problems.length === 0);
  }

  /**
   * Shows a model and motions. Returns problems as sentences. If the model has a problem, the one before
   * stays.
   */
  #open(model: OpenedModel | undefined, motions: readonly OpenedMotion[]): string[] {
    const problems: string[] = [];
    if (motions.length > 0) this.#setMotions(motions);
    try {
      if (model) this.#setModel(model);
    } catch (error) {
      problems.push(fileProblem(model!.name, error));
    }
    this.#posed.play(this.#motion);
    this.#showSource();
    this.#refresh();
    return problems;
  }

  #setMotions(motions: readonly OpenedMotion[]): void {
    this.#motions = motions;
    this.#motion = Motion.from(...motions.map(({ motion }) => motion));
    this.#frame = 0;
  }

  #setModel(model: OpenedModel): void {
    this.#posed = new PosedModel(model.document, this.#motion);
    this.#model = model;
    this.#showModel();
  }

  #reset(): void {
    this.#setMotions([this.#exampleMotion]);
    this.#setModel(this.#exampleModel);
    this.#showStatus([], true);
    this.#refresh();
  }

  /**
   * Shows messages. They disappear after a while, unless the user has opened a list in them; problems stay.
   */
  #showStatus(lines: readonly HTMLElement[], isTemporary: boolean): void {
    clearTimeout(this.#messageTimer);
    showLines(this.#status, lines);
    if (isTemporary) this.#messageTimer = setTimeout(() => this.#fadeStatus(), MESSAGE_MILLISECONDS);
  }

  #fadeStatus(): void {
    if (!this.#status.querySelector('details[open]')) this.#status.replaceChildren();
  }

  #showModel(): void {
    this.#view.show(this.#posed);
    this.#posed.body.fade(this.#opacity);
    const none = element('option', { value: '-1' }, say('none'));
    const options = this.#model.document.bones.map((bone, i) =>
      element('option', { value: String(i) }, said(boneText(bone))),
    );
    this.#boneList.replaceChildren(none, ...options);
    showSwitches(this.#posed, () => this.#refresh());
    this.#showSource();
    this.#select(-1);
  }

  #showSource(): void {
    const { missing } = this.#posed;
    byId('source', HTMLElement).replaceChildren(...sourceFacts(this.#model, this.#motions, missing));
    this.#controls.showExample(
      this.#model === this.#exampleModel && this.#motions[0] === this.#exampleMotion,
    );
  }

  #select(bone: number): void {
    this.#boneList.value = String(bone);
    this.#view.select(bone);
    this.#facts.show(this.#model.document, bone);
    this.#refresh();
  }

  #fade(opacity: number): void {
    this.#opacity = opacity;
    this.#posed.body.fade(opacity);
    this.#refresh();
  }

  #showSkeleton(isShown: boolean): void {
    this.#view.showSkeleton(isShown);
    this.#refresh();
  }

  #showReadings(): void {
    this.#readingsAge = 0;
    this.#times.show(this.#posed.times);
    this.#facts.update(this.#posed.rig);
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
