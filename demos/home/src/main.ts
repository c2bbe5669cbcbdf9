import { byId } from '../../shared/dom.js';
import { onChosenFiles, onDroppedFiles } from '../../shared/files.js';
import { amountText } from '../../shared/number-text.js';
import { demoIndex } from './demo-index.js';
import { demos } from './demos.js';
import { exampleMotion } from './example-motion.js';
import { filePanel, type InspectedFile, inspectionText } from './file-panel.js';
import { inspectBytes, inspectFile } from './inspect-file.js';

/** At most this many files are read at once, because a user may drop a large folder. */
const MAX_FILES = 40;

const status = byId('status', HTMLElement);
const panels = byId('panels', HTMLElement);

async function openFiles(files: readonly File[]): Promise<void> {
  if (files.length === 0) return;
  status.textContent = `Reading ${amountText(files.length, 'file')}…`;
  const opened = files.slice(0, MAX_FILES);
  const inspected: InspectedFile[] = [];
  for (const file of opened) {
    inspected.push({ name: file.name, size: file.size, inspection: await inspectFile(file) });
  }
  show(inspected);
  const left = files.length - opened.length;
  if (left > 0)
    status.append(
      ` ${amountText(left, 'file')} skipped: this page reads at most ${MAX_FILES} files at once.`,
    );
}

function openExample(): void {
  const bytes = exampleMotion();
  const name = 'example.vmd';
  show([{ name, size: bytes.length, inspection: inspectBytes(bytes, name) }]);
}

/** Shows the newest files first. Files that were opened together keep their order. */
function show(files: readonly InspectedFile[]): void {
  const made = files.map(filePanel);
  panels.prepend(...made);
  made[0].querySelector<HTMLElement>('h3')!.focus();
  status.textContent =
    files.length === 1 ? inspectionText(files[0]) : `${amountText(files.length, 'file')} read.`;
}

document.querySelector('#demos')!.append(demoIndex(demos));
document.querySelector('#example')!.addEventListener('click', openExample);
onChosenFiles(byId('files', HTMLInputElement), (files) => void openFiles(files));
onDroppedFiles((files) => void openFiles(files));
