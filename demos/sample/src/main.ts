import { VMDLoader } from '@odori/runtime';
import { Motion } from '@odori/runtime/motion';
import { AssetLoader } from '../../shared/asset-loader.js';
import { visibleText } from '../../shared/file-text.js';
import { takeDroppedFiles } from '../../shared/files.js';
import { problemText } from '../../shared/problem-text.js';
import { exampleMotion } from './example-motion.js';
import { boneOptions, MotionChoice } from './motion-choice.js';
import { OnionPicture } from './onion/onion-picture.js';
import { readMotion } from './read-motion.js';
import { SampleView } from './sample-view.js';

const FRAMES_PER_SECOND = 30;
/** The bone that carries the whole body; the first one to be seen, if it moves. */
const CENTER = 'センター';
/** Where our dance begins: with a wide gesture. */
const GESTURE = 847.3;

const bone = document.querySelector<HTMLSelectElement>('#bone')!;
const span = document.querySelector<HTMLSelectElement>('#span')!;
const steps = document.querySelector<HTMLInputElement>('#steps')!;
const scrubber = document.querySelector<HTMLInputElement>('#scrubber')!;
const frameBox = document.querySelector<HTMLInputElement>('#frame')!;
const files = document.querySelector<HTMLInputElement>('#files')!;
const news = document.querySelector<HTMLElement>('#news')!;
const secondsText = document.querySelector<HTMLElement>('#seconds')!;
const view = new SampleView(
  {
    lanes: document.querySelector<HTMLElement>('#lanes')!,
    readout: document.querySelector<HTMLElement>('#readout')!,
    editors: document.querySelector<HTMLElement>('#editors')!,
    segment: document.querySelector<HTMLElement>('#segment')!,
  },
  (frame) => seek(frame),
);
const picture = new OnionPicture();
const choice = new MotionChoice(showMotion);
const asked = new URLSearchParams(location.search); // ?motion=curves&frame=<frame>, for pictures and tests

function seek(frame: number, isTyped = false): void {
  const inside = Math.min(Math.max(Number.isFinite(frame) ? frame : 0, 0), view.lastFrame);
  const seconds = (inside / FRAMES_PER_SECOND).toFixed(3);
  scrubber.value = String(inside);
  scrubber.setAttribute('aria-valuetext', `frame ${inside.toFixed(2)}, ${seconds} seconds`);
  secondsText.textContent = `${seconds} s`;
  if (!isTyped) frameBox.value = String(Math.round(inside * 100) / 100);
  view.seek(inside);
  picture.seek(inside, bone.value);
}

function showBone(frame: number): void {
  const track = choice.chosen?.bones.get(bone.value);
  if (!track) return;
  view.show(track, choice.chosen!.lastFrame);
  scrubber.max = frameBox.max = String(view.lastFrame);
  seek(frame);
}

function showMotion(motion: Motion): void {
  news.textContent = '';
  bone.replaceChildren(...boneOptions(motion));
  bone.value = CENTER;
  if (bone.selectedIndex < 0) bone.selectedIndex = 0;
  picture.dance(motion);
  const first = asked.get('frame');
  showBone(first === null ? motion.lastFrame * 0.153 : Number(first)); // between two frames, in a curve
}

async function takeFile(file: File | undefined): Promise<void> {
  if (!file) return;
  news.textContent = 'Reading…';
  try {
    const motion = await readMotion(file);
    choice.add(file.name, motion);
    choice.choose(motion);
    news.textContent = visibleText(`${file.name}: ${motion.bones.size} bones, ${motion.lastFrame} frames.`);
  } catch (error) {
    const problem = error instanceof Error ? error.message : String(error);
    news.textContent = `${visibleText(file.name)}: ${problem}`;
  }
}

/** Begins with the dance; without it, with a motion that is made here. */
async function begin(): Promise<void> {
  const example = Motion.from(exampleMotion());
  choice.add('All curve shapes', example);
  if (asked.get('motion') === 'curves') choice.choose(example);
  const assets = new AssetLoader(() => {});
  try {
    const dance = await assets.load(new VMDLoader(), 'dance.vmd');
    choice.add('Our dance', dance);
    if (choice.chosen) return;
    choice.choose(dance);
    if (!asked.has('frame')) seek(GESTURE);
  } catch (error) {
    if (!choice.chosen) choice.choose(example);
    news.textContent = problemText(error);
  }
}

bone.addEventListener('change', () => showBone(scrubber.valueAsNumber));
span.addEventListener('change', () => (view.span = Number(span.value)));
steps.addEventListener('change', () => (view.steps = steps.checked));
scrubber.addEventListener('input', () => seek(scrubber.valueAsNumber));
frameBox.addEventListener('input', () => seek(frameBox.valueAsNumber, true));
files.addEventListener('change', () => {
  void takeFile(files.files?.[0]);
  files.value = ''; // else the same file could not be chosen twice
});
takeDroppedFiles(([file]) => void takeFile(file));
view.steps = steps.checked; // a browser that goes back remembers them
view.span = Number(span.value);
void begin();
