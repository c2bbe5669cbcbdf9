import type { MmdModel } from '@odori/model';
import type { SharedWorld } from '@odori/physics';
import { PhysicsHelper } from '@odori/physics/debug';
import { Motion, MotionPlayer } from '@odori/runtime';
import { checkBox, PlayButton, slider } from '../../shared/controls.js';
import { byId, element } from '../../shared/dom.js';
import { say } from '../../shared/language/texts.js';
import { missingLines, movedLine } from '../../shared/open/missing-lines.js';
import { discardOpenedFiles, type OpenedFiles } from '../../shared/open/opened-files.js';
import { readFiles } from '../../shared/open/read-files.js';
import type { GetFiles } from '../../shared/open/sort-files.js';
import { statusLines } from '../../shared/open/status-lines.js';
import { cameraMotionLine } from '../../shared/open/unused-files.js';
import type { PageOptions } from '../../shared/page.js';
import { problemText } from '../../shared/problem-text.js';
import { showLines } from '../../shared/show-lines.js';
import { DANCER_BOX, type Viewport } from '../../shared/viewport.js';
import { Balls } from './balls.js';
import { PointerGrab } from './pointer-grab.js';
import { Readings } from './readings.js';
import { Wind } from './wind.js';

/** What the page plays. */
interface Played {
  readonly model: MmdModel;
  readonly motion: Motion;
}

/** The whole page: model, motion, forces and the drawing of bodies. */
export class PhysicsPage {
  readonly #viewport: Viewport;
  readonly #world: SharedWorld;
  readonly #balls: Balls;
  readonly #example: Played;
  readonly #player = new MotionPlayer({ loop: true });
  readonly #play: PlayButton;
  readonly #readings = new Readings();
  readonly #wind = new Wind();
  readonly #status = byId('status', HTMLElement);
  readonly #reset = byId('reset', HTMLButtonElement);
  #model: MmdModel;
  #motion: Motion;
  #helper: PhysicsHelper | undefined;
  #isOn = true;
  #isDrawn = true;
  #gravity = 98;
  #hasGround = true;
  /** Files are shown in the order in which they were opened. */
  #openings: Promise<void> = Promise.resolve();
  /** Counts resets. A reset discards the files that are still being read. */
  #resets = 0;

  constructor(viewport: Viewport, world: SharedWorld, example: Played, options: PageOptions) {
    this.#viewport = viewport;
    this.#world = world;
    this.#balls = new Balls(viewport, world);
    this.#example = example;
    this.#model = example.model;
    this.#motion = example.motion;
    this.#play = new PlayButton(options, () => this.#showPlaying());
    viewport.lookAt(DANCER_BOX);
    new PointerGrab(viewport, world).connect();
    this.#connect();
    this.#show(example.model);
    this.#start();
    this.#player.currentTime = options.seek;
    this.#showPlaying();
  }

  /** Whether hair and clothes still come to rest after a jump. */
  get isSettling(): boolean {
    return this.#model.isSettling;
  }

  /** Poses everything for the next picture. Returns whether the picture after it will differ. */
  update(deltaSeconds: number): boolean {
    const { physics } = this.#model;
    if (physics) this.#wind.write(this.#player.currentTime, physics.wind);
    const begin = performance.now();
    this.#player.update(deltaSeconds);
    this.#balls.update();
    if (this.#play.isPlaying) this.#readings.add(performance.now() - begin, deltaSeconds);
    if (this.#isDrawn) this.#helper?.update();
    return this.#play.isPlaying || this.isSettling;
  }

  /** Opens files that the user has dropped or chosen. Calls `getFiles` at once. */
  openFiles(getFiles: GetFiles): void {
    const reading = readFiles(getFiles, { physics: { world: this.#world }, songs: false });
    this.#status.replaceChildren(say('Reading the files…'));
    const resets = this.#resets;
    const show = async (): Promise<void> => {
      const opened = await reading;
      if (resets === this.#resets) this.#open(opened);
      else discardOpenedFiles(opened);
    };
    this.#openings = this.#openings.then(show).catch((error: unknown) => {
      showLines(this.#status, [problemText(error)]);
    });
  }

  #connect(): void {
    checkBox('physics', (isOn) => {
      this.#isOn = isOn;
      this.#applyForces();
    });
    checkBox('bodies', (isDrawn) => {
      this.#isDrawn = isDrawn;
      byId('legend', HTMLElement).hidden = !isDrawn;
      if (this.#helper) this.#helper.visible = isDrawn;
      this.#viewport.refresh();
    });
    slider('strength', String, (strength) => (this.#wind.strength = strength));
    slider(
      'direction',
      (degrees) => `${degrees}°`,
      (degrees) => (this.#wind.direction = degrees),
    );
    checkBox('gusts', (hasGusts) => (this.#wind.hasGusts = hasGusts));
    slider('gravity', String, (gravity) => {
      this.#gravity = gravity;
      this.#applyForces();
    });
    checkBox('ground', (hasGround) => {
      this.#hasGround = hasGround;
      this.#applyForces();
    });
    byId('throw', HTMLButtonElement).addEventListener('click', () => {
      this.#balls.throw(this.#gravity);
      this.#viewport.refresh();
    });
    byId('seek', HTMLButtonElement).addEventListener('click', () => this.#seekAtRandom());
    this.#reset.addEventListener('click', () => this.#backToExample());
  }

  #applyForces(): void {
    const { physics } = this.#model;
    this.#world.gravity[1] = -this.#gravity;
    this.#world.ground = this.#hasGround;
    if (physics) {
      physics.mode = this.#isOn ? 'keyframes' : 'off';
      physics.gravity[1] = -this.#gravity;
      physics.ground = this.#hasGround;
    }
    this.#viewport.refresh();
  }

  /** The bodies start anew at the other time, and settle there. */
  #seekAtRandom(): void {
    this.#player.currentTime = Math.random() * this.#player.duration;
    this.#viewport.refresh();
  }

  /** Replaces the model in the picture. A model of the user is disposed of. */
  #show(model: MmdModel): void {
    this.#helper?.removeFromParent();
    this.#helper?.dispose();
    this.#player.remove(this.#model);
    if (this.#model !== model) this.#model.root.removeFromParent();
    if (this.#model !== model && this.#model !== this.#example.model) this.#model.dispose();
    this.#model = model;
    this.#viewport.add(model);
    this.#helper = model.physics && new PhysicsHelper(model.physics);
    if (this.#helper) {
      this.#helper.visible = this.#isDrawn;
      model.root.add(this.#helper);
    }
    this.#applyForces();
    this.#readings.restart(model.physics);
  }

  #start(): void {
    this.#player.add(this.#model, this.#motion);
    this.#reset.hidden = this.#model === this.#example.model && this.#motion === this.#example.motion;
    this.#viewport.refresh();
  }

  #showPlaying(): void {
    if (this.#play.isPlaying) void this.#player.play();
    else this.#player.pause();
    this.#viewport.refresh();
  }

  #open(opened: OpenedFiles): void {
    const { model, cameras } = opened;
    const dances = [...opened.dances, ...opened.poses];
    if (model) this.#show(model.model);
    if (dances.length > 0) {
      this.#motion = Motion.from(...dances.map(({ motion }) => motion));
      this.#player.currentTime = 0;
    }
    if (model || dances.length > 0) this.#start();
    showLines(this.#status, [
      ...statusLines({ ...opened, cameras: [], names: dances.map(({ name }) => name) }),
      ...cameras.map(({ name }) => cameraMotionLine(name)),
      ...this.#fitLines(),
    ]);
  }

  /** How well the opened files fit each other, and whether there is anything to simulate. */
  #fitLines(): HTMLElement[] {
    if (this.#reset.hidden) return [];
    const hasBodies = (this.#model.physics?.bodyCount ?? 0) > 0;
    const none = hasBodies ? [] : [element('span', {}, say('This model has no rigid bodies.'))];
    const missing = this.#player.missingOf(this.#model);
    const isExample = this.#motion === this.#example.motion;
    if (!missing || isExample) return none;
    return [
      ...none,
      ...movedLine(this.#motion, this.#model.rig.definition),
      ...missingLines(this.#motion, missing),
    ];
  }

  #backToExample(): void {
    this.#resets++;
    this.#motion = this.#example.motion;
    this.#show(this.#example.model);
    this.#start();
    this.#player.currentTime = 0;
    this.#status.replaceChildren();
  }
}
