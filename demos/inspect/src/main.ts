import { byId, element } from '../../shared/dom.js';
import { onOpenedFiles } from '../../shared/files.js';
import { say } from '../../shared/language/texts.js';
import { amountText } from '../../shared/number-text.js';
import { type GetFiles, type SortedFiles, sortFiles } from '../../shared/open/sort-files.js';
import { fileName } from '../../shared/problem-text.js';
import { exampleMotion } from './example-motion.js';
import { filePanel, type InspectedFile, inspectionText } from './file-panel.js';
import { inspectBytes, inspectFile } from './inspect-file.js';

/** At most this many files are read at once, because a user may drop a large folder. */
const MAX_FILES = 40;

const status = byId('status', HTMLElement);
const panels = byId('panels', HTMLElement);

async function openFiles(getFiles: GetFiles): Promise<void> {
  const sorting = sortFiles(getFiles);
  status.textContent = say('Reading the files…');
  const sorted = await sorting;
  const { files, problems } = sorted;
  const paths = inspectedPaths(sorted);
  const opened = paths.slice(0, MAX_FILES);
  const inspected: InspectedFile[] = [];
  for (const path of opened) {
    const [file, name] = [files.get(path)!, fileName(path)];
    inspected.push({ name, size: file.size, inspection: await inspectFile(file, name) });
  }
  if (inspected.length > 0) show(inspected);
  else status.textContent = problems.length > 0 ? '' : say('There are no files to open.');
  status.prepend(...problems.map((problem) => element('span', { class: 'problem' }, problem)));
  const others = files.size - paths.length;
  if (others > 0) status.append(' ', othersText(others));
  const left = paths.length - opened.length;
  if (left > 0)
    status.append(
      ' ',
      say('{files} skipped: this page reads at most {most} files at once.', {
        files: amountText(left, 'file'),
        most: MAX_FILES,
      }),
    );
}

function othersText(count: number): string {
  const text =
    count === 1 ? '1 picture or other file left out.' : '{count} pictures or other files left out.';
  return say(text, { count });
}

/**
 * The files of MMD first, then the others. Of the others in folders and zips, only if there is nothing else.
 */
function inspectedPaths({ files, paths }: SortedFiles): readonly string[] {
  const { model, avatar, motion, animation, pose, project, song, companion, other } = paths;
  const ours = [...project, ...model, ...motion, ...pose];
  const others = [...avatar, ...animation, ...song, ...other, ...companion];
  const direct = others.filter((path) => !path.includes('/'));
  return ours.length + direct.length > 0 || files.size === 0 ? [...ours, ...direct] : others;
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
    files.length === 1
      ? inspectionText(files[0])
      : say('{files} read.', { files: amountText(files.length, 'file') });
}

document.querySelector('#example')!.addEventListener('click', openExample);
onOpenedFiles(['files', 'folder'], (getFiles) => void openFiles(getFiles));
