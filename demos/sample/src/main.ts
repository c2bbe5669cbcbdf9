import { Motion } from '@odori/runtime/motion';
import { takeDroppedFiles } from '../../home/src/take-dropped-files.js';
import { visibleText } from '../../home/src/visible-text.js';
import { boneOptions } from './bone-options.js';
import { exampleMotion } from './example-motion.js';
import { readMotion } from './read-motion.js';
import { SampleView } from './sample-view.js';

const FRAMES_PER_SECOND = 30;

const bone = document.querySelector<HTMLSelectElement>('#bone')!;
const span = document.querySelector<HTMLSelectElement>('#span')!;
const steps = document.querySelector<HTMLInputElement>('#steps')!;
const scrubber = document.querySelector<HTMLInputElement>('#scrubber')!;
const frameBox = document.querySelector<HTMLInputElement>('#frame')!;
const files = document.querySelector<HTMLInputElement>('#files')!;
const status = document.querySelector<HTMLElement>('#status')!;
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
let motion = Motion.from(exampleMotion());

function seek(frame: number, isTyped = false): void {
  const inside = Math.min(Math.max(Number.isFinite(frame) ? frame : 0, 0), view.lastFrame);
  const seconds = (inside / FRAMES_PER_SECOND).toFixed(3);
  scrubber.value = String(inside);
  scrubber.setAttribute('aria-valuetext', `frame ${inside.toFixed(2)}, ${seconds} seconds`);
  secondsText.textContent = `${seconds} s`;
  if (!isTyped) frameBox.value = String(Math.round(inside * 100) / 100);
  view.seek(inside);
}

function showBone(frame: number): void {
  const track = motion.bones.get(bone.value);
  if (!track) return;
  view.show(track);
  scrubber.max = frameBox.max = String(view.lastFrame);
  seek(frame);
}

function showMotion(next: Motion): void {
  motion = next;
  bone.replaceChildren(...boneOptions(motion));
  showBone(motion.lastFrame * 0.153); // between two frames, in the first curve
}

async function takeFile(file: File | undefined): Promise<void> {
  if (!file) return;
  status.textContent = 'Reading…';
  try {
    showMotion(await readMotion(file));
    status.textContent = visibleText(`${file.name}: ${motion.bones.size} bones, ${motion.lastFrame} frames.`);
  } catch (error) {
    const problem = error instanceof Error ? error.message : String(error);
    status.textContent = `${visibleText(file.name)}: ${problem}`;
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
showMotion(motion);

// For tests: they ask for a frame, and wait until it is drawn.
const asked = new URLSearchParams(location.search).get('frame');
if (asked !== null) seek(Number(asked));
document.documentElement.dataset['ready'] = 'true';
