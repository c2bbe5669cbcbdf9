import { createMmdLight, type MmdModel } from '@odori/model';
import { FRAMES_PER_SECOND, type Motion, MotionPlayer, toVmd } from '@odori/runtime';
import { Box3, Vector3 } from 'three';
import { PlayButton } from '../../shared/controls.js';
import { byId, element } from '../../shared/dom.js';
import { fileText, nameText } from '../../shared/file-text.js';
import { type Avatar, fillLights, loadAvatar } from '../../shared/load-avatar.js';
import { say } from '../../shared/language/texts.js';
import { spokenTime, timeText } from '../../shared/number-text.js';
import type { GetFiles } from '../../shared/open/sort-files.js';
import type { PageOptions } from '../../shared/page.js';
import { problemText } from '../../shared/problem-text.js';
import { showLines } from '../../shared/show-lines.js';
import type { Viewport } from '../../shared/viewport.js';
import { avatarCard } from './avatar/avatar-card.js';
import { bytesOf, MODEL, texturesOf } from './export/example-files.js';
import { type Export, type ExportKind, ExportPanel } from './export/export-panel.js';
import type { Job } from './export/jobs.js';
import { runInWorker } from './export/run-in-worker.js';
import { NameTags } from './name-tags.js';
import { type Dance, readFiles } from './read-files.js';

/** Units from the middle to each dancer. */
const SIDE = 6.3;
/** The space in which our dancers dance, as far as their hands reach, with their names below them. */
const BOX = new Box3(new Vector3(-SIDE - 7.6, -4.2, -2), new Vector3(SIDE + 7.6, 20, 2));
/** From the head of an avatar to the upper edge of the picture. */
const HEADROOM = 2.5;
const MESSAGE_MILLISECONDS = 8000;

/** What the page shows at first. */
export interface Example {
  readonly model: MmdModel;
  readonly avatar: Avatar;
  readonly dance: Dance;
}

/** The whole page: an MMD model and an avatar, who dance the same dance. */
export class VrmPage {
  readonly #viewport: Viewport;
  readonly #example: Example;
  readonly #player = new MotionPlayer({ loop: true });
  readonly #play: PlayButton;
  readonly #exports: ExportPanel;
  readonly #tags: NameTags;
  readonly #seek = byId('seek', HTMLInputElement);
  readonly #time = byId('time', HTMLElement);
  readonly #status = byId('status', HTMLElement);
  readonly #reset = byId('reset', HTMLButtonElement);
  #avatar: Avatar;
  #dance: Dance;
  /** Clears a message that reports no problem. */
  #messageTimer: ReturnType<typeof setTimeout> | undefined;
  /** Files are shown in the order in which they were opened. */
  #openings: Promise<void> = Promise.resolve();
  /** Ends when the user goes back to the example: files that are still being read are discarded then. */
  #present = new AbortController();

  constructor(viewport: Viewport, example: Example, options: PageOptions) {
    this.#viewport = viewport;
    this.#example = example;
    this.#avatar = example.avatar;
    this.#dance = example.dance;
    this.#play = new PlayButton(options, () => this.#showPlaying());
    this.#tags = this.#createTags();
    const light = createMmdLight();
    light.castShadow = false;
    viewport.scene.add(light, ...fillLights(light));
    example.model.root.position.x = -SIDE;
    viewport.add(example.model);
    viewport.camera.position.set(0, 0.1, 1); // both are equally far
    this.#exports = new ExportPanel((kind) => this.#exportOf(kind));
    this.#showAvatar(example.avatar);
    this.#start(example.dance);
    this.#player.currentTime = options.seek;
    this.#seek.addEventListener('input', () => {
      this.#player.currentTime = this.#seek.valueAsNumber;
      viewport.refresh();
    });
    this.#reset.addEventListener('click', () => this.#backToExample());
    this.#showPlaying();
  }

  /** Poses everything for the next picture. Returns whether the picture after it will differ. */
  update(deltaSeconds: number): boolean {
    this.#player.update(deltaSeconds);
    this.#showTime();
    this.#tags.update();
    return this.#play.isPlaying || this.#example.model.isSettling;
  }

  /** Opens files that the user has dropped or chosen. Calls `getFiles` at once. */
  openFiles(getFiles: GetFiles): void {
    const { signal } = this.#present;
    const files = getFiles();
    clearTimeout(this.#messageTimer);
    this.#status.replaceChildren(say('Reading the files…'));
    const open = async (): Promise<void> => {
      if (!signal.aborted) await this.#open(() => files, signal);
    };
    this.#openings = this.#openings.then(open).catch((error: unknown) => {
      if (!signal.aborted) showLines(this.#status, [problemText(error)]);
    });
  }

  async #open(getFiles: GetFiles, signal: AbortSignal): Promise<void> {
    const { model } = this.#example;
    let opened: Avatar | undefined;
    const { dance, problems } = await readFiles(getFiles, {
      loadAvatar: async (file, name) => {
        opened = await loadAvatar(file, name, model.rig.definition);
      },
      convert: async (animation) => {
        const text = say('Turning the VRM animation into a motion of MMD…');
        this.#status.replaceChildren(text, element('progress'));
        const target = await bytesOf(MODEL);
        return runInWorker({ kind: 'vmd', animation, target }, () => {}, signal);
      },
    });
    if (signal.aborted) {
      opened?.dispose();
      return;
    }
    if (opened) this.#showAvatar(opened);
    if (dance) this.#start(dance);
    const lines = [...problems];
    if (opened) lines.push(say('Now showing {names}.', { names: nameText(opened.name) }));
    if (dance) lines.push(say('Now playing {names}.', { names: nameText(dance.name) }));
    showLines(this.#status, lines);
    if (problems.length === 0)
      this.#messageTimer = setTimeout(() => this.#status.replaceChildren(), MESSAGE_MILLISECONDS);
    this.#reset.hidden = this.#avatar === this.#example.avatar && this.#dance === this.#example.dance;
  }

  /** Replaces the avatar in the picture. An avatar of the user is disposed of. */
  #showAvatar(avatar: Avatar): void {
    this.#player.remove(this.#avatar.binding);
    this.#avatar.root.removeFromParent();
    if (this.#avatar !== avatar && this.#avatar !== this.#example.avatar) this.#avatar.dispose();
    this.#avatar = avatar;
    avatar.root.position.x = SIDE;
    this.#viewport.add(avatar);
    this.#viewport.lookAt(boxWith(avatar));
    this.#player.add(avatar.binding, this.#dance.motion);
    byId('avatar-name', HTMLElement).replaceChildren(
      small(avatar.meta ? 'VRM' : 'GLB'), // first, so that a narrow picture cuts the name
      ' ',
      fileText(avatar.name),
    );
    this.#refresh();
  }

  #start(dance: Dance): void {
    this.#dance = dance;
    this.#player.currentTime = 0;
    this.#player.add(this.#example.model, dance.motion);
    this.#player.add(this.#avatar.binding, dance.motion);
    this.#seek.max = String(Math.max(this.#player.duration, 0.1));
    this.#refresh();
  }

  /** Shows what has changed beside the picture. */
  #refresh(): void {
    byId('avatar', HTMLElement).replaceChildren(...avatarCard(this.#avatar, this.#dance.motion));
    byId('dance', HTMLElement).replaceChildren(...danceCard(this.#dance));
    byId('need-vrma', HTMLElement).hidden = this.#dance.animation !== undefined;
    this.#exports.refresh();
    this.#viewport.refresh();
  }

  #createTags(): NameTags {
    const [tag, other] = [byId('model-name', HTMLElement), byId('avatar-name', HTMLElement)];
    tag.replaceChildren(small('PMX'), ' ', this.#example.model.name);
    const { camera, renderer } = this.#viewport;
    return new NameTags(camera, renderer.domElement, [
      { tag, x: -SIDE, z: 1 },
      { tag: other, x: SIDE, z: 1 },
    ]);
  }

  #showTime(): void {
    const { currentTime, duration } = this.#player;
    const text = `${timeText(currentTime)} / ${timeText(duration)}`;
    if (this.#time.textContent === text) return;
    this.#time.textContent = text;
    this.#seek.valueAsNumber = currentTime;
    this.#seek.setAttribute('aria-valuetext', spokenTime(currentTime));
  }

  #showPlaying(): void {
    if (this.#play.isPlaying) void this.#player.play();
    else this.#player.pause();
    this.#viewport.refresh();
  }

  #exportOf(kind: ExportKind): Export | undefined {
    const { animation, motion } = this.#dance;
    const { bytes: avatar, fileName } = this.#avatar;
    const name = stemOf(this.#dance.name);
    if (kind === 'vrma') {
      const job = async (): Promise<Job> => ({
        kind,
        dance: toVmd(motion),
        source: await bytesOf(MODEL),
        avatar,
      });
      return { name: `${name}-${stemOf(fileName)}.vrma`, job };
    }
    if (kind === 'vmd') return animation && { name: `${name}.vmd`, job: () => ({ kind, animation }) };
    return { name: `dancer-${name}.glb`, job: () => glbJob(motion) };
  }

  #backToExample(): void {
    this.#present.abort();
    this.#present = new AbortController();
    const { avatar, dance } = this.#example;
    this.#dance = dance;
    this.#showAvatar(avatar);
    this.#start(dance);
    this.#status.replaceChildren();
    this.#reset.hidden = true;
    byId('files', HTMLInputElement).focus(); // the button is gone
  }
}

/**
 * The space for the dance of an avatar, who may be tall: legs are as long as those of our model, but heads
 * and bodies vary.
 */
function boxWith({ height }: Avatar): Box3 {
  const box = BOX.clone();
  box.max.y = Math.max(BOX.max.y, height + HEADROOM);
  return box;
}

async function glbJob(motion: Motion): Promise<Job> {
  const model = await bytesOf(MODEL);
  return { kind: 'glb', dance: toVmd(motion), model, textures: await texturesOf(model) };
}

/** `dance.vmd` → `dance` */
function stemOf(name: string): string {
  return name.replace(/\.\w+$/, '');
}

function small(text: string): HTMLElement {
  return element('small', {}, text);
}

function danceCard({ name, motion, animation }: Dance): HTMLElement[] {
  const seconds = motion.lastFrame / FRAMES_PER_SECOND;
  const origin = animation
    ? say('From a VRM animation: the page has made a motion of MMD of it, so that both can dance it.')
    : say('MMD’s own motion. The avatar takes over the pose of the MMD model in every frame.');
  return [
    element(
      'p',
      { class: 'model-name' },
      fileText(name),
      ' ',
      element('span', { class: 'gloss' }, timeText(seconds)),
    ),
    element('p', { class: 'quiet' }, origin),
  ];
}
