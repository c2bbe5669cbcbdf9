import { VMDLoader } from '@odori/runtime';
import { Motion } from '@odori/runtime/motion';
import { AssetLoader } from '../../shared/asset-loader.js';
import { element } from '../../shared/dom.js';
import { nameOption, nameText } from '../../shared/file-text.js';
import { onOpenedFiles } from '../../shared/files.js';
import { say } from '../../shared/language/texts.js';
import { amountText, fixedText } from '../../shared/number-text.js';
import { openMotion, type OpenedMotion } from '../../shared/open/open-motion.js';
import { type GetFiles, sortFiles } from '../../shared/open/sort-files.js';
import { cameraMotionLine, unusedLines } from '../../shared/open/unused-files.js';
import { truncatedLines, warningDetails } from '../../shared/open/warning-lines.js';
import { fileProblem, problemText } from '../../shared/problem-text.js';
import { exampleMotion } from './example-motion.js';
import { boneOptions, MotionChoice } from './motion-choice.js';
import { OnionPicture } from './onion/onion-picture.js';
import { SampleView } from './sample-view.js';

const FRAMES_PER_SECOND = 30;
/** The bone that moves the whole body. It is shown first if the motion moves it. */
const CENTER = 'センター';
/** The frame at which our dance is shown first: a wide gesture. */
const GESTURE = 847.3;

const bone = document.querySelector<HTMLSelectElement>('#bone')!;
const span = document.querySelector<HTMLSelectElement>('#span')!;
const steps = document.querySelector<HTMLInputElement>('#steps')!;
const scrubber = document.querySelector<HTMLInputElement>('#scrubber')!;
const frameBox = document.querySelector<HTMLInputElement>('#frame')!;
const message = document.querySelector<HTMLElement>('#message')!;
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
// ?motion=curves&frame=<frame>, for pictures and tests
const parameters = new URLSearchParams(location.search);

function seek(frame: number, isTyped = false): void {
  const inside = Math.min(Math.max(Number.isFinite(frame) ? frame : 0, 0), view.lastFrame);
  const seconds = fixedText(inside / FRAMES_PER_SECOND, 3);
  scrubber.value = String(inside);
  const values = { frame: fixedText(inside, 2), seconds };
  scrubber.setAttribute('aria-valuetext', say('frame {frame}, {seconds} seconds', values));
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
  message.textContent = '';
  bone.replaceChildren(...boneOptions(motion));
  bone.value = CENTER;
  if (bone.selectedIndex < 0) bone.selectedIndex = 0;
  picture.play(motion);
  const first = parameters.get('frame');
  showBone(first === null ? motion.lastFrame * 0.153 : Number(first)); // between two frames, within a curve
}

/** Opens motions and poses, and shows the first one. */
async function openFiles(getFiles: GetFiles): Promise<void> {
  const sorting = sortFiles(getFiles);
  message.textContent = say('Reading the files…');
  const sorted = await sorting;
  const { files, paths } = sorted;
  const lines = sorted.problems.map((problem) => element('span', {}, problem));
  let first: Motion | undefined;
  for (const path of [...paths.motion, ...paths.pose]) {
    try {
      const opened = await openMotion(path, files);
      lines.push(...openedLines(opened));
      if (opened.motion.bones.size === 0) continue;
      choice.add(nameOption(opened.name), opened.motion);
      first ??= opened.motion;
    } catch (error) {
      lines.push(element('span', {}, fileProblem(path, error)));
    }
  }
  lines.push(...(await unusedLines(sorted, ['motion', 'pose'])));
  if (first) choice.choose(first);
  message.replaceChildren(...lines);
}

/** What is in a motion, and what is wrong with its file. */
function openedLines({ name, motion, warnings }: OpenedMotion): HTMLElement[] {
  const { size } = motion.bones;
  const content = say('{name}: {bones}, last frame {frame}.', {
    name: nameText(name),
    bones: amountText(size, 'bone'),
    frame: motion.lastFrame,
  });
  return [
    size > 0 ? element('span', {}, content) : cameraMotionLine(name),
    ...truncatedLines(name, warnings),
    ...warningDetails(name, warnings),
  ];
}

/** Shows the dance first. If it cannot be loaded, shows a motion that is created here. */
async function begin(): Promise<void> {
  const example = Motion.from(exampleMotion());
  choice.add(new Option(say('All curve shapes')), example);
  if (parameters.get('motion') === 'curves') choice.choose(example);
  const assets = new AssetLoader(() => {});
  try {
    const dance = await assets.load(new VMDLoader(), 'dance.vmd');
    choice.add(new Option(say('Our dance')), dance);
    if (choice.chosen) return;
    choice.choose(dance);
    if (!parameters.has('frame')) seek(GESTURE);
  } catch (error) {
    if (!choice.chosen) choice.choose(example);
    message.textContent = problemText(error);
  }
}

bone.addEventListener('change', () => showBone(scrubber.valueAsNumber));
span.addEventListener('change', () => (view.span = Number(span.value)));
steps.addEventListener('change', () => (view.steps = steps.checked));
scrubber.addEventListener('input', () => seek(scrubber.valueAsNumber));
frameBox.addEventListener('input', () => seek(frameBox.valueAsNumber, true));
onOpenedFiles(['files'], (getFiles) => void openFiles(getFiles));
view.steps = steps.checked; // a browser that goes back to this page restores the controls
view.span = Number(span.value);
void begin();
