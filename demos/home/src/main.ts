import { takeDroppedFiles } from '../../shared/files.js';
import { amountText } from '../../shared/number-text.js';
import { demoIndex } from './demo-index.js';
import { demos } from './demos.js';
import { exampleMotion } from './example-motion.js';
import { filePanel, type InspectedFile, inspectionText } from './file-panel.js';
import { inspectBytes, inspectFile } from './inspect-file.js';

/** Somebody will drop a whole folder's worth. */
const MOST_FILES = 40;

const input = document.querySelector<HTMLInputElement>('#files')!;
const status = document.querySelector<HTMLElement>('#status')!;
const panels = document.querySelector<HTMLElement>('#panels')!;

async function takeFiles(files: readonly File[]): Promise<void> {
  if (files.length === 0) return;
  status.textContent = `Reading ${amountText(files.length, 'file')}…`;
  const taken = files.slice(0, MOST_FILES);
  const inspected: InspectedFile[] = [];
  for (const file of taken) {
    inspected.push({ name: file.name, size: file.size, inspection: await inspectFile(file) });
  }
  show(inspected);
  const left = files.length - taken.length;
  if (left > 0) status.append(` ${amountText(left, 'file')} left out: at most ${MOST_FILES} at once.`);
}

function takeExample(): void {
  const bytes = exampleMotion();
  const name = 'example.vmd';
  show([{ name, size: bytes.length, inspection: inspectBytes(bytes, name) }]);
}

/** The newest come first; files that came together keep their order. */
function show(files: readonly InspectedFile[]): void {
  const made = files.map(filePanel);
  panels.prepend(...made);
  made[0].querySelector<HTMLElement>('h3')!.focus();
  status.textContent =
    files.length === 1 ? inspectionText(files[0]) : `${amountText(files.length, 'file')} read.`;
}

document.querySelector('#demos')!.append(demoIndex(demos));
document.querySelector('#example')!.addEventListener('click', takeExample);
input.addEventListener('change', () => {
  void takeFiles([...input.files!]);
  input.value = ''; // else the same file could not be chosen twice
});
takeDroppedFiles((files) => void takeFiles(files));
